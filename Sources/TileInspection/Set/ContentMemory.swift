internal import Synchronization
internal import TileArchive

/// What is known of a content that several tiles share.
final class ContentOutcome: Sendable {
  let findings: TileFindings
  let borders: TileBorders
  /// Names of the layers.
  let layers: [String]
  let figures: TileInspector.Figures

  init(
    findings: TileFindings, borders: TileBorders, layers: [String],
    figures: TileInspector.Figures
  ) {
    (self.findings, self.borders) = (findings, borders)
    (self.layers, self.figures) = (layers, figures)
  }
}

/// Remembers contents that were looked at, so many that memory stays bounded; one that was
/// forgotten is looked at again.
final class ContentMemory: Sendable {
  private static let capacity = 1 << 17
  private let outcomes = Mutex<[ContentKey: ContentOutcome]>([:])

  func outcome(of content: ContentKey) -> ContentOutcome? { outcomes.withLock { $0[content] } }

  /// Whether the content was not remembered yet.
  func keep(_ outcome: ContentOutcome, for content: ContentKey) -> Bool {
    outcomes.withLock { outcomes in
      if outcomes.count >= Self.capacity { outcomes.removeAll(keepingCapacity: true) }
      return outcomes.updateValue(outcome, forKey: content) == nil
    }
  }
}
