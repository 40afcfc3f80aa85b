import OverlayModel
import OverlayReader
import Synchronization

/// Overlays of one input that one task reads at once.
enum InputChunk: Sendable {
  /// Records of a file.
  case records(RecordChunk)
  /// Overlays given as values, chunk `index` of `input`.
  case overlays(ArraySlice<any MapOverlay>, input: Int, index: Int)

  /// Index of the input in the build's list.
  var input: Int {
    switch self {
    case .records(let chunk): chunk.input
    case .overlays(_, let input, _): input
    }
  }

  /// Place of the chunk in its input.
  var index: Int {
    switch self {
    case .records(let chunk): chunk.index
    case .overlays(_, _, let index): index
    }
  }

  /// Overlays in it.
  var count: Int {
    switch self {
    case .records(let chunk): chunk.recordCount
    case .overlays(let overlays, _, _): overlays.count
    }
  }
}

/// Hands out chunks of all inputs, in order, to the tasks that read them.
final class InputQueue: Sendable {
  /// A reader's error and the input that it concerns.
  struct Failure: Error {
    var input: Int
    /// Chunk of the input, so that the first fault can be told.
    var chunk: Int
    var error: ReaderError

    /// The order of inputs and their chunks; a file that changed has no other faults.
    static func isBefore(_ one: Failure, _ other: Failure) -> Bool {
      func key(_ failure: Failure) -> (Int, Int, Int) {
        (failure.input, failure.error == .changed ? 0 : 1, failure.chunk)
      }
      return key(one) < key(other)
    }
  }

  /// Where the chunks of an input come from.
  private enum Source: ~Copyable {
    case file(RecordSource)
    case map(OverlayMap, next: Int)
  }

  private struct State: ~Copyable {
    var source: Source?
    var input = -1
    var documents: [OverlayDocument] = []
    var bytesBefore = 0
    var bytes = 0
    var records = 0
    var chunks = 0
  }

  /// Overlays given as values in a chunk.
  private static let chunkOverlays = 1024

  private let inputs: [BuildOptions.Input]
  private let chunkBytes: Int
  private let state = Mutex(State())

  init(_ inputs: [BuildOptions.Input], chunkBytes: Int = 1 << 20) {
    (self.inputs, self.chunkBytes) = (inputs, chunkBytes)
  }

  /// The next chunk, or `nil` after the last of the last input.
  func next() throws(Failure) -> InputChunk? {
    try state.withLock { (state: inout State) throws(Failure) -> InputChunk? in
      while true {
        if state.source == nil {
          guard state.input + 1 < inputs.count else { return nil }
          state.input += 1
          let input = state.input
          do throws(ReaderError) {
            state.source = try open(input)
          } catch {
            // Other tasks find nothing more to do.
            state.input = inputs.count
            throw Failure(input: input, chunk: 0, error: error)
          }
        }
        if let chunk = try next(&state) {
          state.records += chunk.count
          state.chunks = chunk.index + 1
          return chunk
        }
        state.bytesBefore += state.bytes
        state.bytes = 0
        state.source = nil
        state.chunks = 0
      }
    }
  }

  private func open(_ input: Int) throws(ReaderError) -> Source {
    if let map = inputs[input].map { return .map(map, next: 0) }
    return .file(
      try RecordSource(path: inputs[input].path, input: input, chunkBytes: chunkBytes))
  }

  /// The next chunk of the open source; at its end `nil`, and its document is kept.
  private func next(_ state: inout State) throws(Failure) -> InputChunk? {
    var open: Source?
    swap(&open, &state.source)
    switch consume open {
    case .file(var source)?:
      let chunk: RecordChunk?
      do throws(ReaderError) {
        chunk = try source.next()
      } catch {
        throw Failure(input: state.input, chunk: state.chunks, error: error)
      }
      state.bytes = source.bytesRead
      if chunk == nil { state.documents.append(source.document) }
      state.source = .file(source)
      return chunk.map(InputChunk.records)
    case .map(let map, let first)?:
      let end = min(first + Self.chunkOverlays, map.overlays.count)
      if first == end { state.documents.append(OverlayDocument(map, input: state.input)) }
      state.source = .map(map, next: end)
      return first == end
        ? nil : .overlays(map.overlays[first..<end], input: state.input, index: state.chunks)
    case nil: return nil
    }
  }

  /// The input that is being read, when its file is not what it was when it was opened.
  var changedInput: Int? {
    state.withLock { state in
      var open: Source?
      swap(&open, &state.source)
      guard case .file(let source)? = consume open else { return nil }
      return source.hasChanged ? state.input : nil
    }
  }

  /// The documents of the inputs, after the last chunk.
  var documents: [OverlayDocument] { state.withLock { $0.documents } }

  /// Bytes and records so far.
  var progress: (bytes: Int, records: Int) {
    state.withLock { ($0.bytesBefore + $0.bytes, $0.records) }
  }
}

extension OverlayDocument {
  /// What `map` says beside its overlays.
  fileprivate init(_ map: OverlayMap, input: Int) {
    self.init()
    var options = map.options
    let location = SourceLocation(input: input, line: 0, feature: -1)
    findings = options.settle().map { $0.finding(.altered, at: location) }
    // Defaults are what a map says that nobody told anything: another input's map may then speak.
    self.map = options == MapOptions() ? nil : options
  }
}
