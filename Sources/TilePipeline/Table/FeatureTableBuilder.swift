import CMemory
import MapStyle
import OverlayModel
import TileEncoding

/// Frees features of chunks that are in the table now, and gives their memory back to the system in
/// time for the table to take it.
private struct DiscardedFeatures {
  private static let worthReturning = 1 << 17
  private var count = 0

  mutating func add(_ chunk: inout FlattenedChunk, _ tags: inout [Range<Int32>]) {
    count += chunk.features.count
    (chunk.features, chunk.rows, chunk.parts, tags) = ([], [], [], [])
    guard count >= Self.worthReturning else { return }
    count = 0
    cmem_release_free()
  }
}

/// Numbers the flattened chunks of all inputs: parts in drawing order, attributes in one table.
struct FeatureTableBuilder {
  /// Our attributes and their values, and what the style must know.
  let paint: PaintAttributes
  /// Name of the source layer for each input; `nil`: by kind.
  let layerNames: [String?]
  let zooms: ClosedRange<Int>
  /// Zooms of layers, by their names.
  let layerZooms: [String: ClosedRange<Int>]
  /// Colours and images of spans, whose paints the rows' tracks refer to.
  let spans: SpanStyling

  /// What the numbering makes.
  struct Result {
    var table = FeatureTable()
    var attributes = AttributeTable()
    var names = AttributeNames()
    /// Attribute names with their types for each layer, in first-seen order.
    var fields: [[(name: String, type: String)]] = []
    var markerKinds: [Set<StylePlan.MarkerKind>] = []
    /// Points, of all strokes.
    var widestStroke = 0.0
  }

  /// Numbers `chunks`, which stand in input order and lose what goes into the result.
  func build(_ chunks: inout [FlattenedChunk], extent: Int) -> Result {
    var result = Result()
    result.attributes.extent = UInt32(extent)
    var keys = AttributePool()
    var values = AttributePool(ofValues: true)
    let keyNumbers = chunks.map { chunk in remap(chunk.keys, into: &keys) }
    let valueNumbers = chunks.map { chunk in remap(chunk.values, into: &values) }
    result.names = chunks.attributeNames
    let layers = nameLayers(chunks)
    result.table.layers = layers.list
    result.markerKinds = layers.list.map { _ in [] }
    var fields = FieldCollector(layerCount: layers.list.count)
    let pieces = addPieceTags(&result, &keys, &values)

    result.table.places.reserveCapacity(chunks.reduce(0) { $0 + $1.features.count })
    result.table.tags.reserveCapacity(chunks.reduce(0) { $0 + $1.tags.count })
    result.table.rows.reserveCapacity(chunks.reduce(0) { $0 + $1.rows.count })
    result.table.parts.reserveCapacity(chunks.reduce(0) { $0 + $1.parts.count })

    // Tags of every feature, once for all its rows.
    var featureTags: [[Range<Int32>]] = []
    for c in chunks.indices {
      let chunk = chunks[c]
      var ranges: [Range<Int32>] = []
      ranges.reserveCapacity(chunk.features.count)
      for feature in chunk.features {
        let start = Int32(result.table.tags.count)
        for t in feature.tags {
          let tag = chunk.tags[Int(t)]
          result.table.tags.append(
            FeatureTable.Tag(
              key: keyNumbers[c][Int(tag.key)], value: number(tag.value, valueNumbers[c])))
        }
        if feature.otherID >= 0 {
          result.table.tags.append(
            FeatureTable.Tag(
              key: intern(result.names[.id], into: &keys),
              value: number(UInt32(feature.otherID), valueNumbers[c])))
        }
        ranges.append(start..<Int32(result.table.tags.count))
        result.table.places.append(
          FeatureTable.Place(
            input: Int32(feature.location.input),
            line: Int32(truncatingIfNeeded: feature.location.line),
            feature: Int32(truncatingIfNeeded: feature.location.feature),
            id: chunk.idText(of: feature)))
      }
      featureTags.append(ranges)
      // What is in the table now takes no memory in the chunk any more.
      chunks[c].tags = []
      chunks[c].keys = AttributePool()
      chunks[c].values = AttributePool(ofValues: true)
    }

    // Rows, layer by layer.
    var discarded = DiscardedFeatures()
    for layer in layers.list.indices {
      let zooms = self.zooms(ofLayer: layers.list[layer].name)
      var featureBase: Int32 = 0
      for c in chunks.indices {
        var paints: [Int64: Int32] = [:]
        for row in chunks[c].rows
        where layers.number(input: chunks[c].input, role: row.role, isMain: row.isMain) == layer {
          let feature = chunks[c].features[Int(row.feature)]
          var range = (
            low: max(zooms.lowerBound, Int(row.minZoom)),
            high: min(zooms.upperBound, Int(row.maxZoom))
          )
          var paintNumber: Int32 = -1
          if feature.overlay >= 0 {
            let overlay = chunks[c].overlays[Int(feature.overlay)]
            range.low = max(range.low, overlay.minZoom ?? range.low)
            range.high = min(range.high, overlay.maxZoom ?? range.high)
            let memo = Int64(feature.overlay) << 8 | Int64(row.role.rawValue)
            if let known = paints[memo] {
              paintNumber = known
            } else {
              let user = MarkerImages.User(
                input: chunks[c].input, location: feature.location,
                id: result.table.places[Int(featureBase + row.feature)].id)
              var pairs = paint.pairs(for: overlay, in: row.role, of: user)
              // Those of simplestyle are properties of the feature already.
              if feature.isPlain { pairs.removeAll { [.title, .snippet].contains($0.0) } }
              paintNumber = addPaint(pairs, &result, &keys, &values)
              paints[memo] = paintNumber
            }
            note(overlay, row.role, layer, &result)
          } else if chunks[c].holdsClusters {
            result.table.layers[layer].hasClusters = true
          } else {
            result.table.layers[layer].zIndices.insert(0)
            if row.role == .marker {
              result.markerKinds[layer].insert(
                StylePlan.MarkerKind(flat: false, collision: .required))
            }
            if row.role == .stroke { result.widestStroke = max(result.widestStroke, 1) }
          }
          guard range.low <= range.high else { continue }
          let tags = featureTags[c][Int(row.feature)]
          fields.add(result.table.tags(tags), layer: layer, values: values)
          if paintNumber >= 0 {
            let paint = result.table.paints[Int(paintNumber)]
            fields.add(result.table.tags(paint), layer: layer, values: values)
          }
          let number = UInt32(result.table.rows.count)
          result.table.rows.append(
            FeatureTable.Row(
              layer: UInt16(layer), shape: row.shape, hasID: feature.id != nil,
              minZoom: UInt8(range.low), maxZoom: UInt8(range.high), exact: row.exact,
              tags: tags, paint: paintNumber, id: feature.id ?? 0,
              strokeWidth: strokeWidth(feature, chunks[c]), feature: featureBase + row.feature))
          if row.shape.isSpanned {
            fields.add(pieces[row.shape, default: []][...], layer: layer, values: values)
          }
          let largest = row.parts.max {
            chunks[c].parts[Int($0)].bounds.reach < chunks[c].parts[Int($1)].bounds.reach
          }
          for p in row.parts {
            let part = chunks[c].parts[Int(p)]
            result.table.parts.append(
              FeatureTable.Part(
                block: Int32(c), row: number, paths: part.paths, weight: part.weight,
                spansWorld: part.spansWorld, isLargest: p == largest,
                isEnclosed: part.isEnclosed,
                hasNeighbours: part.hasNeighbours, area: part.area, bounds: part.bounds,
                track: part.track,
                order: UInt32(result.table.parts.count)))
          }
        }
        featureBase += Int32(chunks[c].features.count)
        if layer + 1 == layers.list.count { discarded.add(&chunks[c], &featureTags[c]) }
      }
    }
    for c in chunks.indices {
      result.table.blocks.append(chunks[c].block)
      chunks[c].block = FeatureTable.Block()
    }
    result.fields = fields.named(by: keys)
    result.attributes.keyBytes = keys.bytes
    result.attributes.keyEnds = keys.ends
    result.attributes.layerNames = layers.list.map(\.name)
    result.table.sortByPlace()
    encodeValues(values, in: result.table.renumberValues(count: values.count), &result.attributes)
    return result
  }

  /// Numbers what stands in pieces of lines with spans; returns an example for each shape.
  private func addPieceTags(
    _ result: inout Result, _ keys: inout AttributePool, _ values: inout AttributePool
  ) -> [FeatureTable.Shape: [FeatureTable.Tag]] {
    guard !spans.paints.isEmpty else { return [:] }
    func number(_ value: AttributeValue) -> UInt32 {
      var bytes: [UInt8] = []
      value.pooled(into: &bytes)
      return values.intern(bytes.span)
    }
    var tags = PieceTags()
    tags.colors = spans.colors.map { color in
      color == PaintAttributes.defaultColor ? nil : number(.string(color.cssText))
    }
    tags.images = spans.images.map { number(.string($0)) }
    // Names are made only where they occur, so that they stand in no layer in vain.
    tags.colorKey = intern(result.names[.color], into: &keys)
    tags.imageKey = intern(result.names[.image], into: &keys)
    tags.rotKey = intern(result.names[.rot], into: &keys)
    let text = number(.string(""))
    let image = FeatureTable.Tag(key: tags.imageKey, value: text)
    result.table.spanPaints = spans.paints
    result.table.pieceTags = tags
    return [
      .spans: [FeatureTable.Tag(key: tags.colorKey, value: text)],
      .textures: [image],
      .sprites: [image, FeatureTable.Tag(key: tags.rotKey, value: number(.double(0)))],
    ]
  }

  private func strokeWidth(_ feature: FeatureBatch.Feature, _ chunk: FlattenedChunk) -> Float {
    guard feature.overlay >= 0,
      case .polyline(let look) = chunk.overlays[Int(feature.overlay)].look
    else { return 0 }
    return Float(look.strokeWidth)
  }

  /// The zooms of a layer; none, as an empty half-open range ends, where they lie beyond the build's.
  private func zooms(ofLayer name: String) -> (lowerBound: Int, upperBound: Int) {
    guard let own = layerZooms[name] else { return (zooms.lowerBound, zooms.upperBound) }
    return (max(zooms.lowerBound, own.lowerBound), min(zooms.upperBound, own.upperBound))
  }

  private func remap(_ pool: AttributePool, into all: inout AttributePool) -> [UInt32] {
    (0..<UInt32(pool.count)).map { all.intern(pool.bytes.span.extracting(pool.range($0))) }
  }

  /// The number in the table of a chunk's value.
  private func number(_ value: UInt32, _ numbers: [UInt32]) -> UInt32 {
    AttributePool.integer(value) == nil ? numbers[Int(value)] : value
  }

  private func intern(_ text: String, into pool: inout AttributePool) -> UInt32 {
    let bytes = Array(text.utf8)
    return pool.intern(bytes.span)
  }

  private func addPaint(
    _ pairs: PaintAttributes.Pairs, _ result: inout Result, _ keys: inout AttributePool,
    _ values: inout AttributePool
  ) -> Int32 {
    guard !pairs.isEmpty else { return -1 }
    let start = Int32(result.table.tags.count)
    for (attribute, value) in pairs {
      var bytes: [UInt8] = []
      value.pooled(into: &bytes)
      result.table.tags.append(
        FeatureTable.Tag(
          key: intern(result.names[attribute], into: &keys), value: values.intern(bytes.span)))
    }
    result.table.paints.append(start..<Int32(result.table.tags.count))
    return Int32(result.table.paints.count - 1)
  }

  private func note(
    _ overlay: Overlay, _ role: LayerRole, _ layer: Int, _ result: inout Result
  ) {
    result.table.layers[layer].zIndices.insert(overlay.zIndex)
    switch overlay.look {
    case .polyline(let look): result.widestStroke = max(result.widestStroke, look.strokeWidth)
    case .polygon(let look) where role == .stroke:
      result.widestStroke = max(result.widestStroke, look.strokeWidth)
    case .circle(let look) where role == .stroke:
      result.widestStroke = max(result.widestStroke, look.strokeWidth)
    case .marker(let look):
      result.markerKinds[layer].insert(
        StylePlan.MarkerKind(flat: look.isFlat, collision: look.collisionBehavior))
    default: break
    }
  }

  /// Values in a given order as the encoder wants them: each a whole message.
  private func encodeValues(
    _ values: AttributePool, in order: [UInt32], _ table: inout AttributeTable
  ) {
    table.valueBytes.reserveCapacity(values.bytes.count + 2 * values.count)
    table.valueEnds.reserveCapacity(values.count)
    for number in order {
      guard let value = AttributeValue(pooled: values[number]) else { continue }
      AttributeEncoding.append(value, to: &table.valueBytes)
      table.valueEnds.append(table.valueBytes.count)
    }
  }
}
