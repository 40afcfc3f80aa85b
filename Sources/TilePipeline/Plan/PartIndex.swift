import MapMath

/// Finds the parts of a feature table that touch a window without looking at all of them: an R-tree
/// packed along the Hilbert curve.
///
/// Built once in O(*n* log *n*) for single tiles; builds of all tiles divide the parts instead.
///
/// - SeeAlso: Kamel, Faloutsos, "Hilbert R-tree" (1994).
struct PartIndex: Sendable {
  /// Children of a node.
  private static let fan = 16

  /// Parts, neighbours side by side.
  private let parts: [UInt32]
  /// `levels[0]` bounds each run of ``fan`` parts, and each level above a run of the level below.
  private let levels: [[WorldBounds]]
  private let bounds: [WorldBounds]

  /// An index of the parts of `table`.
  init(_ table: borrowing FeatureTable) {
    bounds = table.parts.map(\.bounds)
    let keyed = bounds.enumerated().map { (key: Self.key(of: $1), part: UInt32($0)) }
    parts = keyed.sorted { ($0.key, $0.part) < ($1.key, $1.part) }.map(\.part)
    var levels: [[WorldBounds]] = []
    var below = parts.map { [bounds] part in bounds[Int(part)] }
    repeat {
      below = stride(from: 0, to: below.count, by: Self.fan).map { start in
        var box = WorldBounds()
        for child in below[start..<min(start + Self.fan, below.count)] { box.grow(child) }
        return box
      }
      levels.append(below)
    } while below.count > 1
    self.levels = levels
  }

  /// The parts that may lie in `window`, in drawing order.
  func parts(in window: PartWindow) -> [UInt32] {
    var found: [UInt32] = []
    var open: [(level: Int, node: Int)] = []
    if let top = levels.last, !top.isEmpty { open.append((levels.count - 1, 0)) }
    while let (level, node) = open.popLast() {
      guard window.mayHold(levels[level][node]) else { continue }
      let start = node * Self.fan
      if level > 0 {
        for child in start..<min(start + Self.fan, levels[level - 1].count) {
          open.append((level - 1, child))
        }
      } else {
        for part in parts[start..<min(start + Self.fan, parts.count)]
        where window.mayHold(bounds[Int(part)]) {
          found.append(part)
        }
      }
    }
    return found.sorted()
  }

  /// Place of the middle on a curve over the map; what lies beyond is taken to the map's edge.
  private static func key(of bounds: WorldBounds) -> UInt64 {
    let zoom = 16
    func cell(_ low: Double, _ high: Double) -> Int {
      let middle = (low + high) / 2 * Double(1 << zoom)
      return middle > 0 ? Int(min(middle, Double(1 << zoom - 1))) : 0
    }
    let tile = TileID(
      z: zoom, x: cell(bounds.minX, bounds.maxX), y: cell(bounds.minY, bounds.maxY))
    return tile?.hilbertID ?? 0
  }
}
