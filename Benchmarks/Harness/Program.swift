internal import JSONText

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The program that measures: reads arguments, measures, prints.
public struct Program {
  private let benchmarks: [Benchmark]

  /// A program of `benchmarks`, whose names differ.
  public init(_ benchmarks: [Benchmark]) { self.benchmarks = benchmarks }

  /// Runs with the process's arguments and returns the exit code: 0 good; 2 a count is worse than
  /// its threshold; 4 one is better and none worse; 64 wrong usage; 70 a benchmark failed.
  public func run(_ arguments: [String]) -> Int32 {
    if arguments.first == InstructionCount.argument { return underCallgrind(arguments.dropFirst()) }
    let options: ProgramOptions
    do throws(ProgramOptions.Failure) {
      options = try ProgramOptions(arguments)
    } catch {
      complain("\(error.message)\n\n\(ProgramOptions.usage)")
      return 64
    }
    if options.help {
      print(ProgramOptions.usage, terminator: "")
      return 0
    }
    let chosen = benchmarks.filter { options.selects($0.name) }
    guard !chosen.isEmpty else {
      complain("no benchmark is named like that; --list names all\n")
      return 64
    }
    if options.list {
      for benchmark in chosen { print(benchmark.name) }
      return 0
    }
    do {
      if let folder = options.check { return try check(chosen, against: folder, options) }
      return try measure(chosen, options)
    } catch {
      complain("\(error)\n")
      return 70
    }
  }

  private func measure(_ chosen: [Benchmark], _ options: ProgramOptions) throws -> Int32 {
    let baseline =
      try options.compare.map { try MeasurementFile.measurements(in: TextFile.read($0)) } ?? []
    var measurements: [Measurement] = []
    for benchmark in chosen {
      complain("\r\u{1b}[K\(benchmark.name)", ifTerminal: true)
      measurements.append(try benchmark.measure(samples: options.samples))
    }
    complain("\r\u{1b}[K", ifTerminal: true)
    if options.instructions { try countInstructions(chosen, &measurements) }
    let json = MeasurementFile.json(measurements).text(.pretty)
    if let path = options.save { try TextFile.write(json, to: path) }
    print(
      options.json ? json : ResultTable(measurements: measurements, baseline: baseline).text,
      terminator: "")
    return 0
  }

  private func countInstructions(
    _ chosen: [Benchmark], _ measurements: inout [Measurement]
  ) throws {
    let counted = chosen.indices.filter { chosen[$0].isSingleThreaded }
    let counts = try InstructionCount.count(counted.map { chosen[$0] })
    for (index, count) in zip(counted, counts) { measurements[index].instructions = count }
  }

  /// Compares counts with the files of `folder`, a file for each stage.
  private func check(
    _ chosen: [Benchmark], against folder: String, _ options: ProgramOptions
  ) throws -> Int32 {
    var measurements = try chosen.map { try $0.measure(samples: 0) }
    if options.instructions { try countInstructions(chosen, &measurements) }
    var worst = Verdict.same
    for stage in chosen.map(\.stage).uniqued() {
      let names = Set(chosen.filter { $0.stage == stage }.map(\.name))
      let measured = Thresholds(measurements.filter { names.contains($0.name) })
      let path = "\(folder)/\(stage).json"
      var agreed = try (try? TextFile.read(path)).map { try Thresholds(parsing: $0) }
      if options.isFiltered { agreed?.rows.removeAll { !names.contains($0.name) } }
      let differences = (agreed ?? Thresholds([])).differences(to: measured)
      guard !differences.isEmpty else { continue }
      for (verdict, text) in differences {
        print(verdict == .worse ? "WORSE" : "better", text)
        worst = worst == .worse || verdict == .worse ? .worse : .better
      }
      print("If that is on purpose, \(path) shall be:\n\(measured.text)")
    }
    switch worst {
    case .same:
      print("\(chosen.count) benchmarks within their thresholds")
      return 0
    case .better: return 4
    case .worse: return 2
    }
  }

  private func underCallgrind(_ names: ArraySlice<String>) -> Int32 {
    do {
      for name in names {
        guard let benchmark = benchmarks.first(where: { $0.name == name }) else { return 64 }
        try benchmark.runForCallgrind()
      }
      return 0
    } catch {
      complain("\(error)\n")
      return 70
    }
  }

  private func complain(_ text: String, ifTerminal: Bool = false) {
    if ifTerminal && isatty(STDERR_FILENO) == 0 { return }
    let bytes = Array(text.utf8)
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
  }
}

extension [String] {
  /// The strings without repetitions, in order.
  fileprivate func uniqued() -> [String] {
    var met: Set<String> = []
    return filter { met.insert($0).inserted }
  }
}
