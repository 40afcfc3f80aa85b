import Synchronization
import TileGeometry

/// The geometry of a part that several work units need, prepared by the first that asks.
///
/// Freed with the last unit that refers to it.
final class PreparedPart: Sendable {
  private let geometry = Mutex<SliceLevel?>(nil)
  private let spanned = Mutex<SpannedLine??>(nil)

  /// Appends what of the geometry may touch `area` to `level`, after `prepare` made it where that was
  /// not done yet.
  func append(
    to level: inout SliceLevel, touching area: GridRect, prepare: (inout SliceLevel) -> Void
  ) {
    level.append(made(by: prepare), touching: area)
  }

  /// The geometry, after `prepare` made it where that was not done yet.
  @discardableResult
  func made(by prepare: (inout SliceLevel) -> Void) -> SliceLevel {
    geometry.withLock { state in
      if let state { return state }
      var made = SliceLevel()
      prepare(&made)
      state = made
      return made
    }
  }

  /// The line of a part with spans, after `prepare` made it where that was not done yet.
  func line(prepare: () -> SpannedLine?) -> SpannedLine? {
    spanned.withLock { state -> SpannedLine? in
      if let state { return state }
      let made = prepare()
      state = .some(made)
      return made
    }
  }
}
