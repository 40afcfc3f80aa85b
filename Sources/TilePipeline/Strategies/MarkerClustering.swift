/// How markers that lie near each other become one point with their number.
///
/// Clusters are made over a whole zoom, from the deepest to the first: a cluster of one zoom goes
/// whole into one of the zoom before, so that it falls apart as the map is zoomed in. Every marker
/// of a zoom is in one cluster or stands alone.
public struct MarkerClustering: Sendable, Equatable {
  /// Most pixels between the first marker of a cluster and the others, 512 a tile.
  public var distance: Double
  /// The deepest tile zoom with clusters; `nil`: one less than the build's last, where every marker
  /// stands alone.
  public var maxZoom: Int?
  /// What clusters say of their markers' properties.
  public var accumulations: [Accumulation] = []

  /// Creates a clustering.
  public init(distance: Double, maxZoom: Int? = nil, accumulations: [Accumulation] = []) {
    (self.distance, self.maxZoom, self.accumulations) = (distance, maxZoom, accumulations)
  }

  /// A property of the markers that their cluster has too.
  public struct Accumulation: Sendable, Equatable {
    /// What is made of the markers' values.
    ///
    /// Numbers: `sum`, `min`, `max`, `mean`; values that are no numbers do not count. `concat`: the
    /// different values as text, in input order, with commas between them; after
    /// ``Accumulation/mostTexts`` of them an ellipsis.
    public enum Operation: String, Sendable, CaseIterable { case sum, min, max, mean, concat }

    /// Most values that `concat` puts into one text.
    public static let mostTexts = 100

    /// Name of the property, and of the cluster's attribute.
    public var name: String
    /// What is made of its values.
    public var operation: Operation

    /// Creates an accumulation.
    public init(_ name: String, _ operation: Operation) {
      (self.name, self.operation) = (name, operation)
    }
  }

  /// `count` in at most four characters, rounded: 987, 1.2k, 12k, 987k, 1.2M.
  static func abbreviated(_ count: Int) -> String {
    guard count >= 1000 else { return String(count) }
    for (unit, letter) in [(1000, "k"), (1_000_000, "M"), (1_000_000_000, "G")] {
      let tenths = (count + unit / 20) / (unit / 10)
      if tenths < 100 {
        return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + letter
      }
      let whole = (count + unit / 2) / unit
      if whole < 1000 { return "\(whole)\(letter)" }
    }
    return "999G"
  }
}
