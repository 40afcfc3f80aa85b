/// What strategies left out of tiles or put together, by zoom.
public struct StrategyCounts: Sendable, Equatable {
  /// One zoom.
  public struct Zoom: Sendable, Equatable {
    /// Points that ``BuildOptions/dropRate`` left out.
    public var thinned = 0
    /// Clusters, and the markers in them.
    public var clusters = 0, clustered = 0
    /// Features of tiles that ``BuildOptions/coalesce`` put into others.
    public var merged = 0
    /// Overlays that ``BuildOptions/dropSmallest`` left out.
    public var smallest = 0
    /// Creates a row of zeros.
    public init() {}
  }

  /// By zoom; zooms at which nothing was done are missing.
  public var zooms: [Int: Zoom] = [:]

  /// Nothing done.
  public init() {}
}
