import TestSupport

/// Takes any bytes as a polygon, and what repair and clip leave of it must be valid.
///
/// Run by `tools/fuzz PolygonFuzz`.
@c(LLVMFuzzerTestOneInput)
public func fuzzPolygon(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  if let fault = PolygonBytes.fault(input) { preconditionFailure(fault) }
  return 0
}
