#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Counts the instructions of benchmarks by running this program once more under callgrind.
///
/// One run does all of them; callgrind counts inside `callgrindRegion` and writes a file after each
/// `callgrindPart`. Hashing is seeded the same way in each run, so counts repeat to about 1e-5.
enum InstructionCount {
  /// Why there are no counts.
  struct Failure: Error { var message: String }

  /// The argument that makes the program a run under callgrind.
  static let argument = "--under-callgrind"

  /// Instructions of each of `benchmarks`, which must be single-threaded, in their order.
  static func count(_ benchmarks: [Benchmark]) throws -> [Int] {
    let folder = "\(scratchFolder)/tilebench-\(getpid())"
    guard mkdir(folder, 0o700) == 0 else { throw Failure(message: "cannot create \(folder)") }
    defer { _ = run("rm -rf '\(folder)'") }
    guard
      let program = realpath("/proc/self/exe", nil).map({ path in
        defer { free(path) }
        return String(cString: path)
      })
    else { throw Failure(message: "instructions are counted on Linux only") }
    // valgrind stumbles over the debug information of release builds.
    let names = benchmarks.map { "'\($0.name)'" }.joined(separator: " ")
    let status = run(
      """
      cd '\(folder)' && strip --strip-debug -o stripped '\(program)' &&
      SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --collect-atstart=no \
        --toggle-collect='*callgrindRegion*' --dump-after='*callgrindPart*' \
        --callgrind-out-file=out ./stripped \(argument) \(names) >log 2>&1
      """)
    guard status == 0 else {
      _ = run("tail -n 5 '\(folder)/log' >&2")
      throw Failure(message: "valgrind failed or is not installed (exit code \(status))")
    }
    return try benchmarks.indices.map { index in
      let path = "\(folder)/out.\(index + 1)"
      guard let text = try? TextFile.read(path),
        let line = text.split(separator: "\n").first(where: { $0.hasPrefix("totals:") }),
        let count = Int(line.dropFirst("totals:".count).filter { $0 != " " })
      else { throw Failure(message: "no totals in \(path)") }
      return count
    }
  }

  private static var scratchFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }

  /// Runs a shell command and returns its exit code.
  private static func run(_ command: String) -> Int32 {
    let status = system(command)
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }
}
