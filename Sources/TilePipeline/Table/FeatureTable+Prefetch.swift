import CMemory

extension FeatureTable {
  /// Rows that are called for at a time.
  static let handful = 64

  /// Calls for the attributes of the next handful of rows, whose numbers are `owners[range]`, and for
  /// the rows of the handful after it.
  ///
  /// A big tile's rows lie all over the table in drawing order, and memory answers several calls at
  /// once.
  func callForRows(of owners: [UInt32], _ range: Range<Int>) {
    let next = range.prefix(Self.handful)
    rows.withUnsafeBufferPointer { rows in
      guard let first = rows.baseAddress else { return }
      for i in range.dropFirst(Self.handful).prefix(Self.handful) {
        cmem_prefetch(first + Int(owners[i]))
      }
      tags.withUnsafeBufferPointer { tags in
        guard let first = tags.baseAddress else { return }
        for i in next { cmem_prefetch(first + Int(rows[Int(owners[i])].tags.lowerBound)) }
      }
    }
  }
}
