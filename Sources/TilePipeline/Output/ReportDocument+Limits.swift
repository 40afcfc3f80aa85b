import JSONText
import MapMath

extension ReportDocument {
  /// The tiles over the limits: how many at each zoom, and by how much each of the worst is.
  static func limits(_ overfull: OverfullTiles) -> JSONValue.Member {
    let limits = overfull.limits
    var members: [JSONValue.Member] = []
    if let bytes = limits.bytes { members.append(.init("maxTileBytes", .int(bytes))) }
    if let features = limits.features { members.append(.init("maxTileFeatures", .int(features))) }
    members.append(.init("count", .int(overfull.count)))
    members.append(.init("zooms", counts(overfull.counts)))
    let tiles = overfull.list.map { entry -> JSONValue in
      var members: [JSONValue.Member] = [
        .init("tile", .string("\(entry.tile.z)/\(entry.tile.x)/\(entry.tile.y)")),
        .init("bytes", .int(entry.bytes)),
        .init("features", .int(entry.features)),
      ]
      if let most = limits.bytes, entry.bytes > most {
        members.append(.init("bytesOver", .int(entry.bytes - most)))
      }
      if let most = limits.features, entry.features > most {
        members.append(.init("featuresOver", .int(entry.features - most)))
      }
      members.append(
        .init("layers", .object(entry.layers.map { .init($0.name, .int($0.features)) })))
      return .object(members)
    }
    members.append(.init("tiles", .array(tiles)))
    return JSONValue.Member("limits", .object(members))
  }

  /// Numbers by zoom, in order.
  static func counts(_ counts: [Int: Int]) -> JSONValue {
    .object(counts.sorted { $0.key < $1.key }.map { .init(String($0.key), .int($0.value)) })
  }
}
