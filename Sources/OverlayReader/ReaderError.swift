/// Why an input cannot be read at all. What is wrong with single features is a `Finding`.
public enum ReaderError: Error, Sendable, Equatable {
  /// The system refused to open or read `path`.
  case io(path: String, errno: Int32)
  /// The file was written to or cut while it was read.
  case changed
  /// There is nothing in the input but white space.
  case emptyInput
  /// The text is not JSON. `line` and `column` count from 1, columns in bytes.
  case malformed(line: Int, column: Int, problem: SyntaxProblem)
  /// The gzip stream ends early; `bytes` of text had come out of it.
  case truncatedGzip(bytes: Int)
  /// The gzip stream is damaged after `bytes` of text.
  case corruptGzip(bytes: Int)
  /// The input is of a kind that is not read.
  case unsupportedFormat(ForeignFormat)
  /// The document's `crs` is not longitude and latitude on WGS 84. `line` is the line of the
  /// member; the first feature that would have been misplaced is `feature`, with its id.
  case unsupportedCRS(name: String, line: Int, feature: SourceFeature?)
  /// JSON, but no GeoJSON: `found` stands where `type` should name a GeoJSON type.
  case notGeoJSON(line: Int, found: String)
  /// One feature, or one member of the document, is larger than `limit` bytes.
  case recordTooLarge(line: Int, limit: Int)
  /// The parser could not be made.
  case outOfMemory
}

/// A feature as an error names it.
public struct SourceFeature: Sendable, Equatable {
  /// From 0 within its input.
  public var index: Int
  /// From 1.
  public var line: Int
  /// Its id as text, if it has one.
  public var id: String?
}

/// What a text holds where JSON (RFC 8259) demands something else.
public enum SyntaxProblem: Sendable, Equatable {
  /// The text stops inside a value.
  case unexpectedEnd
  /// Something else than a value.
  case valueExpected(found: String)
  /// Something else than a member's name in quotes.
  case keyExpected(found: String)
  /// Something else than `:` after a name.
  case colonExpected(found: String)
  /// Something else than `,` or `}` after a member.
  case commaOrBraceExpected(found: String)
  /// Something else than `,` or `]` after an element.
  case commaOrBracketExpected(found: String)
  /// Something after the value's end.
  case trailing(found: String)
  /// A number that is not written as JSON writes it.
  case badNumber(found: String)
  /// A word that is not `true`, `false` or `null`.
  case badWord(found: String)
  /// A backslash with something unknown behind it.
  case badEscape(found: String)
  /// A character below U+0020 inside a string.
  case controlCharacter(found: String)
  /// A byte that is not part of any UTF-8 sequence.
  case badUTF8(found: String)
  /// U+FEFF elsewhere than at the start of the input.
  case byteOrderMark
  /// Arrays and objects nested deeper than `limit`.
  case tooDeep(limit: Int)
  /// The parser refuses what the checker finds no fault with.
  case unreadable
}

extension SyntaxProblem: CustomStringConvertible {
  /// The problem in words.
  public var description: String {
    switch self {
    case .unexpectedEnd: "unexpected end of the text"
    case .valueExpected(let found): "unexpected \(found) where a value should stand"
    case .keyExpected(let found): "unexpected \(found) where a name in quotes should stand"
    case .colonExpected(let found): "unexpected \(found) where ':' should stand"
    case .commaOrBraceExpected(let found): "unexpected \(found) where ',' or '}' should stand"
    case .commaOrBracketExpected(let found): "unexpected \(found) where ',' or ']' should stand"
    case .trailing(let found): "unexpected \(found) after the end of the value"
    case .badNumber(let found): "\(found) is not a JSON number"
    case .badWord(let found): "\(found) is not a JSON value"
    case .badEscape(let found): "\(found) is not a JSON escape"
    case .controlCharacter(let found): "unescaped control character \(found) in a string"
    case .badUTF8(let found): "\(found) is not UTF-8"
    case .byteOrderMark: "byte order mark inside the text"
    case .tooDeep(let limit): "arrays and objects nested deeper than \(limit)"
    case .unreadable: "the text cannot be parsed"
    }
  }
}

/// A format that is recognised and not read.
public enum ForeignFormat: String, Sendable, CaseIterable {
  case kml = "KML"
  case gpx = "GPX"
  case xml = "XML"
  case zip = "ZIP (KMZ, zipped shapefile)"
  case sqlite = "SQLite (GeoPackage, MBTiles)"
  case pmtiles = "PMTiles"
  case parquet = "Parquet"
  case flatGeobuf = "FlatGeobuf"
  case utf16 = "UTF-16 text"
  case xz, bzip2
  case zstandard = "Zstandard"
}

/// What a user can choose about reading.
public struct ReaderOptions: Sendable, Equatable {
  /// Whether each doubled backslash of an encoded polyline stands for one: for text that was
  /// copied out of source code or escaped twice.
  public var unescapePolyline = false
  /// Decimal places of encoded paths in inputs that hold nothing else: 5 or 6.
  public var pathPrecision = 5

  /// The defaults: nothing is unescaped.
  public init() {}
}
