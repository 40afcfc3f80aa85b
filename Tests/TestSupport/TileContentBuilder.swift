public import TileEncoding

/// Fills a `TileContent` and its `AttributeTable` from readable calls.
public struct TileContentBuilder {
  /// The tile so far.
  public private(set) var content = TileContent()
  /// Names and values so far.
  public private(set) var table = AttributeTable()
  private var keys: [String: UInt32] = [:]
  private var values: [[UInt8]: UInt32] = [:]

  /// Starts an empty tile.
  public init(extent: UInt32 = 4096) { table.extent = extent }

  /// Starts a new tile with the same table.
  public mutating func clear() { content.removeAll() }

  /// Starts a layer; the features that follow are its.
  public mutating func layer(_ name: String) {
    content.layerNames.append(UInt32(table.layerNames.count))
    table.layerNames.append(name)
    content.layerFeatureEnds.append(UInt32(content.types.count))
  }

  /// Adds a feature to the last layer. Values are whole `Tile.Value` messages.
  public mutating func feature(
    _ type: TileContent.GeometryType, id: UInt64? = nil, tags: [(String, [UInt8])] = [],
    _ parts: [[(Int32, Int32)]]
  ) {
    for part in parts {
      content.x += part.map(\.0)
      content.y += part.map(\.1)
      content.partEnds.append(UInt32(content.x.count))
    }
    content.featurePartEnds.append(UInt32(content.partEnds.count))
    content.ids.append(id ?? 0)
    content.hasID.append(id == nil ? 0 : 1)
    content.types.append(type.rawValue)
    for (key, value) in tags { content.tags += [number(ofKey: key), number(ofValue: value)] }
    content.featureTagEnds.append(UInt32(content.tags.count))
    content.layerFeatureEnds[content.layerFeatureEnds.count - 1] = UInt32(content.types.count)
  }

  /// The number of a key, which is added when it is new.
  public mutating func number(ofKey key: String) -> UInt32 {
    if let number = keys[key] { return number }
    let number = UInt32(table.keyEnds.count)
    table.keyBytes += Array(key.utf8)
    table.keyEnds.append(table.keyBytes.count)
    keys[key] = number
    return number
  }

  /// The number of a value, which is added when it is new.
  public mutating func number(ofValue value: [UInt8]) -> UInt32 {
    if let number = values[value] { return number }
    let number = UInt32(table.valueEnds.count)
    table.valueBytes += value
    table.valueEnds.append(table.valueBytes.count)
    values[value] = number
    return number
  }

  /// A value's message.
  public static func text(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    AttributeEncoding.encode(string: text, into: &bytes)
    return bytes
  }

  /// A value's message.
  public static func int(_ value: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    AttributeEncoding.encode(int: value, into: &bytes)
    return bytes
  }

  /// A value's message.
  public static func double(_ value: Double) -> [UInt8] {
    var bytes: [UInt8] = []
    AttributeEncoding.encode(double: value, into: &bytes)
    return bytes
  }
}
