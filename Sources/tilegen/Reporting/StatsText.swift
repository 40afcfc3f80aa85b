import JSONText
import MapMath
import TileInspection

/// How statistics read.
enum StatsText {
  /// For people.
  static func table(_ report: StatsReport) -> String {
    let total = report.total
    var lines = [
      row(["zoom", "tiles", "features", "vertices", "expanded", "stored", "median", "90 %", "max"])
    ]
    for (z, zoom) in report.zooms.sorted(by: { $0.key < $1.key }) {
      lines.append(row("\(z)", zoom))
    }
    lines.append(row("all", total))
    if report.contents < total.figures.tiles {
      lines.append(
        "\(Quantity.count(report.contents)) of the tiles differ: "
          + "\(Quantity.bytes(report.contentStoredBytes)) stored,"
          + " \(Quantity.bytes(report.contentRawBytes)) expanded")
    }
    for (name, layer) in total.layers.sorted(by: { $0.key < $1.key }) {
      lines += ["", layerLine(name, layer, report)]
      for (field, attribute) in (report.attributes[name] ?? [:]).sorted(by: { $0.key < $1.key }) {
        lines.append("  " + attributeLine(field, attribute))
      }
    }
    if !report.biggest.isEmpty { lines += ["", "largest tiles"] }
    for tile in report.biggest {
      lines.append(
        "  \(address(tile.tile)): \(Quantity.bytes(tile.storedBytes)),"
          + " \(Quantity.bytes(tile.rawBytes)) expanded,"
          + " \(Quantity.plural(tile.features, "feature"))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func row(_ title: String, _ zoom: StatsReport.Zoom) -> String {
    row([
      title, Quantity.count(zoom.figures.tiles), Quantity.count(zoom.figures.features),
      Quantity.count(zoom.figures.vertices), Quantity.bytes(zoom.figures.rawBytes),
      Quantity.bytes(zoom.stored.sum), Quantity.bytes(zoom.stored.percentile(0.5)),
      Quantity.bytes(zoom.stored.percentile(0.9)), Quantity.bytes(zoom.stored.largest),
    ])
  }

  private static func row(_ cells: [String]) -> String {
    let widths = [5, 10, 11, 12, 10, 10, 9, 9, 9]
    return zip(cells, widths).map { cell, width in
      String(repeating: " ", count: max(1, width - cell.count)) + cell
    }.joined()
  }

  private static func layerLine(
    _ name: String, _ layer: StatsReport.Figures, _ report: StatsReport
  ) -> String {
    let zooms = report.zooms.filter { $0.value.layers[name] != nil }.keys
    let kinds = [("point", layer.points), ("line", layer.lines), ("polygon", layer.polygons)]
      .filter { $0.1 > 0 }.map { Quantity.plural($0.1, $0.0) }
    let range =
      zooms.min() == zooms.max()
      ? "\(zooms.min() ?? 0)"
      : "\(zooms.min() ?? 0)-\(zooms.max() ?? 0)"
    return "layer \"\(name)\", zooms \(range): \(Quantity.plural(layer.tiles, "tile")), "
      + (kinds.isEmpty ? "no feature" : kinds.joined(separator: ", "))
      + ", \(Quantity.plural(layer.vertices, "vertex", "vertices")),"
      + " \(Quantity.bytes(layer.rawBytes)) expanded"
  }

  private static func attributeLine(_ name: String, _ attribute: StatsReport.Attribute) -> String {
    let kinds = attribute.kinds.map(\.name).sorted().joined(separator: "/")
    var text = "\(name) (\(kinds)) in \(Quantity.plural(attribute.count, "feature"))"
    if let range = attribute.range, range.lowerBound < range.upperBound {
      text += ", \(number(range.lowerBound)) to \(number(range.upperBound))"
    }
    let samples = attribute.samples.map { sample -> String in
      let text = json(sample).text()
      return text.count > 40 ? text.prefix(39) + "…" : text
    }
    return text + ": " + samples.joined(separator: ", ")
  }

  private static func number(_ value: Double) -> String { json(.number(value)).text() }

  private static func address(_ tile: TileID) -> String { "\(tile.z)/\(tile.x)/\(tile.y)" }

  private static func json(_ value: AttributeValue) -> JSONValue {
    switch value {
    case .boolean(let flag): .bool(flag)
    case .number(let number): Int(exactly: number).map { .int($0) } ?? .double(number)
    case .text(let text): .string(text)
    }
  }

  /// For programs.
  static func json(_ report: StatsReport, path: String) -> JSONValue {
    [
      "path": .string(path),
      "total": json(report.total),
      "contents": [
        "count": .int(report.contents), "storedBytes": .int(report.contentStoredBytes),
        "rawBytes": .int(report.contentRawBytes),
      ],
      "unreadable": .int(report.unreadable),
      "zooms": .object(
        report.zooms.sorted { $0.key < $1.key }.map { .init("\($0.key)", json($0.value)) }),
      "attributes": .object(
        report.attributes.sorted { $0.key < $1.key }.map { layer, attributes in
          .init(
            layer,
            .object(
              attributes.sorted { $0.key < $1.key }.map { .init($0.key, json($0.value)) }))
        }),
      "biggest": .array(
        report.biggest.map {
          [
            "tile": .string(address($0.tile)), "storedBytes": .int($0.storedBytes),
            "rawBytes": .int($0.rawBytes), "features": .int($0.features),
          ]
        }),
    ]
  }

  private static func json(_ zoom: StatsReport.Zoom) -> JSONValue {
    var members = Self.members(zoom.figures)
    members += [
      .init("storedBytes", .int(zoom.stored.sum)),
      .init("storedSizes", json(zoom.stored)),
      .init("rawSizes", json(zoom.raw)),
      .init(
        "layers",
        .object(
          zoom.layers.sorted { $0.key < $1.key }.map {
            .init($0.key, .object(Self.members($0.value)))
          })),
    ]
    return .object(members)
  }

  private static func members(_ figures: StatsReport.Figures) -> [JSONValue.Member] {
    [
      .init("tiles", .int(figures.tiles)), .init("features", .int(figures.features)),
      .init("points", .int(figures.points)), .init("lines", .int(figures.lines)),
      .init("polygons", .int(figures.polygons)), .init("vertices", .int(figures.vertices)),
      .init("rawBytes", .int(figures.rawBytes)),
    ]
  }

  private static func json(_ sizes: SizeHistogram) -> JSONValue {
    [
      "p50": .int(sizes.percentile(0.5)), "p90": .int(sizes.percentile(0.9)),
      "p99": .int(sizes.percentile(0.99)), "max": .int(sizes.largest),
    ]
  }

  private static func json(_ attribute: StatsReport.Attribute) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("count", .int(attribute.count)),
      .init("types", .array(attribute.kinds.map(\.name).sorted().map { .string($0) })),
    ]
    if let range = attribute.range {
      members += [
        .init("min", json(.number(range.lowerBound))),
        .init("max", json(.number(range.upperBound))),
      ]
    }
    members.append(.init("samples", .array(attribute.samples.map(json))))
    return .object(members)
  }
}
