import OverlayModel
import TileArchive
import TilePipeline

/// What is said on standard output after a build.
struct SummaryText {
  /// What the build did.
  let summary: BuildSummary
  /// Where the tiles are.
  let output: String
  /// How long it took.
  let seconds: Double

  /// All lines, each ended.
  var text: String {
    let skipped = summary.findings.count { $0.effect == .skipped }
    let altered = summary.findings.count { $0.effect == .altered }
    var lines = [
      "\(plural(summary.featuresRead, "feature")) read, \(Quantity.count(skipped)) skipped,"
        + " \(Quantity.count(altered)) altered",
      row("zoom", "tiles", "bytes"),
    ]
    for zoom in summary.zooms {
      lines.append(row("\(zoom.zoom)", Quantity.count(zoom.tiles), Quantity.bytes(zoom.bytes)))
    }
    lines.append(row("all", Quantity.count(summary.tiles), Quantity.bytes(summary.bytes)))
    if let tile = summary.biggestTile {
      lines.append("biggest tile: \(tile.z)/\(tile.x)/\(tile.y), \(Quantity.bytes(tile.bytes))")
    }
    if summary.overfull.count > 0 {
      lines.append("\(plural(summary.overfull.count, "tile")) over the limits: \(report)")
    }
    if !summary.strategies.zooms.isEmpty {
      lines.append("what was left out or put together at each zoom: \(report)")
    }
    if summary.hidden.count > 0 {
      lines.append("\(plural(summary.hidden.count, "overlay")) too small for some zooms: \(report)")
    }
    if let update = summary.update {
      lines.append(
        "\(plural(update.added, "overlay")) added or changed, \(Quantity.count(update.removed))"
          + " removed or changed, \(Quantity.count(update.kept)) as before: only their tiles, above,"
          + " were made")
    }
    lines.append("\(output): done in \(Quantity.time(seconds: seconds))")
    if !summary.findings.isEmpty { lines.append("what was skipped or altered: \(report)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Where the findings are listed in full.
  var report: String {
    let folder = OutputFormat.filesFolder(of: output)
    return (folder.hasSuffix("/") ? folder : folder + "/") + "report.json"
  }

  private func plural(_ count: Int, _ noun: String) -> String {
    Quantity.count(count) + " " + noun + (count == 1 ? "" : "s")
  }

  private func row(_ first: String, _ second: String, _ third: String) -> String {
    padded(first, 5) + padded(second, 12) + padded(third, 12)
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
