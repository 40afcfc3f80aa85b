import MapStyle
import OverlayModel

extension FeatureTableBuilder {
  /// Numbers what stands in pieces of lines with spans; returns an example for each shape.
  func addPieceTags(
    _ result: inout Result, _ strings: inout AttributeStrings
  ) -> [FeatureTable.Shape: [FeatureTable.Tag]] {
    guard !spans.paints.isEmpty else { return [:] }
    let names = result.survey.names
    var tags = PieceTags()
    tags.colors = spans.colors.map { color in
      color == PaintAttributes.defaultColor ? nil : strings.value(.string(color.cssText))
    }
    tags.images = spans.images.map { strings.value(.string($0)) }
    // Names are made only where they occur, so that they stand in no layer in vain.
    tags.colorKey = strings.key(names[.color])
    tags.imageKey = strings.key(names[.image])
    tags.rotKey = strings.key(names[.rot])
    let text = strings.value(.string(""))
    let image = FeatureTable.Tag(key: tags.imageKey, value: text)
    result.table.spanPaints = spans.paints
    result.table.pieceTags = tags
    return [
      .spans: [FeatureTable.Tag(key: tags.colorKey, value: text)],
      .textures: [image],
      .sprites: [image, FeatureTable.Tag(key: tags.rotKey, value: strings.value(.double(0)))],
    ]
  }

  /// Numbers our attributes of one overlay; -1 where there are none.
  func addPaint(
    _ pairs: PaintAttributes.Pairs, _ names: AttributeNames, _ result: inout Result,
    _ strings: inout AttributeStrings
  ) -> Int32 {
    guard !pairs.isEmpty else { return -1 }
    let start = Int32(result.table.tags.count)
    for (attribute, value) in pairs {
      result.table.tags.append(
        FeatureTable.Tag(key: strings.key(names[attribute]), value: strings.value(value)))
    }
    result.table.paints.append(start..<Int32(result.table.tags.count))
    return Int32(result.table.paints.count - 1)
  }

  func strokeWidth(_ feature: FeatureBatch.Feature, _ chunk: FlattenedChunk) -> Float {
    guard feature.overlay >= 0,
      case .polyline(let look) = chunk.overlays[Int(feature.overlay)].look
    else { return 0 }
    return Float(look.strokeWidth)
  }

  /// The zooms of a layer; none, as an empty half-open range ends, where they lie beyond the build's.
  func zooms(ofLayer name: String) -> (lowerBound: Int, upperBound: Int) {
    guard let own = layerZooms[name] else { return (zooms.lowerBound, zooms.upperBound) }
    return (max(zooms.lowerBound, own.lowerBound), min(zooms.upperBound, own.upperBound))
  }

  /// The number in the table of a chunk's value.
  func number(_ value: UInt32, _ numbers: [UInt32]) -> UInt32 {
    AttributePool.integer(value) == nil ? numbers[Int(value)] : value
  }
}

extension FeatureTable {
  /// Makes room for all that `chunks` have.
  mutating func reserve(for chunks: [FlattenedChunk]) {
    places.reserveCapacity(chunks.reduce(0) { $0 + $1.features.count })
    tags.reserveCapacity(chunks.reduce(0) { $0 + $1.tags.count })
    rows.reserveCapacity(chunks.reduce(0) { $0 + $1.rows.count })
    parts.reserveCapacity(chunks.reduce(0) { $0 + $1.parts.count })
  }
}
