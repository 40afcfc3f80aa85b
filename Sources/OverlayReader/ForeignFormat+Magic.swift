extension ForeignFormat {
  /// How much of the start of an input ``init(of:)`` looks at.
  static let bytesNeeded = 1024

  /// Recognises the format by the first bytes of an input; `nil` for anything else.
  init?(of start: UnsafeBufferPointer<UInt8>) {
    func begins(_ magic: [UInt8]) -> Bool { start.starts(with: magic) }
    if begins([UInt8](ascii: "PK\u{3}\u{4}")) {
      self = .zip
    } else if begins([UInt8](ascii: "SQLite format 3\0")) {
      self = .sqlite
    } else if begins([UInt8](ascii: "PMTiles")) {
      self = .pmtiles
    } else if begins([UInt8](ascii: "PAR1")) {
      self = .parquet
    } else if begins([UInt8](ascii: "fgb\u{3}")) {
      self = .flatGeobuf
    } else if begins([0xff, 0xfe]) || begins([0xfe, 0xff]) {
      self = .utf16
    } else if begins([0xfd] + [UInt8](ascii: "7zXZ\0")) {
      self = .xz
    } else if begins([UInt8](ascii: "BZh")) {
      self = .bzip2
    } else if begins([0x28, 0xb5, 0x2f, 0xfd]) {
      self = .zstandard
    } else if begins([UInt8](ascii: "<")) {
      self = Self.root(of: start.prefix(Self.bytesNeeded))
    } else {
      return nil
    }
  }

  /// Which XML it is, by the first element that one of the formats has at its root.
  private static func root(of start: Slice<UnsafeBufferPointer<UInt8>>) -> ForeignFormat {
    let text = String(decoding: start, as: UTF8.self)
    for tag in text.split(separator: "<").map({ $0.prefix { !" \t\r\n/>".contains($0) } }) {
      switch tag.split(separator: ":").last {
      case "kml": return .kml
      case "gpx": return .gpx
      default: continue
      }
    }
    return .xml
  }
}

extension [UInt8] {
  fileprivate init(ascii text: String) { self.init(text.utf8) }
}
