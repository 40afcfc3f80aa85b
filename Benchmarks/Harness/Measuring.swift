internal import CAllocationCounter

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension Benchmark {
  /// The shortest sample: below it the clock's steps show.
  private static var shortestSample: Double { 0.02 }

  /// Counts the allocations and results of a warm call, and times `samples` samples of as many
  /// calls as make a sample long enough.
  public func measure(samples: Int) throws -> Measurement {
    var measurement = Measurement(name: name)
    measurement.isSingleThreaded = isSingleThreaded
    let run = try prepare()
    // Twice: what grows by doubling has found its size then.
    _ = try run()
    measurement.work = try run()
    cac_start()
    _ = try run()
    let counts = cac_stop()
    if cac_works() != 0 {
      measurement.allocations = Int(counts.calls)
      measurement.allocatedBytes = Int(counts.bytes)
    }
    guard samples > 0 else { return measurement }

    var calls = 1
    while true {
      let seconds = try time(calls, run).cpu
      if seconds >= Self.shortestSample || calls >= 1 << 20 { break }
      calls *= seconds > 0 ? max(2, min(100, Int(Self.shortestSample / seconds) + 1)) : 100
    }
    for _ in 0..<samples {
      let (cpu, wall) = try time(calls, run)
      measurement.seconds.append(cpu / Double(calls))
      measurement.wallSeconds.append(wall / Double(calls))
    }
    return measurement
  }

  private func time(_ calls: Int, _ run: () throws -> Work) rethrows -> (
    cpu: Double, wall: Double
  ) {
    let cpu = Self.now(CLOCK_PROCESS_CPUTIME_ID), wall = Self.now(CLOCK_MONOTONIC)
    for _ in 0..<calls { _ = try run() }
    return (Self.now(CLOCK_PROCESS_CPUTIME_ID) - cpu, Self.now(CLOCK_MONOTONIC) - wall)
  }

  private static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Makes one warm call that callgrind counts; see ``InstructionCount``.
  func runForCallgrind() throws {
    let run = try prepare()
    _ = try run()
    _ = try run()
    try callgrindPart(run)
  }
}

/// The function after which callgrind writes what it has counted. (It takes only one order for each
/// pattern of names.)
@inline(never)
private func callgrindPart(_ run: () throws -> Work) rethrows { try callgrindRegion(run) }

/// The function in which callgrind counts.
@inline(never)
private func callgrindRegion(_ run: () throws -> Work) rethrows { _ = try run() }
