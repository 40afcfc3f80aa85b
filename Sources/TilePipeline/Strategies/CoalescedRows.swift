/// Which rows may be put together in tiles: those of one source layer that look alike and have the
/// same attributes.
///
/// A row that has its like anywhere loses its id, in all tiles: a feature that stands for several
/// overlays has none of theirs, and an id must be the same in every tile that shows the overlay.
enum CoalescedRows {
  private struct Kind: Hashable {
    var layer: UInt16
    var type: UInt8
    var tags: [UInt64]
  }

  /// Numbers the kinds of rows in `table` and takes the ids of rows that are not the only ones of
  /// their kind.
  static func find(in table: inout FeatureTable) {
    var numbers: [Kind: UInt32] = [:]
    var features: [Int32] = []
    var isShared: [Bool] = []
    var kinds: [UInt32] = []
    kinds.reserveCapacity(table.rows.count)
    for row in table.rows {
      let kind = Kind(layer: row.layer, type: row.shape.geometryType, tags: tags(of: row, table))
      let number = numbers[kind] ?? UInt32(features.count)
      if number == features.count {
        numbers[kind] = number
        features.append(row.feature)
        isShared.append(false)
      } else if features[Int(number)] != row.feature {
        isShared[Int(number)] = true
      }
      kinds.append(number)
    }
    for (row, kind) in kinds.enumerated() where isShared[Int(kind)] {
      table.rows[row].hasID = false
    }
    table.kinds = kinds
  }

  private static func tags(of row: FeatureTable.Row, _ table: FeatureTable) -> [UInt64] {
    func words(_ range: Range<Int32>) -> [UInt64] {
      table.tags(range).map { UInt64($0.key) << 32 | UInt64($0.value) }
    }
    return words(row.tags) + (row.paint >= 0 ? words(table.paints[Int(row.paint)]) : [])
  }
}
