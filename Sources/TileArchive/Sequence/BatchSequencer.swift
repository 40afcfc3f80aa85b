/// Puts batches that arrive out of turn into their order.
///
/// What waits for its turn lies in memory up to ``heldBytes``; tiles beyond that wait in a file,
/// so a unit that takes long costs disk and no memory.
struct BatchSequencer: ~Copyable, Sendable {
  /// Bytes of tiles that may wait in memory.
  static let standardHeldBytes = 64 << 20

  private struct Waiting: Sendable {
    var batch: TileBatch
    /// Where its bytes are in the file, unless they are in the batch.
    var place: Range<Int>?
  }

  private var waiting: [Int: Waiting] = [:]
  private var turn = 0
  private var held = 0
  private let heldBytes: Int
  private var overflow: GrowingFile?

  init(heldBytes: Int = Self.standardHeldBytes) { self.heldBytes = heldBytes }

  /// Whether every batch that came has had its turn.
  var isEmpty: Bool { waiting.isEmpty }

  /// Takes a batch.
  ///
  /// - Parameter folder: Where the file of waiting tiles is made when it is needed.
  mutating func add(
    _ batch: consuming TileBatch, in folder: borrowing Descriptor
  ) throws(ArchiveError) {
    var entry = Waiting(batch: batch)
    let sequence = entry.batch.sequence
    precondition(sequence >= turn && waiting[sequence] == nil, "a batch came twice")
    if sequence != turn, held + entry.batch.bytes.count > heldBytes {
      if overflow == nil { overflow = try GrowingFile("waiting", in: folder) }
      let start = overflow?.end ?? 0
      try overflow?.append(entry.batch.bytes.span)
      entry.place = start..<start + entry.batch.bytes.count
      entry.batch.bytes = []
    }
    held += entry.batch.bytes.count
    waiting[sequence] = entry
  }

  /// The batch whose turn it is; `nil` when it has not come yet.
  mutating func next() throws(ArchiveError) -> TileBatch? {
    guard var entry = waiting.removeValue(forKey: turn) else { return nil }
    turn += 1
    held -= entry.batch.bytes.count
    if let place = entry.place { try overflow?.read(place, into: &entry.batch.bytes) }
    return entry.batch
  }
}
