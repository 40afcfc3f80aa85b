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
struct FeatureTableBuilder: Sendable {
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
  struct Result: Sendable {
    var table = FeatureTable()
    var attributes = AttributeTable()
    var survey: OverlaySurvey
  }

  /// Numbers `chunks`, which stand in input order and lose what goes into the result, and lays
  /// everything out by place.
  func build(_ chunks: inout [FlattenedChunk], _ naming: OverlayNaming, extent: Int) -> Result {
    var strings = AttributeStrings()
    var result = number(&chunks, naming, &strings)
    result.attributes = strings.table(naming, extent: extent)
    result.table.sortByPlace()
    let order = result.table.renumberValues(count: strings.values.count)
    result.attributes.valueBytes.reserveCapacity(
      strings.values.bytes.count + 2 * strings.values.count)
    result.attributes.valueEnds.reserveCapacity(strings.values.count)
    strings.appendValues(order, to: &result.attributes)
    return result
  }

  /// Numbers `chunks` like ``build(_:_:extent:)``, but leaves everything in drawing order, and keys
  /// and values in `strings`, which may have some already.
  func number(
    _ chunks: inout [FlattenedChunk], _ naming: OverlayNaming, _ strings: inout AttributeStrings
  ) -> Result {
    var result = Result(survey: OverlaySurvey(naming))
    let keyNumbers = chunks.map { chunk in strings.keys.join(chunk.keys) }
    let valueNumbers = chunks.map { chunk in strings.values.join(chunk.values) }
    var fields = FieldCollector(layerCount: naming.layers.list.count)
    let pieces = addPieceTags(&result, &strings)
    result.table.reserve(for: chunks)

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
              key: strings.key(naming.names[.id]),
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
    for layer in naming.layers.list.indices {
      let zooms = self.zooms(ofLayer: naming.layers.list[layer].name)
      var featureBase: Int32 = 0
      for c in chunks.indices {
        let kinds = naming.layers.kinds(ofInput: chunks[c].input, inLayer: layer)
        var paints: [Int64: Int32] = [:]
        for row in chunks[c].rows where kinds.contains(row.role, isMain: row.isMain) {
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
              paintNumber = addPaint(pairs, naming.names, &result, &strings)
              paints[memo] = paintNumber
            }
            result.survey.note(overlay, row.role, layer: layer)
          } else {
            result.survey.notePlain(row.role, layer: layer, isCluster: chunks[c].holdsClusters)
          }
          guard range.low <= range.high else { continue }
          let tags = featureTags[c][Int(row.feature)]
          fields.add(result.table.tags(tags), layer: layer, values: strings.values)
          if paintNumber >= 0 {
            let paint = result.table.paints[Int(paintNumber)]
            fields.add(result.table.tags(paint), layer: layer, values: strings.values)
          }
          let number = UInt32(result.table.rows.count)
          result.table.rows.append(
            FeatureTable.Row(
              layer: UInt16(layer), shape: row.shape, hasID: feature.id != nil,
              minZoom: UInt8(range.low), maxZoom: UInt8(range.high), exact: row.exact,
              tags: tags, paint: paintNumber, id: feature.id ?? 0,
              strokeWidth: strokeWidth(feature, chunks[c]),
              feature: chunks[c].number(ofFeature: row.feature, after: featureBase)))
          result.survey.note(zooms: range.low...range.high, layer: layer)
          if row.shape.isSpanned {
            fields.add(pieces[row.shape, default: []][...], layer: layer, values: strings.values)
          }
          let largest = row.parts.max {
            chunks[c].parts[Int($0)].bounds.reach < chunks[c].parts[Int($1)].bounds.reach
          }
          for p in row.parts {
            let part = chunks[c].parts[Int(p)]
            result.survey.bounds.grow(part.bounds)
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
        if layer + 1 == naming.layers.list.count { discarded.add(&chunks[c], &featureTags[c]) }
      }
    }
    for c in chunks.indices {
      result.table.blocks.append(chunks[c].block)
      chunks[c].block = FeatureTable.Block()
    }
    result.survey.fields = fields.named(by: strings.keys)
    return result
  }
}
