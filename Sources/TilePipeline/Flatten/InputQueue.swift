import OverlayModel
import OverlayReader
import Synchronization

/// Hands out chunks of all inputs, in order, to the tasks that parse them.
final class InputQueue: Sendable {
  /// A reader's error and the input that it concerns.
  struct Failure: Error {
    var input: Int
    /// Chunk of the input, so that the first fault can be told.
    var chunk: Int
    var error: ReaderError
  }

  private struct State: ~Copyable {
    var source: RecordSource?
    var input = -1
    var documents: [OverlayDocument] = []
    var bytesBefore = 0
    var records = 0
    var chunks = 0
  }

  private let paths: [String]
  private let chunkBytes: Int
  private let state = Mutex(State())

  init(paths: [String], chunkBytes: Int = 1 << 20) {
    (self.paths, self.chunkBytes) = (paths, chunkBytes)
  }

  /// The next chunk, or `nil` after the last of the last input.
  func next() throws(Failure) -> RecordChunk? {
    try state.withLock { (state: inout State) throws(Failure) -> RecordChunk? in
      while true {
        if state.source == nil {
          guard state.input + 1 < paths.count else { return nil }
          state.input += 1
          let input = state.input
          do throws(ReaderError) {
            state.source = try RecordSource(
              path: paths[input], input: input, chunkBytes: chunkBytes)
          } catch {
            // Other tasks find nothing more to do.
            state.input = paths.count
            throw Failure(input: input, chunk: 0, error: error)
          }
        }
        do throws(ReaderError) {
          if let chunk = try state.source?.next() {
            state.records += chunk.recordCount
            state.chunks = chunk.index + 1
            return chunk
          }
        } catch {
          throw Failure(input: state.input, chunk: state.chunks, error: error)
        }
        state.documents.append(state.source?.document ?? OverlayDocument())
        state.bytesBefore += state.source?.bytesRead ?? 0
        state.source = nil
        state.chunks = 0
      }
    }
  }

  /// The documents of the inputs, after the last chunk.
  var documents: [OverlayDocument] { state.withLock { $0.documents } }

  /// Bytes and records so far.
  var progress: (bytes: Int, records: Int) {
    state.withLock { ($0.bytesBefore + ($0.source?.bytesRead ?? 0), $0.records) }
  }
}
