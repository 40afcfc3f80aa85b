import OverlayModel
import TileEncoding

/// Attribute names and values while overlays are numbered.
struct AttributeStrings: Sendable {
  var keys = AttributePool()
  var values = AttributePool(ofValues: true)

  /// The number of an attribute's name.
  mutating func key(_ name: String) -> UInt32 {
    let bytes = Array(name.utf8)
    return keys.intern(bytes.span)
  }

  /// The number of a value.
  mutating func value(_ value: AttributeValue) -> UInt32 {
    var bytes: [UInt8] = []
    value.pooled(into: &bytes)
    return values.intern(bytes.span)
  }

  /// A table of all names and as yet no value.
  func table(_ naming: OverlayNaming, extent: Int) -> AttributeTable {
    var table = AttributeTable()
    table.extent = UInt32(extent)
    (table.keyBytes, table.keyEnds) = (keys.bytes, keys.ends)
    table.layerNames = naming.layers.list.map(\.name)
    return table
  }

  /// Appends what a table, whose names and values stand in the order of these, has not got yet.
  func append(to table: inout AttributeTable) {
    if table.keyEnds.count < keys.count {
      (table.keyBytes, table.keyEnds) = (keys.bytes, keys.ends)
    }
    appendValues(UInt32(table.valueEnds.count)..<UInt32(values.count), to: &table)
  }

  /// Appends values in a given order as the encoder wants them: each a whole message.
  func appendValues(_ order: some Collection<UInt32>, to table: inout AttributeTable) {
    for number in order {
      guard let value = AttributeValue(pooled: values[number]) else { continue }
      AttributeEncoding.append(value, to: &table.valueBytes)
      table.valueEnds.append(table.valueBytes.count)
    }
  }
}

extension AttributePool {
  /// Adds all strings of `other`; returns their numbers here by those there.
  mutating func join(_ other: AttributePool) -> [UInt32] {
    (0..<UInt32(other.count)).map { intern(other.bytes.span.extracting(other.range($0))) }
  }
}
