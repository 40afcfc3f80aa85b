import Compression

/// Joins vector tiles without looking at more than it must: a layer that only one tile has keeps
/// its bytes, geometry is copied as it is.
///
/// Layers of one name become one: the features of the earlier tile, without those whose id the
/// later one has too, then those of the later. Tables of keys and values are joined. Where extents
/// differ, the smaller is multiplied when it divides the larger.
public struct TileMerger: Sendable {
  /// Why tiles cannot be joined.
  public enum Failure: Error, Equatable, Sendable {
    /// A tile is broken: its number in the list.
    case malformed(tile: Int)
    /// Two layers of a name have extents of which neither divides the other.
    case extents(layer: String, UInt64, UInt64)
  }

  /// New names of layers.
  private let names: [String: String]

  /// A merger that gives layers new names.
  public init(renaming names: [String: String] = [:]) { self.names = names }

  /// Joins `tiles`, which are not compressed, later ones winning.
  public func merge(_ tiles: [[UInt8]]) throws(Failure) -> [UInt8] {
    var layers: [(name: String, parts: [LayerParts])] = []
    for (number, tile) in tiles.enumerated() {
      var reader = WireReader(0..<tile.count)
      while let field = reader.next(tile.span) {
        guard field.number == 3, field.type == 2 else { continue }
        guard let parts = LayerParts(tile, field.content) else { throw .malformed(tile: number) }
        let name = names[parts.name] ?? parts.name
        if let index = layers.firstIndex(where: { $0.name == name }) {
          layers[index].parts.append(parts)
        } else {
          layers.append((name, [parts]))
        }
      }
      guard reader.isAtEnd else { throw .malformed(tile: number) }
    }
    var out: [UInt8] = []
    for (name, parts) in layers {
      if parts.count == 1, parts[0].name == name {
        WireWriter.message(3, parts[0].bytes[parts[0].range], to: &out)
      } else {
        WireWriter.message(3, try LayerJoin(name: name).join(parts), to: &out)
      }
    }
    return out
  }
}

/// A layer message taken apart.
struct LayerParts {
  struct Feature {
    var id: UInt64?
    var tags: [UInt64] = []
    var type: UInt64 = 0
    /// Packed commands and parameters.
    var geometry: Range<Int> = 0..<0
  }
  let bytes: [UInt8]
  let range: Range<Int>
  private(set) var name = ""
  private(set) var version: UInt64 = 1
  private(set) var extent: UInt64 = 4096
  private(set) var keys: [Range<Int>] = []
  private(set) var values: [Range<Int>] = []
  private(set) var features: [Feature] = []

  /// `nil` when the message is broken.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    (self.bytes, self.range) = (bytes, range)
    var reader = WireReader(range)
    while let field = reader.next(bytes.span) {
      switch (field.number, field.type) {
      case (15, 0): version = field.value
      case (5, 0): extent = field.value
      case (1, 2):
        guard let text = String(validating: bytes[field.content], as: UTF8.self) else {
          return nil
        }
        name = text
      case (3, 2): keys.append(field.content)
      case (4, 2): values.append(field.content)
      case (2, 2):
        guard let feature = Self.feature(bytes, field.content) else { return nil }
        features.append(feature)
      default: break
      }
    }
    guard reader.isAtEnd, extent > 0, extent <= UInt64(UInt32.max) else { return nil }
    for feature in features {
      for (index, tag) in feature.tags.enumerated()
      where tag >= UInt64(index.isMultiple(of: 2) ? keys.count : values.count) { return nil }
    }
  }

  private static func feature(_ bytes: [UInt8], _ range: Range<Int>) -> Feature? {
    var feature = Feature()
    var reader = WireReader(range)
    while let field = reader.next(bytes.span) {
      switch (field.number, field.type) {
      case (1, 0): feature.id = field.value
      case (3, 0): feature.type = field.value
      case (4, 2): feature.geometry = field.content
      case (2, 2):
        var numbers = WireReader(field.content)
        while !numbers.isAtEnd {
          guard let tag = numbers.varint(bytes.span) else { return nil }
          feature.tags.append(tag)
        }
      default: break
      }
    }
    return reader.isAtEnd && feature.tags.count.isMultiple(of: 2) ? feature : nil
  }
}

/// Makes one layer message of several.
struct LayerJoin {
  let name: String

  func join(_ parts: [LayerParts]) throws(TileMerger.Failure) -> [UInt8] {
    let extent = parts.reduce(1) { max($0, $1.extent) }
    for part in parts where !extent.isMultiple(of: part.extent) {
      throw .extents(layer: name, part.extent, extent)
    }
    var out: [UInt8] = []
    WireWriter.number(15, parts.reduce(1) { max($0, $1.version) }, to: &out)
    WireWriter.message(1, Array(name.utf8), to: &out)
    var (keys, values) = (Table(), Table())
    var features: [UInt8] = []
    for (index, part) in parts.enumerated() {
      let later = Set(parts[(index + 1)...].lazy.flatMap { $0.features.lazy.compactMap(\.id) })
      // Numbers in the new tables, of those that features use.
      var newKeys = [UInt64?](repeating: nil, count: part.keys.count)
      var newValues = [UInt64?](repeating: nil, count: part.values.count)
      for feature in part.features where feature.id.map({ !later.contains($0) }) ?? true {
        var message: [UInt8] = []
        if let id = feature.id { WireWriter.number(1, id, to: &message) }
        if !feature.tags.isEmpty {
          var tags: [UInt8] = []
          for (place, tag) in feature.tags.lazy.map({ Int($0) }).enumerated() {
            let number: UInt64
            if place.isMultiple(of: 2) {
              number = newKeys[tag] ?? keys.number(of: part.bytes[part.keys[tag]])
              newKeys[tag] = number
            } else {
              number = newValues[tag] ?? values.number(of: part.bytes[part.values[tag]])
              newValues[tag] = number
            }
            Varint.append(number, to: &tags)
          }
          WireWriter.message(2, tags, to: &message)
        }
        WireWriter.number(3, feature.type, to: &message)
        WireWriter.message(
          4, try geometry(feature, part, times: extent / part.extent), to: &message)
        WireWriter.message(2, message, to: &features)
      }
    }
    out += features
    for key in keys.entries { WireWriter.message(3, key, to: &out) }
    for value in values.entries { WireWriter.message(4, value, to: &out) }
    WireWriter.number(5, extent, to: &out)
    return out
  }

  /// A feature's commands, moves multiplied.
  private func geometry(
    _ feature: LayerParts.Feature, _ part: LayerParts, times factor: UInt64
  ) throws(TileMerger.Failure) -> [UInt8] {
    guard factor > 1 else { return Array(part.bytes[feature.geometry]) }
    var reader = WireReader(feature.geometry)
    var out: [UInt8] = []
    var parameters: UInt64 = 0
    while !reader.isAtEnd {
      guard let number = reader.varint(part.bytes.span) else { throw .malformed(tile: 0) }
      if parameters > 0 {
        parameters -= 1
        // Zigzag: twice the amount, and the sign in the lowest bit.
        let amount = (number >> 1) &+ (number & 1)
        let moved = amount &* factor
        Varint.append(number & 1 == 0 ? moved << 1 : (moved << 1) &- 1, to: &out)
      } else {
        let isClose = number & 7 == 7
        parameters = isClose ? 0 : 2 * (number >> 3)
        Varint.append(number, to: &out)
      }
    }
    return out
  }

  /// Keys or values of the new layer, each once.
  private struct Table {
    var entries: [[UInt8]] = []
    private var numbers: [[UInt8]: UInt64] = [:]

    mutating func number(of entry: ArraySlice<UInt8>) -> UInt64 {
      let entry = Array(entry)
      if let known = numbers[entry] { return known }
      numbers[entry] = UInt64(entries.count)
      entries.append(entry)
      return UInt64(entries.count - 1)
    }
  }
}
