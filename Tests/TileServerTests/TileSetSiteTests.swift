import Compression
import Foundation
import JSONText
import MapMath
import TestSupport
import Testing
import TileArchive

@testable import TileServer

@Suite("A tile set as a web site")
struct TileSetSiteTests {
  let folder: TemporaryFolder
  let gzip: [UInt8]
  static let tile = TileBytes.tile(.layer([.point(5, 5)]))

  init() throws {
    folder = try TemporaryFolder()
    var gzip: [UInt8] = []
    var compressor = try GzipCompressor()
    try compressor.compress(Self.tile.span, into: &gzip)
    self.gzip = gzip
    try folder.write(gzip, to: "set/0/0/0.mvt")
    try folder.write(Self.tile, to: "set/1/1/0.mvt")
    try folder.write(
      Array(
        #"""
        {"tilejson":"3.0.0","name":"n","minzoom":0,"maxzoom":3,"extra":5,
         "tiles":["https://a.org/x/{z}/{x}/{y}.mvt"],"vector_layers":[{"id":"a","fields":{}}]}
        """#.utf8), to: "set/tiles.json")
    try folder.write(
      Array(
        #"""
        {"version":8,"sprite":"https://a.org/x/sprite","layers":[],"sources":{
         "overlays":{"type":"vector","tiles":["https://a.org/x/{z}/{x}/{y}.mvt"]},
         "picture":{"type":"image","url":"https://a.org/x/ground.png"},
         "base":{"type":"raster","tiles":["https://base.org/{z}/{x}/{y}.png"]}}}
        """#.utf8), to: "set/style.json")
    try folder.write(Array("0123456789".utf8), to: "set/ground.png")
    try folder.write([1], to: "set/.htaccess")
    try folder.write([1], to: "secret.txt")
  }

  func ask(_ path: String, _ change: (inout HTTPRequest) -> Void = { _ in }) throws -> HTTPReply {
    var request = HTTPRequest(path: path)
    request.host = "localhost:8080"
    change(&request)
    return TileSetSite(try openTileSet(folder.url.appendingPathComponent("set").path))
      .reply(to: request)
  }

  @Test("a gzip tile is called gzip, once; a client without gzip gets it plain")
  func encoding() throws {
    for accepted in ["gzip", "deflate, gzip;q=0.5", "*", nil] {
      let reply = try ask("/0/0/0.mvt") { $0.acceptEncoding = accepted }
      #expect(reply.status == 200)
      #expect(reply.body == .bytes(gzip))
      #expect(reply.headers.filter { $0.name == "Content-Encoding" }.map(\.value) == ["gzip"])
      #expect(reply["Content-Type"] == "application/vnd.mapbox-vector-tile")
    }
    for accepted in ["identity", "deflate", "gzip;q=0", "*;q=0, br"] {
      let reply = try ask("/0/0/0.pbf") { $0.acceptEncoding = accepted }
      #expect(reply.body == .bytes(Self.tile))
      #expect(reply["Content-Encoding"] == nil)
    }
    let plain = try ask("/1/1/0.mvt") { $0.acceptEncoding = "gzip" }
    #expect(plain["Content-Encoding"] == nil)
    #expect(plain.body == .bytes(Self.tile))
    #expect(plain["Access-Control-Allow-Origin"] == "*")
  }

  @Test(
    "what is not there",
    arguments: [
      ("/1/0/0.mvt", 204), ("/4/0/0.mvt", 404), ("/1/2/0.mvt", 404), ("/0/0/0.png", 404),
      ("/none.json", 404), ("/../secret.txt", 404), ("/1/../../secret.txt", 404),
      ("/.htaccess", 404), ("/1/x/0.mvt", 404), ("/1", 404), ("//", 404),
    ])
  func missing(path: String, status: Int) throws {
    #expect(try ask(path).status == status)
  }

  @Test("who has a thing already is told so")
  func tags() throws {
    for path in ["/0/0/0.mvt", "/ground.png", "/tiles.json"] {
      let tag = try #require(try ask(path)["ETag"])
      for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
        let reply = try ask(path) { $0.ifNoneMatch = known }
        #expect(reply.status == 304)
        #expect(reply.body == .bytes([]))
      }
      #expect(try ask(path) { $0.ifNoneMatch = "\"x\"" }.status == 200)
    }
    let compressed = try ask("/0/0/0.mvt")["ETag"]
    #expect(try ask("/0/0/0.mvt") { $0.acceptEncoding = "br" }["ETag"] != compressed)
  }

  @Test(
    "ranges of files",
    arguments: [
      ("bytes=0-3", 206, "bytes 0-3/10", 0, 4), ("bytes=7-", 206, "bytes 7-9/10", 7, 3),
      ("bytes=-2", 206, "bytes 8-9/10", 8, 2), ("bytes=5-99", 206, "bytes 5-9/10", 5, 5),
      ("bytes=10-12", 416, "bytes */10", 0, 0), ("bytes=-0", 416, "bytes */10", 0, 0),
      ("bytes=4-2", 200, nil, 0, 10), ("bytes=0-1,4-5", 200, nil, 0, 10),
      ("lines=0-1", 200, nil, 0, 10), ("bytes=a-b", 200, nil, 0, 10), ("bytes=-", 200, nil, 0, 10),
      ("bytes=99999999999999999999-", 416, "bytes */10", 0, 0),
    ] as [(String, Int, String?, UInt64, UInt64)])
  func ranges(header: String, status: Int, range: String?, offset: UInt64, length: UInt64) throws {
    let reply = try ask("/ground.png") { $0.range = header }
    #expect(reply.status == status)
    #expect(reply["Content-Range"] == range)
    #expect(reply["Content-Type"] == "image/png")
    let path = folder.url.appendingPathComponent("set/ground.png").path
    if status != 416 { #expect(reply.body == .file(path: path, offset: offset, length: length)) }
    // Another version of the file is sent whole.
    #expect(
      try ask("/ground.png") { ($0.range, $0.ifRange) = ("bytes=0-3", "\"x\"") }.status == 200)
  }

  @Test("documents name this server, as the client knows it")
  func documents() throws {
    let reply = try ask("/tiles.json") { $0.host = "192.168.1.5:81" }
    #expect(reply["Content-Type"] == "application/json")
    let tileJSON = try json(reply)
    #expect(tileJSON["tiles"] == ["http://192.168.1.5:81/{z}/{x}/{y}.mvt"])
    #expect(tileJSON["extra"] == 5)
    #expect(tileJSON["tilejson"] == "3.0.0")
    let style = try json(ask("/style.json"))
    #expect(style["sprite"] == "http://localhost:8080/sprite")
    #expect(
      style["sources"]?["overlays"]?["tiles"] == ["http://localhost:8080/{z}/{x}/{y}.mvt"])
    #expect(style["sources"]?["picture"]?["url"] == "http://localhost:8080/ground.png")
    #expect(style["sources"]?["base"]?["tiles"] == ["https://base.org/{z}/{x}/{y}.png"])
    // A host that is no host is not repeated.
    let odd = try json(ask("/tiles.json") { $0.host = "a/\"><script>" })
    #expect(odd["tiles"]?[0] == "http://localhost:8080/{z}/{x}/{y}.mvt")
  }

  @Test("the style of an archive, which names the archive, names its tiles here")
  func archiveStyle() throws {
    let path = folder.url.appendingPathComponent("a.pmtiles").path
    let sink = try makeSink(path: path)
    var batch = TileBatch()
    batch.tiles = [.world]
    (batch.bytes, batch.ranges) = (gzip, [0..<gzip.count])
    try sink.add(batch)
    let style = #"""
      {"version":8,"sprite":"https://a.org/a.pmtiles.files/sprite","layers":[],"sources":{
       "overlays":{"type":"vector","url":"pmtiles://https://a.org/a.pmtiles","maxzoom":0},
       "base":{"type":"vector","url":"pmtiles://https://base.org/base.pmtiles"}}}
      """#
    try sink.addFile(name: "style.json", bytes: Array(style.utf8))
    try sink.finish(TileSetMetadata())
    var request = HTTPRequest(path: "/style.json")
    request.host = "localhost:8080"
    let served = try json(TileSetSite(try openTileSet(path)).reply(to: request))
    #expect(served["sprite"] == "http://localhost:8080/sprite")
    #expect(
      served["sources"]?["overlays"] == [
        "type": "vector", "tiles": ["http://localhost:8080/{z}/{x}/{y}.mvt"], "maxzoom": 0,
      ])
    #expect(served["sources"]?["base"]?["url"] == "pmtiles://https://base.org/base.pmtiles")
  }

  @Test("a set without style and page gets plain ones")
  func plain() throws {
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("set/style.json"))
    let style = try json(ask("/style.json"))
    #expect(style["version"] == 8)
    #expect(style["sources"]?["tiles"]?["maxzoom"] == 3)
    let types = ["fill", "line", "circle"]
    guard case .array(let layers)? = style["layers"] else {
      Issue.record("no layers")
      return
    }
    #expect(layers.dropFirst().map { $0["type"] } == types.map { .string($0) })
    #expect(layers.dropFirst().allSatisfy { $0["source-layer"] == "a" })
    let page = try ask("/")
    #expect(page["Content-Type"] == "text/html; charset=utf-8")
    guard case .bytes(let bytes) = page.body else {
      Issue.record("no page")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self).contains("maplibre"))
    try folder.write(Array("own".utf8), to: "set/index.html")
    let own = folder.url.appendingPathComponent("set/index.html").path
    #expect(try ask("/").body == .file(path: own, offset: 0, length: 3))
  }

  @Test("other methods")
  func methods() throws {
    #expect(try ask("/0/0/0.mvt") { $0.method = "HEAD" }.status == 200)
    #expect(try ask("/0/0/0.mvt") { $0.method = "PUT" }.status == 405)
    #expect(try ask("/0/0/0.mvt") { $0.method = "PUT" }["Allow"] == "GET, HEAD, OPTIONS")
    let preflight = try ask("/set.pmtiles") { $0.method = "OPTIONS" }
    #expect(preflight.status == 204)
    #expect(preflight["Access-Control-Allow-Headers"]?.contains("Range") == true)
  }

  private func json(_ reply: HTTPReply) throws -> JSONValue {
    guard case .bytes(let bytes) = reply.body else { return .null }
    return try JSONValue(parsing: bytes)
  }
}

@Suite("The server")
struct HTTPServerTests {
  @Test("hands out what the site answers, over the network, to many at once")
  func serves() async throws {
    let file = try TemporaryFolder()
    try file.write(Array("0123456789".utf8), to: "f")
    let path = file.url.appendingPathComponent("f").path
    let server = try HTTPServer(host: "127.0.0.1", port: 0) { request in
      var reply = HTTPReply(status: request.path == "/file" ? 206 : 200)
      reply.headers.append(
        .init(name: "X-Seen", value: "\(request.method) \(request.range ?? "-")"))
      reply.body =
        request.path == "/file"
        ? .file(path: path, offset: 2, length: 3) : .bytes(Array(request.path.utf8))
      return reply
    }
    let base = "http://127.0.0.1:\(server.port)"
    let curl = BuiltProgram("/usr/bin/env")
    for path in ["/a%20b", "/file"] {
      let run = try curl.run(["curl", "-s", "-i", "-H", "Range: bytes=2-4", base + path])
      #expect(run.output.contains("X-Seen: GET bytes=2-4"))
      #expect(run.output.hasSuffix(path == "/file" ? "\r\n\r\n234" : "\r\n\r\n/a b"))
    }
    let head = try curl.run(["curl", "-s", "-I", base + "/xyz"])
    #expect(head.output.contains("X-Seen: HEAD -"))
    #expect(head.output.lowercased().contains("content-length: 4"))
    let posted = try curl.run(["curl", "-s", "-i", "-d", "much", base + "/p"])
    #expect(posted.output.contains("X-Seen: POST -"))
    await withTaskGroup(of: Bool.self) { group in
      for i in 0..<8 {
        group.addTask { (try? curl.run(["curl", "-s", base + "/\(i)"]))?.output == "/\(i)" }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("addresses that cannot be had are refused")
  func refused() throws {
    #expect(throws: HTTPServer.Failure.badAddress("nowhere")) {
      try HTTPServer(host: "nowhere", port: 0) { _ in HTTPReply(status: 200) }
    }
    let first = try HTTPServer(host: "127.0.0.1", port: 0) { _ in HTTPReply(status: 200) }
    #expect(throws: HTTPServer.Failure.self) {
      try HTTPServer(host: "127.0.0.1", port: first.port) { _ in HTTPReply(status: 200) }
    }
  }
}
