internal import JSONText

/// The committed counts of one stage's benchmarks: `Benchmarks/Thresholds/STAGE.json`.
///
///     {"instructions": "Swift 6.3, x86_64",
///      "clip/lines": {"vertices": 99832, "bytes": 0, "allocations": 0, "instructions": 1234567}}
///
/// Instructions are compared only by the toolchain that counted them.
struct Thresholds: Equatable {
  /// One benchmark's counts.
  struct Row: Equatable {
    var name: String
    var counts: [Metric: Int]
    /// Known of what was measured; a file does not say.
    var isSingleThreaded = true
  }
  /// The toolchain by which instructions were counted.
  var toolchain: String?
  var rows: [Row] = []

  /// The counts of measurements.
  init(_ measurements: [Measurement]) {
    for measurement in measurements {
      let pairs = Metric.allCases.compactMap { metric in
        metric.count(in: measurement).map { (metric, $0) }
      }
      rows.append(
        Row(
          name: measurement.name, counts: Dictionary(uniqueKeysWithValues: pairs),
          isSingleThreaded: measurement.isSingleThreaded))
    }
    toolchain = rows.contains { $0.counts[.instructions] != nil } ? Toolchain.name : nil
  }

  /// Reads a file.
  init(parsing text: String) throws {
    guard case .object(let members) = try JSONValue(parsing: text) else {
      throw MeasurementFile.Failure(message: "no JSON object")
    }
    for member in members {
      if case .string(let text) = member.value {
        toolchain = text
        continue
      }
      let pairs = Metric.allCases.compactMap { metric in
        member.value[count: metric.rawValue].map { (metric, $0) }
      }
      rows.append(Row(name: member.name, counts: Dictionary(uniqueKeysWithValues: pairs)))
    }
  }

  /// The file's text: a line for each benchmark.
  var text: String {
    var lines: [String] = []
    if let toolchain {
      lines.append("  \"instructions\": " + JSONValue.string(toolchain).text())
    }
    for row in rows {
      let counts = Metric.allCases.compactMap { metric in
        row.counts[metric].map { "\"\(metric.rawValue)\": \($0)" }
      }
      lines.append("  \"\(row.name)\": {" + counts.joined(separator: ", ") + "}")
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  /// What differs between these thresholds and what was measured of the same stage, in words.
  func differences(to measured: Thresholds) -> [(verdict: Verdict, text: String)] {
    var found: [(Verdict, String)] = []
    for row in rows where !measured.rows.contains(where: { $0.name == row.name }) {
      found.append((.worse, "\(row.name): has a threshold and is no benchmark"))
    }
    for row in measured.rows {
      guard let agreed = rows.first(where: { $0.name == row.name }) else {
        found.append((.worse, "\(row.name): has no threshold"))
        continue
      }
      for metric in Metric.allCases {
        let isForeign = metric == .instructions && toolchain != measured.toolchain
        guard !isForeign, let count = row.counts[metric] else { continue }
        guard let threshold = agreed.counts[metric] else {
          found.append((.worse, "\(row.name): \(metric.rawValue) has no threshold"))
          continue
        }
        let verdict = metric.verdict(
          count, threshold: threshold, isSingleThreaded: row.isSingleThreaded)
        guard verdict != .same else { continue }
        found.append(
          (
            verdict,
            "\(row.name): \(count) \(metric.rawValue) against \(threshold)"
              + Self.change(from: threshold, to: count)
          ))
      }
    }
    return found
  }

  private static func change(from old: Int, to new: Int) -> String {
    guard old != 0 else { return "" }
    let tenths = Int((Double(new - old) / Double(old) * 1000).rounded())
    let sign = tenths < 0 ? "-" : "+"
    return " (\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10) %)"
  }
}
