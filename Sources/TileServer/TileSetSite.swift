internal import Compression
internal import MapMath
public import TileArchive

/// A tile set as a web site: its tiles, its documents with the server's own addresses, its page,
/// and an archive itself in ranges.
///
///     /                   the viewer page
///     /{z}/{x}/{y}.mvt    tiles (.pbf too); 204 for an empty place, 404 outside the zooms
///     /tiles.json, /style.json, /metadata.json, /sprite.json, ...
///     /NAME.pmtiles       the archive, with ranges
public struct TileSetSite: Sendable {
  private let reader: any TileSetReader
  /// Where style, sprites and page are.
  private let folder: String?

  /// A site of a set. What stands beside the tiles is in the folder of the set itself, or, for an
  /// archive, in one of the same name with ".files" after it.
  public init(_ reader: any TileSetReader) {
    self.reader = reader
    folder = reader.container == .directory ? reader.path : reader.path + ".files"
  }

  /// Answers a request. O(size of the answer).
  public func reply(to request: HTTPRequest) -> HTTPReply {
    var reply: HTTPReply
    switch request.method {
    case "GET", "HEAD": reply = content(for: request)
    case "OPTIONS":
      reply = HTTPReply(status: 204)
      reply.add("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
      reply.add("Access-Control-Allow-Headers", "Range, If-None-Match, If-Range")
      reply.add("Access-Control-Max-Age", "86400")
    default:
      reply = HTTPReply(status: 405)
      reply.add("Allow", "GET, HEAD, OPTIONS")
    }
    reply.add("Access-Control-Allow-Origin", "*")
    reply.add(
      "Access-Control-Expose-Headers", "ETag, Content-Range, Content-Encoding, Accept-Ranges")
    return reply
  }

  private func content(for request: HTTPRequest) -> HTTPReply {
    if let tile = Self.tile(request.path) { return self.tile(tile, request) }
    let base = Self.base(of: request)
    let documents = SiteDocuments(description: reader.description, folder: folder)
    switch request.path {
    case "/", "/index.html":
      if let folder, let file = ServedFile("index.html", below: folder) {
        return self.file(file, request)
      }
      return text(documents.page(), "text/html; charset=utf-8", request)
    case "/tiles.json": return text(documents.tileJSON(base), "application/json", request)
    case "/style.json": return text(documents.style(base), "application/json", request)
    default: break
    }
    if reader.container != .directory, request.path == "/" + archiveName,
      let file = ServedFile(reader.path)
    {
      return self.file(file, request)
    }
    if let folder, let file = ServedFile(request.path, below: folder) {
      return self.file(file, request)
    }
    return plain(404, "not found")
  }

  private var archiveName: String { reader.path.split(separator: "/").last.map(String.init) ?? "" }

  /// The server's address as the client knows it.
  private static func base(of request: HTTPRequest) -> BaseURL {
    let host = request.host ?? "localhost"
    let isPlain = host.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7f && !"/\\?#@\"<>".utf8.contains(byte)
    }
    return (isPlain ? BaseURL("http://\(host)/") : nil) ?? .placeholder
  }

  /// The address in `/3/7/4.mvt`, also outside of the zoom.
  private static func tile(_ path: String) -> (z: Int, x: Int, y: Int)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].isEmpty else { return nil }
    let name = parts[3].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard name.count == 2, name[1] == "mvt" || name[1] == "pbf" else { return nil }
    let numbers = [parts[1], parts[2], name[0]].map { part in
      part.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(part) : nil
    }
    guard let z = numbers[0], let x = numbers[1], let y = numbers[2] else { return nil }
    return (z, x, y)
  }

  private func tile(_ address: (z: Int, x: Int, y: Int), _ request: HTTPRequest) -> HTTPReply {
    let first = reader.description.minZoom ?? 0
    let last = reader.description.maxZoom ?? 30
    guard let tile = TileID(z: address.z, x: address.x, y: address.y),
      first <= tile.z, tile.z <= last
    else { return plain(404, "no such tile") }
    var bytes: [UInt8] = []
    do throws(TileSetError) {
      guard let run = try reader.find(tile) else { return HTTPReply(status: 204) }
      try reader.read(run, into: &bytes)
    } catch {
      return plain(500, "the tile cannot be read")
    }
    var isGzip = GzipDecompressor.isGzip(bytes.span)
    if isGzip, !Self.takesGzip(request.acceptEncoding),
      let expanded = try? gunzip(bytes.span, limit: 1 << 28)
    {
      (bytes, isGzip) = (expanded, false)
    }
    var reply = HTTPReply(status: 200)
    reply.add("Content-Type", "application/vnd.mapbox-vector-tile")
    if isGzip { reply.add("Content-Encoding", "gzip") }
    reply.add("Vary", "Accept-Encoding")
    return tagged(bytes, reply, request)
  }

  /// Whether a client takes gzip: it does unless it says what it takes and gzip is not there, or
  /// is there with the weight 0.
  ///
  /// - SeeAlso: RFC 9110, 12.5.3.
  static func takesGzip(_ header: String?) -> Bool {
    guard let header else { return true }
    var star: Bool?
    for entry in header.lowercased().split(separator: ",") {
      let parts = entry.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let coding = parts.first else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap {
        Double($0.dropFirst(2))
      }
      let takes = (weight ?? 1) > 0
      if coding == "gzip" || coding == "x-gzip" { return takes }
      if coding == "*" { star = takes }
    }
    return star ?? false
  }

  private func text(_ bytes: [UInt8], _ type: String, _ request: HTTPRequest) -> HTTPReply {
    var reply = HTTPReply(status: 200)
    reply.add("Content-Type", type)
    return tagged(bytes, reply, request)
  }

  /// Bytes with a tag of their own, or 304 when the client has them.
  private func tagged(
    _ bytes: [UInt8], _ reply: HTTPReply, _ request: HTTPRequest
  ) -> HTTPReply {
    let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    var reply = reply
    let tag = "\"\(String(hash, radix: 36))-\(String(bytes.count, radix: 36))\""
    reply.add("ETag", tag)
    reply.add("Cache-Control", "no-cache")
    if Self.matches(request.ifNoneMatch, tag) {
      reply.status = 304
      return reply
    }
    reply.body = .bytes(bytes)
    return reply
  }

  /// Whether a list of tags holds `tag`.
  private static func matches(_ header: String?, _ tag: String) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").contains { entry in
      let entry = entry.drop { $0 == " " }
      return entry == "*" || entry == tag || entry.hasPrefix("W/") && entry.dropFirst(2) == tag
    }
  }

  private func file(_ file: ServedFile, _ request: HTTPRequest) -> HTTPReply {
    var reply = HTTPReply(status: 200)
    reply.add("Content-Type", ServedFile.mediaType(of: file.path))
    reply.add("Accept-Ranges", "bytes")
    reply.add("ETag", file.tag)
    reply.add("Cache-Control", "no-cache")
    if Self.matches(request.ifNoneMatch, file.tag) {
      reply.status = 304
      return reply
    }
    let range = request.ifRange == nil || request.ifRange == file.tag ? request.range : nil
    switch ByteRange(range, size: file.size) {
    case .whole: reply.body = .file(path: file.path, offset: 0, length: file.size)
    case .part(let part):
      reply.status = 206
      reply.add("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.size)")
      reply.body = .file(
        path: file.path, offset: part.lowerBound, length: part.upperBound - part.lowerBound)
    case .unsatisfiable:
      reply.status = 416
      reply.add("Content-Range", "bytes */\(file.size)")
    }
    return reply
  }

  private func plain(_ status: Int, _ text: String) -> HTTPReply {
    var reply = HTTPReply(status: status)
    reply.add("Content-Type", "text/plain; charset=utf-8")
    reply.body = .bytes(Array((text + "\n").utf8))
    return reply
  }
}
