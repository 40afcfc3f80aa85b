import OverlayModel
import OverlayReader

/// Takes any bytes as an input, in chunks of two sizes, which must give the same features.
///
/// Run by `tools/fuzz OverlayReaderFuzz`.
@c(LLVMFuzzerTestOneInput)
public func fuzzOverlayReader(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let small = outcome(of: input, chunkBytes: 64)
  let large = outcome(of: input, chunkBytes: 1 << 16)
  precondition(small == large)
  return 0
}

/// What reading an input comes to.
private struct Outcome: Equatable {
  var features = 0, positions = 0, tags = 0
  var findings: [Finding] = []
  var error: ReaderError?
}

private func outcome(of input: [UInt8], chunkBytes: Int) -> Outcome {
  var outcome = Outcome()
  do throws(ReaderError) {
    var source = try RecordSource(bytes: input, input: 0, chunkBytes: chunkBytes)
    var parser = ChunkParser()
    while let chunk = try source.next() {
      let batch = try parser.parse(chunk)
      precondition(batch.longitudes.count == batch.latitudes.count)
      precondition(batch.pathEnds.last ?? 0 == batch.longitudes.count)
      precondition(batch.partEnds.last ?? 0 == batch.pathEnds.count)
      precondition(batch.features.last?.parts.upperBound ?? 0 == batch.partEnds.count)
      precondition(batch.longitudes.allSatisfy { abs($0) <= 540 })
      precondition(batch.latitudes.allSatisfy { abs($0) <= 90 })
      outcome.features += batch.features.count
      outcome.positions += batch.longitudes.count
      outcome.tags += batch.tags.count
      outcome.findings += batch.findings
    }
    outcome.findings += source.document.findings
  } catch {
    // What comes before a fault is delivered in whole chunks, so only the fault itself compares.
    outcome = Outcome(error: error)
  }
  return outcome
}
