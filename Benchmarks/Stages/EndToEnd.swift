import BenchmarkHarness
import Synchronization
import TilePipeline

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whole builds, document to tile set, by one thread.
///
/// Most allocations are for buffers that grow in the first units of work, for each unit's batch of
/// tiles and list of parts, for folders of tiles (the output's and those of the one it replaces) and
/// for the documents beside the tiles: none for a vertex or a feature.
let endToEnd = [
  Benchmark("build/lines", isSingleThreaded: false) {
    try building(Walks(count: 200, length: 250).text, vertices: 50_000, maxZoom: 12)
  },
  Benchmark("build/polygons", isSingleThreaded: false) {
    try building(Shores(count: 8, halvings: 9).text, vertices: 8 * 4 << 9, maxZoom: 7)
  },
  Benchmark("build/points", isSingleThreaded: false) {
    try building(Spots(count: 10_000).text, vertices: 10_000, maxZoom: 5)
  },
]

private func building(
  _ text: [UInt8], vertices: Int, maxZoom: Int
) throws -> () throws -> Work {
  let scratch = try ScratchFolder()
  var options = BuildOptions()
  options.inputs = [.init(path: try scratch.write(text, to: "input.geojsonl"))]
  options.output = scratch.path("output")
  options.replace = true
  options.threads = 1
  options.maxZoom = maxZoom
  options.extent = Int(GridLines.extent)
  options.buffer = Int(GridLines.buffer)
  let builder = TileSetBuilder(options)
  return {
    // The folder lasts as long as the closure.
    let summary = try withExtendedLifetime(scratch) { try waiting { try await builder.build() } }
    return Work(
      vertices: vertices, bytes: summary.bytes, tiles: summary.tiles,
      features: summary.featuresRead)
  }
}

/// Runs `body` in a task of its own and waits for it in this thread.
private func waiting<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let outcome = Outcome<Value>()
  Task { outcome.set(await Result(catching: body)) }
  return try outcome.get()
}

private final class Outcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)

  func set(_ value: Result<Value, any Error>) { result.withLock { $0 = value } }

  func get() throws -> Value {
    while true {
      if let value = result.withLock({ $0 }) { return try value.get() }
      usleep(200)
    }
  }
}

extension Result where Failure == any Error {
  fileprivate init(catching body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
