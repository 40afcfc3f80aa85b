import OverlayModel

/// Finds out which attributes each source layer has, and of which types.
struct FieldCollector {
  private struct Field {
    var key: UInt32
    var isNumber = false, isText = false, isBoolean = false

    /// The word for its type; mixed types are text, as MBTiles has no word for them.
    var type: String {
      switch (isNumber, isText, isBoolean) {
      case (true, false, false): "Number"
      case (false, false, true): "Boolean"
      default: "String"
      }
    }
  }
  /// Per layer, in first-seen order.
  private var fields: [[Field]]
  /// Per layer: the field of each key, -1 where it has none.
  private var indices: [[Int32]]

  init(layerCount: Int) {
    fields = Array(repeating: [], count: layerCount)
    indices = Array(repeating: [], count: layerCount)
  }

  /// Notes attributes of a row of `layer`.
  mutating func add(
    _ tags: ArraySlice<FeatureTable.Tag>, layer: Int, values: borrowing AttributePool
  ) {
    for tag in tags {
      let key = Int(tag.key)
      while indices[layer].count <= key { indices[layer].append(-1) }
      if indices[layer][key] < 0 {
        indices[layer][key] = Int32(fields[layer].count)
        fields[layer].append(Field(key: tag.key))
      }
      let field = Int(indices[layer][key])
      switch values.type(of: tag.value) {
      case AttributeValue.TypeByte.string: fields[layer][field].isText = true
      case AttributeValue.TypeByte.bool: fields[layer][field].isBoolean = true
      default: fields[layer][field].isNumber = true
      }
    }
  }

  /// Names and types of each layer's attributes.
  func named(by keys: AttributePool) -> [[(name: String, type: String)]] {
    fields.map { layer in
      layer.map { (String(decoding: keys[$0.key], as: UTF8.self), $0.type) }
    }
  }
}
