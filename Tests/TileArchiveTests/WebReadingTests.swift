import Foundation
import MapMath
import TestSupport
import Testing

@testable import TileArchive

@Suite("Reading over the web")
struct WebReadingTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A server of the folder that answers ranges under /r/, everything whole under /w/, and a new
  /// ETag each time under /e/. It counts requests in the file `log`.
  static let server = #"""
    import http.server, os, re, sys
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        count = 0
        def log_message(self, *a): pass
        def do_GET(self):
            Handler.count += 1
            open("log", "a").write(self.headers.get("Range", "-") + "\n")
            kind, name = self.path[1], self.path[3:]
            if not os.path.exists(name):
                return self.answer(404, b"nothing here")
            data = open(name, "rb").read()
            m = re.match(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
            if kind == "w" or not m:
                return self.answer(200, data)
            first, last = int(m[1]), min(int(m[2]), len(data) - 1)
            if first >= len(data):
                return self.answer(416, b"")
            tag = "x%d" % Handler.count if kind == "e" else "same"
            self.answer(206, data[first:last + 1], [("ETag", '"%s"' % tag),
                ("Content-Range", "bytes %d-%d/%d" % (first, last, len(data)))])
        def answer(self, status, body, more=()):
            self.send_response(status)
            for k, v in more: self.send_header(k, v)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            try: self.wfile.write(body)
            except OSError: self.close_connection = True
    s = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    open("port.new", "w").write(str(s.server_port))
    os.rename("port.new", "port")
    s.serve_forever()
    """#

  @Test("an archive on the web is read by ranges, and what goes wrong is named")
  func ranges() async throws {
    guard let python = BuiltProgram.installed("python3") else {
      try Test.cancel("python3 is not installed")
    }
    let tiles = RandomTiles(seed: 6, count: 1500, deepest: 8)
    let sink = try makeSink(path: folder("a.pmtiles"))
    for batch in tiles.batches(of: 40) { try sink.add(batch) }
    try sink.finish(TileSetMetadata())

    let scratch = try TemporaryFolder()
    let running = try python.start(
      ["-c", Self.server], in: URL(fileURLWithPath: folder.path), scratch: scratch)
    defer {
      kill(running.identifier, SIGKILL)
      _ = try? running.wait()
    }
    while folder.bytes("port") == nil { try await Task.sleep(for: .milliseconds(20)) }
    let port = String(decoding: try #require(folder.bytes("port")), as: UTF8.self)
    let base = "http://127.0.0.1:\(port)/"

    let set = try openTileSet(base + "r/a.pmtiles")
    var cursor = try set.cursor(over: TileSelection())
    var (runs, bytes): ([TileRun], [UInt8]) = ([], [])
    var found: [TileID: [UInt8]] = [:]
    repeat {
      try cursor.next(64, into: &runs)
      for run in runs {
        try set.read(run, into: &bytes)
        for tile in run.tiles { found[tile] = bytes }
      }
    } while !runs.isEmpty
    #expect(found == Dictionary(uniqueKeysWithValues: zip(tiles.tiles, tiles.contents)))
    let last = try #require(tiles.tiles.last)
    try set.read(#require(try set.find(last)), into: &bytes)
    #expect(bytes == tiles.contents.last)
    // A walk in order asks for megabytes and not for tiles.
    let requests = try #require(folder.bytes("log")).split(separator: 10).count
    #expect(requests < tiles.tiles.count / 4, "\(requests)")

    func problem(_ address: String) -> String {
      do throws(TileSetError) {
        let set = try openTileSet(address)
        try set.read(TileRun(tile: last, content: .init(place: 0, length: 1)), into: &bytes)
        return ""
      } catch {
        guard case .web(address, let problem) = error else { return "\(error)" }
        return problem
      }
    }
    #expect(problem(base + "w/a.pmtiles") == "the server does not answer requests for ranges")
    #expect(problem(base + "r/none.pmtiles") == "the server answers 404")
    #expect(problem(base + "e/a.pmtiles") == "the archive changed while it was read")
    #expect(problem("http://127.0.0.1:1/a.pmtiles").contains("connect"))

    // A file as a whole, whether the server knows ranges or not.
    let whole = try #require(folder.bytes("a.pmtiles"))
    for kind in ["r", "w"] {
      #expect(try WebFile.read(base + kind + "/a.pmtiles", limit: whole.count) == whole)
    }
    func reading(_ address: String, limit: Int) -> String {
      do throws(TileSetError) {
        return "\(try WebFile.read(address, limit: limit).count) bytes"
      } catch {
        guard case .web(address, let problem) = error else { return "\(error)" }
        return problem
      }
    }
    #expect(
      reading(base + "w/a.pmtiles", limit: whole.count - 1)
        == "it has more than \(whole.count - 1) bytes")
    #expect(reading(base + "w/none", limit: 100) == "the server answers 404")
    #expect(WebFile.isAddress("HTTPS://a.b/c") && !WebFile.isAddress("http/a.json"))
  }
}
