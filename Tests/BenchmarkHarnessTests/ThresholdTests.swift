import Testing

@testable import BenchmarkHarness

@Suite("Thresholds")
struct ThresholdTests {
  private func measured(
    _ name: String, bytes: Int = 100, tiles: Int = 4, allocations: Int = 0, instructions: Int? = nil
  ) -> Measurement {
    var measurement = Measurement(name: name)
    measurement.work = Work(vertices: 10, bytes: bytes, tiles: tiles)
    measurement.allocations = allocations
    measurement.instructions = instructions
    return measurement
  }

  @Test("equal counts are no difference, and a file read back is what was written")
  func equal() throws {
    let counts = Thresholds([measured("clip/a", instructions: 5), measured("clip/b")])
    #expect(counts.differences(to: counts).isEmpty)
    #expect(try Thresholds(parsing: counts.text) == counts)
  }

  @Test("one allocation more is worse, and the text says where and how much")
  func oneAllocation() throws {
    let agreed = Thresholds([measured("clip/a", allocations: 10)])
    let found = agreed.differences(to: Thresholds([measured("clip/a", allocations: 11)]))
    #expect(found.map(\.verdict) == [.worse])
    #expect(found.first?.text == "clip/a: 11 allocations against 10 (+10.0 %)")
  }

  @Test("fewer bytes are better, other tiles are worse whichever way")
  func directions() {
    let agreed = Thresholds([measured("a/b")])
    #expect(
      agreed.differences(to: Thresholds([measured("a/b", bytes: 99)])).map(\.verdict) == [.better])
    #expect(
      agreed.differences(to: Thresholds([measured("a/b", tiles: 3)])).map(\.verdict) == [.worse])
    #expect(
      agreed.differences(to: Thresholds([measured("a/b", tiles: 5)])).map(\.verdict) == [.worse])
  }

  @Test(
    "instructions may differ by one in a hundred",
    arguments: [(1000, Verdict.same), (1010, .same), (1011, .worse), (990, .same), (989, .better)])
  func instructions(count: Int, verdict: Verdict) {
    let agreed = Thresholds([measured("a/b", instructions: 1000)])
    let found = agreed.differences(to: Thresholds([measured("a/b", instructions: count)]))
    #expect((found.first?.verdict ?? .same) == verdict)
  }

  @Test(
    "with several threads, allocations may differ by one in a hundred", arguments: [1009, 1011])
  func threads(count: Int) {
    let agreed = Thresholds([measured("a/b", allocations: 1000)])
    var measurement = measured("a/b", allocations: count)
    measurement.isSingleThreaded = false
    let found = agreed.differences(to: Thresholds([measurement]))
    #expect(found.map(\.verdict) == (count > 1010 ? [.worse] : []))
  }

  @Test("instructions counted by another toolchain are not compared")
  func otherToolchain() throws {
    var agreed = Thresholds([measured("a/b", instructions: 1000)])
    agreed.toolchain = "another"
    #expect(agreed.differences(to: Thresholds([measured("a/b", instructions: 2000)])).isEmpty)
  }

  @Test("a benchmark without a threshold and a threshold without a benchmark are worse")
  func missing() {
    let found = Thresholds([measured("a/old")]).differences(to: Thresholds([measured("a/new")]))
    #expect(found.map(\.verdict) == [.worse, .worse])
  }
}
