import JSONText
import MapMath
import TileInspection

/// How a check reads.
enum CheckText {
  /// For people.
  static func table(_ report: CheckReport, path: String, isGood: Bool) -> String {
    var lines = [
      "\(Quantity.plural(report.tiles, "tile")) (\(Quantity.count(report.contents)) different),"
        + " \(Quantity.plural(report.features, "feature")),"
        + " \(Quantity.plural(report.vertices, "vertex", "vertices")),"
        + " \(Quantity.plural(report.borders, "border")) compared"
    ]
    for entry in report.entries {
      let places = entry.tiles == 0 ? "" : " in \(Quantity.plural(entry.tiles, "tile"))"
      lines.append(
        "\(entry.level.rawValue.uppercased())  \(entry.rule): \(Quantity.count(entry.count))"
          + "\(places); expected: \(entry.meaning)")
      lines += entry.examples.map { "    " + text($0) }
      let hidden = (entry.tiles == 0 ? entry.count : entry.count) - entry.examples.count
      if hidden > 0, !entry.examples.isEmpty {
        lines.append("    ... and \(Quantity.count(hidden)) more")
      }
    }
    let broken = RuleLevel.allCases.map { level in
      "\(report.entries.count { $0.level == level }) \(level.rawValue.uppercased())"
    }
    lines.append(
      "\(path): \(isGood ? "good" : "faults found")"
        + (report.entries.isEmpty ? "" : "; rules broken: " + broken.joined(separator: ", ")))
    return lines.joined(separator: "\n") + "\n"
  }

  /// `5/16/11 layer "land" feature 3 (byte 120) at 12, 40: ring 0`
  private static func text(_ example: CheckReport.Example) -> String {
    var parts: [String] = []
    if let tile = example.tile { parts.append("\(tile.z)/\(tile.x)/\(tile.y)") }
    var words = example.detail
    if let finding = example.finding {
      if let layer = finding.layer { parts.append("layer \"\(layer)\"") }
      if let feature = finding.feature { parts.append("feature \(feature)") }
      if let offset = finding.offset { parts.append("(byte \(offset))") }
      if let place = finding.place { parts.append("at \(number(place.x)), \(number(place.y))") }
      words = finding.detail
    }
    let place = parts.joined(separator: " ")
    if words.isEmpty { return place }
    return place.isEmpty ? words : place + ": " + words
  }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map { String($0) } ?? "\(value)"
  }

  /// For programs.
  static func json(_ report: CheckReport, path: String, isGood: Bool) -> JSONValue {
    [
      "path": .string(path),
      "good": .bool(isGood),
      "tiles": .int(report.tiles),
      "contents": .int(report.contents),
      "features": .int(report.features),
      "vertices": .int(report.vertices),
      "storedBytes": .int(report.storedBytes),
      "borders": .int(report.borders),
      "rules": .array(report.entries.map(json)),
    ]
  }

  private static func json(_ entry: CheckReport.Entry) -> JSONValue {
    [
      "rule": .string(entry.rule),
      "level": .string(entry.level.rawValue),
      "meaning": .string(entry.meaning),
      "count": .int(entry.count),
      "tiles": .int(entry.tiles),
      "findings": .array(entry.examples.map(json)),
    ]
  }

  private static func json(_ example: CheckReport.Example) -> JSONValue {
    var members: [JSONValue.Member] = []
    if let tile = example.tile {
      members.append(.init("tile", .string("\(tile.z)/\(tile.x)/\(tile.y)")))
    }
    if let finding = example.finding {
      if let layer = finding.layer { members.append(.init("layer", .string(layer))) }
      if let feature = finding.feature { members.append(.init("feature", .int(feature))) }
      if let offset = finding.offset { members.append(.init("byte", .int(offset))) }
      if let place = finding.place {
        members.append(.init("at", [.double(place.x), .double(place.y)]))
      }
    }
    let words = example.finding?.detail ?? example.detail
    if !words.isEmpty { members.append(.init("found", .string(words))) }
    return .object(members)
  }
}
