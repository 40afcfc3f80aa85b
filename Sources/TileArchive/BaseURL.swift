/// The address under which a tile set is served, and the addresses of what lies in it.
///
/// Blanks, quotes, braces and everything beyond ASCII are percent-encoded as UTF-8; an escape that
/// stands there already stays. A query is kept and comes after the path; a fragment is dropped.
public struct BaseURL: Sendable, Equatable {
  /// Stands where no address is given: TileJSON and MapLibre refuse relative ones. The viewer page
  /// and `tilegen serve` put the real one in its place.
  public static let placeholder = BaseURL(start: "http://localhost:8080/", query: "")

  /// Scheme, host and path, with one slash at the end.
  private let start: String
  /// "" or "?" and the query.
  private let query: String

  private init(start: String, query: String) { (self.start, self.query) = (start, query) }

  /// Reads an address, with or without a slash at its end; `nil` when it has no scheme and host.
  public init?(_ text: String) {
    let trimmed = text.utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
    let address = Self.encode(trimmed.prefix { $0 != UInt8(ascii: "#") })
    let path = address.prefix { $0 != "?" }
    guard let colon = path.firstIndex(of: ":"), Self.isScheme(path[..<colon]) else { return nil }
    let rest = path[path.index(after: colon)...]
    guard rest.hasPrefix("//") else { return nil }
    let host = rest.dropFirst(2)
    guard !host.hasPrefix("/") || path[..<colon].lowercased() == "file", !host.isEmpty else {
      return nil
    }
    var end = host.endIndex
    while end > host.startIndex, host[host.index(before: end)] == "/" {
      end = host.index(before: end)
    }
    start = path[...colon] + "//" + host[..<end] + "/"
    query = String(address[path.endIndex...])
  }

  /// The template of the tiles' addresses.
  public var tiles: String { start + "{z}/{x}/{y}.mvt" + query }

  /// The address of a PMTiles archive that stands under the base itself, as MapLibre wants it.
  public var archive: String { "pmtiles://" + start.dropLast() + query }

  /// The folder of the files beside an archive that stands under the base itself.
  public var filesFolder: BaseURL {
    BaseURL(start: start.dropLast() + OutputFormat.filesSuffix + "/", query: query)
  }

  /// The base of what lies in this one under `name`.
  public func folder(_ name: String) -> BaseURL {
    BaseURL(start: start + Self.encode(name.utf8) + "/", query: query)
  }

  /// The address of the file `name`, or of its common beginning, as MapLibre wants it of sprites.
  public func address(of name: String) -> String { start + Self.encode(name.utf8) + query }

  /// - SeeAlso: RFC 3986, 3.1.
  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, first | 0x20 >= UInt8(ascii: "a") else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
  }

  /// Escapes what may not stand in an address.
  private static func encode(_ text: some Sequence<UInt8>) -> String {
    let bytes = Array(text)
    var out: [UInt8] = []
    for (i, byte) in bytes.enumerated() {
      let isEscape =
        byte == UInt8(ascii: "%") && i + 2 < bytes.count
        && bytes[(i + 1)...(i + 2)].allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
      if isEscape || isPlain(byte) {
        out.append(byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        out.append(contentsOf: (digits.count == 1 ? "%0" : "%").utf8)
        out.append(contentsOf: digits.utf8)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Whether RFC 3986 calls the byte reserved or unreserved.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~:/?#[]@!$&'()*+,;=".utf8.contains(byte)
    }
  }
}
