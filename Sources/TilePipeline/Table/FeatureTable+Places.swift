import MapMath
import OverlayModel

extension FeatureTable {
  /// Sorts parts by their places on the map, rows by their first parts, and attributes by their
  /// rows; makes the tree over the parts.
  mutating func sortByPlace() {
    var words = parts.indices.map { parts[$0].bounds.hilbertKey << 32 | UInt64($0) }
    var sorter = WordSorter()
    sorter.sort(&words)
    parts = words.map { parts[Int(UInt32(truncatingIfNeeded: $0))] }
    var numbers = [UInt32](repeating: .max, count: rows.count)
    var sorted: [Row] = []
    sorted.reserveCapacity(rows.count)
    for i in parts.indices {
      let row = Int(parts[i].row)
      if numbers[row] == .max {
        numbers[row] = UInt32(sorted.count)
        sorted.append(rows[row])
      }
      parts[i].row = numbers[row]
    }
    rows = sorted
    sortTags()
    tree = PartTree(self)
  }

  /// Attributes of paints come first; rows that share theirs go on sharing them.
  private mutating func sortTags() {
    var sorted: [Tag] = []
    sorted.reserveCapacity(tags.count)
    var starts = [Int32](repeating: -1, count: tags.count)
    func moved(_ range: Range<Int32>) -> Range<Int32> {
      guard let first = range.first else { return 0..<0 }
      if starts[Int(first)] < 0 {
        starts[Int(first)] = Int32(sorted.count)
        sorted += tags(range)
      }
      let start = starts[Int(first)]
      return start..<start + Int32(range.count)
    }
    for i in paints.indices { paints[i] = moved(paints[i]) }
    for i in rows.indices { rows[i].tags = moved(rows[i].tags) }
    tags = sorted
  }

  /// Numbers attribute values anew, in the order in which attributes use them; of `count` values,
  /// returns those in use by their old numbers.
  mutating func renumberValues(count: Int) -> [UInt32] {
    var numbers = [UInt32](repeating: .max, count: count)
    var order: [UInt32] = []
    order.reserveCapacity(count)
    func number(_ value: UInt32) -> UInt32 {
      if AttributePool.integer(value) != nil { return value }
      if numbers[Int(value)] == .max {
        numbers[Int(value)] = UInt32(order.count)
        order.append(value)
      }
      return numbers[Int(value)]
    }
    for i in pieceTags.colors.indices {
      pieceTags.colors[i] = pieceTags.colors[i].map(number)
    }
    for i in pieceTags.images.indices { pieceTags.images[i] = number(pieceTags.images[i]) }
    for i in tags.indices { tags[i].value = number(tags[i].value) }
    return order
  }

  /// Indices of the parts in drawing order.
  var partsInDrawingOrder: [UInt32] {
    var indices = [UInt32](repeating: 0, count: parts.count)
    for i in parts.indices { indices[Int(parts[i].order)] = UInt32(i) }
    return indices
  }
}

extension WorldBounds {
  /// Place of the middle on a Hilbert curve over the map, 32 bits; what lies beyond is taken to the
  /// map's edge.
  var hilbertKey: UInt64 {
    let zoom = 16
    func cell(_ low: Double, _ high: Double) -> Int {
      let middle = (low + high) / 2 * Double(1 << zoom)
      return middle > 0 ? Int(min(middle, Double(1 << zoom - 1))) : 0
    }
    let tile = TileID(z: zoom, x: cell(minX, maxX), y: cell(minY, maxY))
    return tile.map { $0.hilbertID - TileID.firstHilbertID(z: zoom) } ?? 0
  }
}
