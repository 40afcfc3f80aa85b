import MapMath
import OverlayModel
import OverlayReader
import Synchronization

/// Reads and flattens all inputs: each task parses chunks as it gets them.
struct ReadStage: Sendable {
  let options: BuildOptions
  let threads: Int
  /// Where vertices go that memory has no room for.
  let scratch: ScratchSpace
  /// In which copies.
  let copies: [SpilledCopy]

  /// The flattened chunks in input order, and the documents.
  struct Result: Sendable {
    var chunks: [FlattenedChunk] = []
    var documents: [OverlayDocument] = []
    /// Names of properties, where options name some.
    var propertyNames: Set<String> = []
  }

  /// Runs to the end, or throws the first fault in input order.
  func run(progress: @escaping @Sendable (BuildProgress) -> Void) async throws -> Result {
    let queue = InputQueue(options.inputs)
    let names = PropertyNames(options)
    let collector = Collector()
    let scale = Double(options.extent) * Double(UInt64(1) << UInt64(options.maxZoom))
    try await withThrowingTaskGroup { group in
      for _ in 0..<threads {
        group.addTask { [scratch, copies] in
          var readerOptions = ReaderOptions()
          readerOptions.unescapePolyline = options.unescapePolyline
          readerOptions.pathPrecision = options.pathPrecision
          var parser = ChunkParser(options: readerOptions)
          var flattener = OverlayFlattener(
            edges: options.edges, antimeridian: options.antimeridian, tolerance: 0.25 / scale,
            zooms: options.minZoom...options.maxZoom)
          do throws(InputQueue.Failure) {
            while !Task.isCancelled, let read = try next(of: queue, &parser, names) {
              var flat = flattener.flatten(
                read.batch, input: read.input, sequence: read.sequence)
              if !scratch.holds(flat.block.byteCount) {
                do throws(BuildError) {
                  let isFinal = flat.borderParts.isEmpty
                  try flat.block.spill(
                    to: scratch, isFinal ? copies : [SpilledCopy.all],
                    packs: flat.hasLinesAlone)
                } catch {
                  collector.faults.withLock { $0.append(error) }
                  return
                }
              }
              if !scratch.holdsRecords(flat.recordBytes), options.maysShelve, flat.isComplete {
                do throws(BuildError) {
                  try flat.shelve(in: scratch)
                } catch {
                  collector.faults.withLock { $0.append(error) }
                  return
                }
              }
              collector.results.withLock { $0.chunks.append(flat) }
              let (bytes, records) = queue.progress
              progress(.reading(bytes: bytes, of: nil, features: records))
            }
          } catch {
            collector.failures.withLock { $0.append(error) }
          }
        }
      }
      try await group.waitForAll()
    }
    try Task.checkCancellation()
    if let fault = collector.faults.withLock({ $0.first }) { throw fault }
    if let first = collector.failures.withLock({ $0 }).min(by: InputQueue.Failure.isBefore) {
      // Parsers stumble over a file that was written to before its end is reached.
      guard let input = queue.changedInput, input == first.input else { throw first }
      throw InputQueue.Failure(input: input, chunk: 0, error: .changed)
    }
    var result = collector.results.withLock { $0 }
    result.chunks.sort { ($0.input, $0.sequence) < ($1.input, $1.sequence) }
    result.documents = queue.documents
    result.propertyNames = names?.all ?? []
    return result
  }

  /// Parses the next chunk, whose text is not kept.
  private func next(
    of queue: InputQueue, _ parser: inout ChunkParser, _ names: PropertyNames?
  ) throws(InputQueue.Failure) -> (batch: FeatureBatch, input: Int, sequence: Int)? {
    guard let chunk = try queue.next() else { return nil }
    var batch: FeatureBatch
    switch chunk {
    case .records(let records):
      do throws(ReaderError) {
        batch = try parser.parse(records)
      } catch {
        throw InputQueue.Failure(input: chunk.input, chunk: chunk.index, error: error)
      }
    case .overlays(let overlays, let input, _):
      batch = FeatureBatch(overlays, input: input)
    }
    names?.add(batch.keys)
    options.selection.apply(to: &batch)
    return (batch, chunk.input, chunk.index)
  }

  private final class Collector: Sendable {
    let results = Mutex(Result())
    let failures = Mutex<[InputQueue.Failure]>([])
    /// What went wrong with the scratch space.
    let faults = Mutex<[BuildError]>([])
  }
}

extension ReadStage.Result {
  /// What was skipped or altered, in input order.
  var findings: [Finding] {
    (documents.flatMap(\.findings) + unusedMaps + chunks.flatMap(\.findings)).inInputOrder
  }

  /// One finding for each `map` that another document's `map` overrules.
  private var unusedMaps: [Finding] {
    let maps = documents.enumerated().compactMap { input, document in
      document.map.map { (input: input, map: $0) }
    }
    guard let first = maps.first else { return [] }
    return maps.dropFirst().filter { $0.map != first.map }.map { other in
      Finding(
        .altered, .mapOption, at: SourceLocation(input: other.input, line: 1, feature: -1),
        member: "map", found: "a second map that differs from the first document's",
        allowed: "the first document's map is used")
    }
  }
}

extension [Finding] {
  /// Sorted by input and feature; those of one feature stay in order.
  var inInputOrder: [Finding] {
    enumerated().sorted { a, b in
      (a.element.location.input, a.element.location.feature, a.offset)
        < (b.element.location.input, b.element.location.feature, b.offset)
    }.map(\.element)
  }
}
