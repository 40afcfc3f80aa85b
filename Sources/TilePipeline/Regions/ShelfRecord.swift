import OverlayModel

/// One feature in words of 8 bytes: a head of four, its id, parts, rows, attributes.
///
/// | word | from bit 0 |
/// |---|---|
/// | 0 | length of all in words: 32; flags: 8; kind: 8; rows: 16 |
/// | 1 | number in the chunk: 32; line: 32 |
/// | 2 | index in the input: 32; index of its look: 32 |
/// | 3 | parts: 32; attributes: 32 |
enum ShelfRecord {
  static let headWords = 4

  /// What a feature has.
  struct Flags: OptionSet {
    var rawValue: UInt8
    static let id = Flags(rawValue: 1), otherID = Flags(rawValue: 2)
    static let isPlain = Flags(rawValue: 4)
    /// All parts are points: two words each.
    static let points = Flags(rawValue: 8)
  }

  /// Bits of a part's first word, and of a row's.
  static let spansWorld: UInt64 = 1, isEnclosed: UInt64 = 2, hasNeighbours: UInt64 = 4
  static let isMain: UInt64 = 1 << 16, isExact: UInt64 = 1 << 17
  /// Whether a row has all parts of its feature; otherwise another word says which.
  static let hasAllParts: UInt64 = 1 << 40

  static func pair(_ low: UInt32, _ high: UInt32) -> UInt64 { UInt64(low) | UInt64(high) << 32 }
  static func pair(_ low: Int32, _ high: Int32) -> UInt64 {
    pair(UInt32(bitPattern: low), UInt32(bitPattern: high))
  }
  static func low(_ word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word) }
  static func high(_ word: UInt64) -> UInt32 { UInt32(word >> 32) }
  static func signedLow(_ word: UInt64) -> Int32 { Int32(truncatingIfNeeded: word) }
  static func signedHigh(_ word: UInt64) -> Int32 { Int32(bitPattern: high(word)) }

  /// Appends the feature to which `rows` belong.
  static func append(_ chunk: FlattenedChunk, rows: Range<Int>, to words: inout [UInt64]) {
    let start = words.count
    let number = chunk.rows[rows.lowerBound].feature
    let feature = chunk.features[Int(number)]
    var (firstPart, endPart) = (Int32.max, 0 as Int32)
    for row in chunk.rows[rows] {
      firstPart = min(firstPart, row.parts.lowerBound)
      endPart = max(endPart, row.parts.upperBound)
    }
    let parts = chunk.parts[Int(firstPart)..<Int(endPart)]
    var flags: Flags = []
    if feature.isPlain { flags.insert(.isPlain) }
    if feature.id != nil { flags.insert(.id) }
    if feature.otherID >= 0 { flags.insert(.otherID) }
    let arePoints = parts.allSatisfy { $0.paths.isEmpty && $0.weight == 1 && $0.track < 0 }
    if arePoints { flags.insert(.points) }
    words.append(
      UInt64(flags.rawValue) << 32 | UInt64(feature.kind.rawValue) << 40 | UInt64(rows.count) << 48)
    words.append(pair(number, Int32(truncatingIfNeeded: feature.location.line)))
    words.append(pair(Int32(truncatingIfNeeded: feature.location.feature), feature.overlay))
    words.append(pair(UInt32(parts.count), UInt32(feature.tags.count)))
    if let id = feature.id { words.append(id) }
    for part in parts {
      if arePoints {
        words.append(part.bounds.minX.bitPattern)
        words.append(part.bounds.minY.bitPattern)
      } else {
        append(part, to: &words)
      }
    }
    for row in chunk.rows[rows] {
      let isWhole = row.parts.lowerBound == firstPart && row.parts.upperBound == endPart
      words.append(
        UInt64(row.role.rawValue) | UInt64(row.shape.rawValue) << 8 | (row.isMain ? isMain : 0)
          | (row.exact ? isExact : 0) | UInt64(row.minZoom) << 24 | UInt64(row.maxZoom) << 32
          | (isWhole ? hasAllParts : 0))
      if !isWhole {
        words.append(pair(row.parts.lowerBound - firstPart, row.parts.upperBound - firstPart))
      }
    }
    for tag in chunk.tags[Int(feature.tags.lowerBound)..<Int(feature.tags.upperBound)] {
      append(tag.value, key: tag.key, chunk, to: &words)
    }
    if feature.otherID >= 0 { append(UInt32(feature.otherID), key: 0, chunk, to: &words) }
    words[start] |= UInt64(words.count - start)
  }

  private static func append(_ part: FlattenedChunk.Part, to words: inout [UInt64]) {
    let flags =
      (part.spansWorld ? spansWorld : 0) | (part.isEnclosed ? isEnclosed : 0)
      | (part.hasNeighbours ? hasNeighbours : 0)
    words.append(flags | UInt64(UInt32(bitPattern: part.track)) << 32)
    words.append(pair(part.paths.lowerBound, part.paths.upperBound))
    words.append(pair(UInt32(bitPattern: part.weight), part.area.bitPattern))
    for side in [part.bounds.minX, part.bounds.minY, part.bounds.maxX, part.bounds.maxY] {
      words.append(side.bitPattern)
    }
  }

  /// Words of a part that is no point.
  static let partWords = 7

  /// Appends a value with its key: its number, where that says what it is, or its length and bytes.
  private static func append(
    _ value: UInt32, key: UInt32, _ chunk: FlattenedChunk, to words: inout [UInt64]
  ) {
    guard AttributePool.integer(value) == nil else { return words.append(pair(value, key)) }
    let bytes = chunk.values[value]
    words.append(pair(UInt32(bytes.count), key))
    var (word, shift) = (0 as UInt64, 0 as UInt64)
    for byte in bytes {
      word |= UInt64(byte) << shift
      shift += 8
      if shift == 64 {
        words.append(word)
        (word, shift) = (0, 0)
      }
    }
    if shift > 0 { words.append(word) }
  }
}
