import JSONText
import OverlayModel

/// report.json: what was skipped or altered, and why.
enum ReportDocument {
  /// The report of a build over `inputs`, with what there is to say about the map.
  static func make(_ summary: BuildSummary, inputs: [String], map: JSONValue?) -> JSONValue {
    let skipped = summary.findings.filter { $0.effect == .skipped }
    let altered = summary.findings.filter { $0.effect == .altered }
    func entry(_ finding: Finding) -> JSONValue {
      var members = [
        JSONValue.Member("file", .string(fileName(inputs[finding.location.input])))
      ]
      if finding.location.line > 0 {
        members.append(JSONValue.Member("line", .int(finding.location.line)))
      }
      if finding.location.feature >= 0 {
        members.append(JSONValue.Member("feature", .int(finding.location.feature)))
      }
      if let id = finding.id { members.append(JSONValue.Member("id", .string(id))) }
      members.append(JSONValue.Member("code", .string(finding.code.rawValue)))
      members.append(JSONValue.Member("message", .string(finding.message)))
      return .object(members)
    }
    var codes: [String: Int] = [:]
    for finding in summary.findings { codes[finding.code.rawValue, default: 0] += 1 }
    var members = [
      JSONValue.Member("skipped", .array(skipped.map(entry))),
      JSONValue.Member("altered", .array(altered.map(entry))),
      JSONValue.Member(
        "counts",
        .object(
          [
            JSONValue.Member("features", .int(summary.featuresRead)),
            JSONValue.Member("skipped", .int(skipped.count)),
            JSONValue.Member("altered", .int(altered.count)),
          ]
            + (summary.featuresFiltered > 0
              ? [JSONValue.Member("filtered", .int(summary.featuresFiltered))] : [])
            + codes.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .int($0.value)) })),
    ]
    if !summary.unusedNames.isEmpty { members.append(unused(summary.unusedNames)) }
    if summary.hidden.count > 0 { members.append(hidden(summary.hidden, inputs)) }
    if summary.overfull.limits.isSet { members.append(limits(summary.overfull)) }
    if !summary.strategies.zooms.isEmpty { members.append(strategies(summary.strategies)) }
    if let map { members.append(JSONValue.Member("map", map)) }
    return .object(members)
  }

  /// Names in the options that nothing has.
  private static func unused(_ names: [UnusedName]) -> JSONValue.Member {
    JSONValue.Member(
      "unusedNames",
      .array(
        names.map {
          .object([
            JSONValue.Member("option", .string($0.option)),
            JSONValue.Member("name", .string($0.name)),
            JSONValue.Member("message", .string($0.message)),
          ])
        }))
  }

  /// Overlays smaller than the grid: how many at each zoom, and from which zoom each is drawn.
  private static func hidden(_ hidden: HiddenOverlays, _ inputs: [String]) -> JSONValue.Member {
    let zooms = hidden.counts.sorted { $0.key < $1.key }
    let overlays = hidden.list.map { entry -> JSONValue in
      var members = [
        JSONValue.Member("file", .string(fileName(inputs[entry.location.input]))),
        JSONValue.Member("line", .int(entry.location.line)),
        JSONValue.Member("feature", .int(entry.location.feature)),
      ]
      if let id = entry.id { members.append(JSONValue.Member("id", .string(id))) }
      members.append(JSONValue.Member("visibleFrom", entry.visibleFrom.map { .int($0) } ?? .null))
      if !entry.alsoVisibleAt.isEmpty {
        members.append(
          JSONValue.Member("alsoVisibleAt", .array(entry.alsoVisibleAt.map(JSONValue.int))))
      }
      return .object(members)
    }
    return JSONValue.Member(
      "hidden",
      .object([
        JSONValue.Member("count", .int(hidden.count)),
        JSONValue.Member(
          "zooms", .object(zooms.map { JSONValue.Member(String($0.key), .int($0.value)) })),
        JSONValue.Member("overlays", .array(overlays)),
      ]))
  }

  /// The last component: the report must not depend on where the inputs lie.
  private static func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
