import JSONText

extension ReportDocument {
  /// What strategies left out or put together at each zoom.
  static func strategies(_ counts: StrategyCounts) -> JSONValue.Member {
    let zooms = counts.zooms.sorted { $0.key < $1.key }
    let rows = zooms.map { zoom, row -> JSONValue.Member in
      let numbers = [
        ("pointsDropped", row.thinned), ("clusters", row.clusters),
        ("markersInClusters", row.clustered), ("smallestDropped", row.smallest),
        ("featuresMerged", row.merged),
      ]
      let members = numbers.filter { $0.1 > 0 }.map { JSONValue.Member($0.0, .int($0.1)) }
      return .init(String(zoom), .object(members))
    }
    return JSONValue.Member("strategies", .object(rows))
  }
}
