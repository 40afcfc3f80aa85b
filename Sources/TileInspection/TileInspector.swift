/// Holds tiles to the rules of the format, from their bytes on; it shares no code with the encoder
/// and assumes nothing of what the encoder does.
///
/// One inspector serves one thread and keeps its memory from tile to tile. Any bytes may be given:
/// what is broken or hostile ends in findings.
///
/// - SeeAlso: Vector Tile Specification 2.1.
public struct TileInspector: Sendable {
  /// What a tile holds.
  public struct Figures: Sendable {
    /// Layers that could be read.
    public var layers = 0
    /// Features of all layers.
    public var features = 0
    /// Vertices of all features; a ring's first vertex counts once.
    public var vertices = 0
  }

  private var layer = ScannedLayer()
  private var scratch = LayerScratch()
  private var rings = RingInspector()

  /// An inspector that has seen nothing.
  public init() {}

  /// Looks at one tile that is expanded.
  ///
  /// - Parameters:
  ///   - bytes: The tile.
  ///   - findings: Receives what is wrong.
  ///   - visit: Called with each layer that could be read, and with the tile's bytes.
  /// - Returns: What the tile holds.
  public mutating func inspect(
    _ bytes: Span<UInt8>, findings: inout TileFindings,
    visit: (_ layer: ScannedLayer, _ bytes: Span<UInt8>) -> Void = { _, _ in }
  ) -> Figures {
    read(bytes, checks: true, findings: &findings, visit: visit)
  }

  /// Reads one tile that is expanded, and judges only whether it can be read.
  public mutating func scan(
    _ bytes: Span<UInt8>, findings: inout TileFindings,
    visit: (_ layer: ScannedLayer, _ bytes: Span<UInt8>) -> Void
  ) -> Figures {
    read(bytes, checks: false, findings: &findings, visit: visit)
  }

  private mutating func read(
    _ bytes: Span<UInt8>, checks: Bool, findings: inout TileFindings,
    visit: (_ layer: ScannedLayer, _ bytes: Span<UInt8>) -> Void
  ) -> Figures {
    var figures = Figures()
    var names: Set<String> = []
    var reader = WireReader(0..<bytes.count)
    do throws(WireFault) {
      while !reader.isAtEnd {
        let start = reader.position
        let (field, kind) = try reader.key(bytes)
        guard field == 3, kind == WireReader.Kind.bytes else {
          note(field, kind, at: start, &findings)
          try reader.skip(bytes, kind)
          continue
        }
        let range = try reader.span(bytes)
        readLayer(bytes, range, index: figures.layers, &names, checks: checks, &figures, &findings)
        visit(layer, bytes)
        figures.layers += 1
      }
    } catch {
      findings.add(
        .wireBroken,
        .init(.wireBroken, offset: min(reader.position, bytes.count), detail: error.text))
    }
    if figures.layers == 0 { findings.add(.tileEmpty, .init(.tileEmpty, detail: "no layer")) }
    return figures
  }

  /// A field of the tile that is no layer.
  private func note(_ field: Int, _ kind: Int, at offset: Int, _ findings: inout TileFindings) {
    let rule: TileRule =
      field == 3 ? .wireType : 16...8191 ~= field ? .fieldExtension : .fieldUnknown
    findings.add(
      rule, .init(rule, offset: offset, detail: "field \(field) of the tile, wire type \(kind)"))
  }

  private mutating func readLayer(
    _ bytes: Span<UInt8>, _ range: Range<Int>, index: Int, _ names: inout Set<String>,
    checks: Bool, _ figures: inout Figures, _ findings: inout TileFindings
  ) {
    layer.removeAll()
    layer.index = index
    (layer.offset, layer.length) = (range.lowerBound, range.count)
    LayerScanner.scan(bytes, range, into: &layer, &scratch, &findings)
    figures.features += layer.kinds.count
    figures.vertices += layer.x.count
    guard checks else { return }
    if layer.hasName, !names.insert(layer.name).inserted {
      findings.add(
        .nameRepeated, .init(.nameRepeated, layer: layer.name, offset: range.lowerBound))
    }
    TableRules.check(bytes, layer, &scratch, &findings)
    GeometryRules.check(layer, &scratch, &rings, &findings)
  }
}

/// Memory that an inspector uses again for every layer.
struct LayerScratch: Sendable {
  /// Numbers of one feature's geometry.
  var commands: [UInt64] = []
  /// Numbers of one feature's tags.
  var tags: [UInt64] = []
  /// Hashes with the number of what they are of.
  var hashes: [(hash: UInt64, index: Int)] = []
  /// Of each key, 1 + the feature that used it last.
  var keyStamps: [Int] = []
  /// Whether a value is used.
  var valueUsed: [Bool] = []
}
