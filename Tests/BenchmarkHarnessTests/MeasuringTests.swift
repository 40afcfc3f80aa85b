import JSONText
import Synchronization
import Testing

@testable import BenchmarkHarness

@Suite("Measuring", .serialized)
struct MeasuringTests {
  @Test("quartiles lie between neighbours in proportion")
  func quantiles() {
    #expect([3.0, 1, 2].quantile(0.5) == 2)
    #expect([4.0, 1, 2, 3].quantile(0.5) == 2.5)
    #expect([1.0, 2, 3, 4, 5].quantile(0.25) == 2)
    #expect([Double]().quantile(0.5) == nil)
    var measurement = Measurement(name: "a/b")
    measurement.seconds = [1, 2, 3, 4, 5]
    #expect(measurement.spread == 2.0 / 3)
  }

  @Test("the closure is prepared once and does equal work in each call")
  func calls() throws {
    let prepared = Atomic(0)
    let benchmark = Benchmark("a/b") {
      prepared.wrappingAdd(1, ordering: .relaxed)
      var sum = 0
      return {
        for i in 0..<10_000 { sum &+= i }
        return Work(vertices: 7, bytes: sum == 0 ? 1 : 2)
      }
    }
    let measurement = try benchmark.measure(samples: 9)
    #expect(prepared.load(ordering: .relaxed) == 1)
    #expect(measurement.seconds.count == 9 && measurement.wallSeconds.count == 9)
    #expect(measurement.seconds.allSatisfy { $0 > 0 })
    #expect(measurement.work == Work(vertices: 7, bytes: 2))
  }

  @Test("figures that are kept come back")
  func file() throws {
    var measurement = Measurement(name: "a/b")
    measurement.work = Work(vertices: 1, bytes: 2, tiles: 3, features: 4)
    measurement.seconds = [0.25, 0.5]
    measurement.wallSeconds = [1, 2]
    (measurement.allocations, measurement.allocatedBytes) = (0, 64)
    measurement.instructions = 99
    let text = MeasurementFile.json([measurement]).text()
    #expect(try MeasurementFile.measurements(in: text) == [measurement])
  }

  @Test("the table shows three digits, and brackets a change within the spread")
  func table() {
    var now = Measurement(name: "clip/lines")
    now.work.vertices = 2_500_000
    now.seconds = [0.9, 1, 1.1, 1, 1]
    var before = now
    before.seconds = [2]
    let rows = ResultTable(measurements: [now], baseline: [before]).text.split(separator: "\n")
    #expect(rows.last?.contains("1.00 s") == true && rows.last?.contains("2.50 M") == true)
    #expect(rows.last?.split(separator: " ").suffix(4) == ["2.00", "s", "-50", "%"])
    before.seconds = [0.9, 1.05, 1.2]
    #expect(ResultTable(measurements: [now], baseline: [before]).text.contains("(-5 %)"))
    #expect(ResultTable.time(0.001234) == "1.23 ms" && ResultTable.time(0.0125) == "12.5 ms")
    #expect(ResultTable.time(2e-7) == "200 ns")
  }
}

@Suite("Arguments")
struct ProgramTests {
  private let benchmarks = [
    Benchmark("clip/lines") { { Work(vertices: 1, bytes: 5) } },
    Benchmark("read/lines") { { Work(vertices: 1) } },
  ]

  @Test("names are chosen by parts of them; fewer than nine samples are refused")
  func options() throws {
    let options = try ProgramOptions(["clip", "--samples", "11", "--json"])
    #expect(options.selects("clip/lines") && !options.selects("read/lines"))
    #expect(options.samples == 11 && options.json && options.isFiltered)
    #expect(throws: ProgramOptions.Failure.self) { try ProgramOptions(["--samples", "8"]) }
    #expect(throws: ProgramOptions.Failure.self) { try ProgramOptions(["--save"]) }
    #expect(throws: ProgramOptions.Failure.self) { try ProgramOptions(["--fast"]) }
  }

  @Test("exit codes tell wrong usage, missing thresholds and unknown names apart")
  func exitCodes() {
    let program = Program(benchmarks)
    #expect(program.run(["--list"]) == 0)
    #expect(program.run(["--nonsense"]) == 64)
    #expect(program.run(["nothing-like-that"]) == 64)
    #expect(program.run(["--check", "/nonexistent"]) == 2)
  }
}
