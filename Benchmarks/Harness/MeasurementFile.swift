internal import JSONText

/// Measurements as JSON, for machines and for later comparison.
enum MeasurementFile {
  /// What a file lacks.
  struct Failure: Error { var message: String }

  static func json(_ measurements: [Measurement]) -> JSONValue {
    [
      "toolchain": .string(Toolchain.name),
      "benchmarks": .array(measurements.map(json)),
    ]
  }

  private static func json(_ measurement: Measurement) -> JSONValue {
    var members: [JSONValue.Member] = [.init("name", .string(measurement.name))]
    for metric in Metric.allCases {
      if let count = metric.count(in: measurement) {
        members.append(.init(metric.rawValue, .int(count)))
      }
    }
    if let bytes = measurement.allocatedBytes {
      members.append(.init("allocatedBytes", .int(bytes)))
    }
    if !measurement.seconds.isEmpty {
      members.append(.init("cpuSeconds", .array(measurement.seconds.map(JSONValue.double))))
      members.append(.init("wallSeconds", .array(measurement.wallSeconds.map(JSONValue.double))))
    }
    return .object(members)
  }

  /// Reads what ``json(_:)`` wrote, as far as comparing needs it.
  static func measurements(in text: String) throws -> [Measurement] {
    guard case .array(let rows) = try JSONValue(parsing: text)["benchmarks"] else {
      throw Failure(message: "no list of benchmarks")
    }
    return try rows.map { row in
      guard case .string(let name) = row["name"] else {
        throw Failure(message: "a benchmark without a name")
      }
      var measurement = Measurement(name: name)
      measurement.work.vertices = row[count: Metric.vertices.rawValue] ?? 0
      measurement.work.tiles = row[count: Metric.tiles.rawValue] ?? 0
      measurement.work.features = row[count: Metric.features.rawValue] ?? 0
      measurement.work.bytes = row[count: Metric.bytes.rawValue] ?? 0
      measurement.allocations = row[count: Metric.allocations.rawValue]
      measurement.instructions = row[count: Metric.instructions.rawValue]
      measurement.allocatedBytes = row[count: "allocatedBytes"]
      measurement.seconds = row[numbers: "cpuSeconds"]
      measurement.wallSeconds = row[numbers: "wallSeconds"]
      return measurement
    }
  }
}

extension JSONValue {
  /// The member `name`, a whole number.
  subscript(count name: String) -> Int? {
    guard case .int(let value) = self[name] else { return nil }
    return value
  }

  /// The member `name`, an array of numbers.
  fileprivate subscript(numbers name: String) -> [Double] {
    guard case .array(let elements) = self[name] else { return [] }
    return elements.compactMap { element in
      switch element {
      case .double(let value): value
      case .int(let value): Double(value)
      default: nil
      }
    }
  }
}
