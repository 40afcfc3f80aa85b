import OverlayModel

/// The overlays of one chunk of input as points, lines and polygons, not yet numbered.
struct FlattenedChunk: Sendable {
  /// One overlay in one source layer; see ``FeatureTable/Row``.
  struct Row: Sendable {
    var role: LayerRole
    /// Whether this is the overlay's main geometry: that of a layer named by the user.
    var isMain: Bool
    var shape: FeatureTable.Shape
    var exact: Bool
    var parts: Range<Int32>
    /// Index into `features`.
    var feature: Int32
    /// Tile zooms in which it is drawn, as far as the build's own and the overlay's go.
    var minZoom: UInt8 = 0, maxZoom: UInt8 = 31
  }

  /// A part: paths of `block`, their vertices and bounds. Points have no paths.
  struct Part: Sendable {
    var paths: Range<Int32>
    var weight: Int32
    /// Whether it covers the map and half a world on both sides: it needs no copies.
    var spansWorld: Bool
    /// Whether most of its outer ring is border that other polygons have too.
    var isEnclosed = false
    /// See ``FeatureTable/Part``.
    var hasNeighbours = false
    var area = 0 as Float
    var bounds: WorldBounds
    /// Its spans: index into the block's tracks; -1: none.
    var track: Int32 = -1
  }

  /// Input and chunk, in the order of drawing.
  var input = 0
  var sequence = 0
  /// Whether its features are clusters of markers, which the build has made.
  var holdsClusters = false
  var block = FeatureTable.Block()
  var rows: [Row] = []
  var parts: [Part] = []
  /// Indices into `features` of images on the ground, which are no vectors.
  var groundOverlays: [Int32] = []
  /// The batch without its positions: features, overlays, attributes, findings.
  var features: [FeatureBatch.Feature] = []
  var overlays: [Overlay] = []
  var tags: [FeatureBatch.Tag] = []
  var keys = AttributePool()
  var values = AttributePool(ofValues: true)
  var findings: [Finding] = []
  var recordCount = 0
  var filteredCount = 0
  /// Styles of spans, no two equal.
  var spanStyles: [SpanStyle] = []
  private var spanStyleNumbers: [SpanStyle: Int32] = [:]
  /// Where features, rows, parts, attributes and values are, if not here.
  var shelved: ShelvedRecords?
  /// The build's numbers of `features`, where some of the chunk's are not here; empty: all are.
  var numbers: [Int32] = []
}

extension FlattenedChunk {
  /// Features of the chunk, wherever they are.
  var featureCount: Int { shelved?.featureCount ?? features.count }

  /// The build's number of a feature, where the chunks before have `count` features.
  func number(ofFeature index: Int32, after count: Int32) -> Int32 {
    numbers.isEmpty ? count + index : numbers[Int(index)]
  }

  /// Whether its paths are lines without spans.
  var hasLinesAlone: Bool {
    block.tracks.isEmpty && rows.allSatisfy { $0.shape == .lines || $0.shape == .points }
  }

  /// Makes room for what a batch becomes where its edges are straight: growing would take twice as
  /// much, and leave half of that unused.
  mutating func reserve(for batch: borrowing FeatureBatch) {
    rows.reserveCapacity(batch.features.count)
    parts.reserveCapacity(batch.partEnds.count)
    var (vertices, paths) = (0, 0)
    for feature in batch.features where feature.kind == .polyline || feature.kind == .polygon {
      for part in feature.parts {
        for path in batch.paths(ofPart: part) {
          paths += 1
          vertices += batch.positions(ofPath: path).count
        }
      }
    }
    block.pathEnds.reserveCapacity(paths)
    block.x.reserveCapacity(vertices)
    block.y.reserveCapacity(vertices)
  }

  /// Adds a part of the last `pathCount` paths.
  mutating func appendPart(pathCount: Int, spansWorld: Bool = false) {
    let last = Int32(block.pathEnds.count)
    let paths = (last - Int32(pathCount))..<last
    guard let first = paths.first else { return }
    let start = block.vertices(ofPath: first).lowerBound
    var bounds = WorldBounds()
    for i in start..<block.x.count { bounds.grow(block.x[i], block.y[i]) }
    parts.append(
      Part(
        paths: paths, weight: Int32(block.x.count - start), spansWorld: spansWorld, bounds: bounds))
  }

  /// Adds a part of one point, which is where its bounds are and has no path.
  mutating func appendPoint(_ x: Double, _ y: Double) {
    var bounds = WorldBounds()
    bounds.grow(x, y)
    parts.append(Part(paths: 0..<0, weight: 1, spansWorld: false, bounds: bounds))
  }

  /// Adds a row of the parts from `parts` on, if there are any.
  mutating func appendRow(
    _ role: LayerRole, isMain: Bool, _ shape: FeatureTable.Shape, parts first: Int32,
    feature: Int32, exact: Bool = false
  ) {
    let range = first..<Int32(parts.count)
    guard !range.isEmpty else { return }
    rows.append(
      Row(role: role, isMain: isMain, shape: shape, exact: exact, parts: range, feature: feature))
  }

  /// The numbers of the styles that the spans of a line refer to, in their order.
  mutating func numberStyles(of look: PolylineLook) -> [Int32] {
    look.spans.references.map { reference in
      let style = SpanStyle(
        reference: reference, width: look.strokeWidth, strokeColor: look.strokeColor)
      if let number = spanStyleNumbers[style] { return number }
      let number = Int32(spanStyles.count)
      spanStyles.append(style)
      spanStyleNumbers[style] = number
      return number
    }
  }

  /// Adds a finding about a feature.
  mutating func note(
    _ effect: Finding.Effect, _ code: Finding.Code, _ feature: FeatureBatch.Feature,
    _ member: String, _ found: String, _ allowed: String
  ) {
    findings.append(
      Finding(
        effect, code, at: feature.location, id: idText(of: feature), member: member, found: found,
        allowed: allowed))
  }

  /// The id as a person reads it.
  func idText(of feature: FeatureBatch.Feature) -> String? {
    if let id = feature.id { return String(id) }
    guard feature.otherID >= 0 else { return nil }
    return AttributeValue(pooled: values[UInt32(feature.otherID)])?.text
  }
}

extension FeatureBatch {
  /// Paths of a part.
  func paths(ofPart part: Int32) -> Range<Int32> {
    (part == 0 ? 0 : partEnds[Int(part) - 1])..<partEnds[Int(part)]
  }

  /// Positions of a path.
  func positions(ofPath path: Int32) -> Range<Int> {
    Int(path == 0 ? 0 : pathEnds[Int(path) - 1])..<Int(pathEnds[Int(path)])
  }
}

extension AttributeValue {
  /// The value as a person reads it.
  var text: String {
    switch self {
    case .string(let text): text
    case .int(let number): String(number)
    case .uint(let number): String(number)
    case .double(let number): String(number)
    case .bool(let flag): String(flag)
    }
  }
}
