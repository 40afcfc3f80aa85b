/// One range of a file as the header Range asks for it.
///
/// - SeeAlso: RFC 9110, 14.1.2.
enum ByteRange: Equatable {
  /// The whole: there is no range, or one that is not understood, which is ignored.
  case whole
  /// Bytes of the file.
  case part(Range<UInt64>)
  /// Nothing of the file.
  case unsatisfiable

  /// Reads the header for a file of `size` bytes. Several ranges are ignored, as is allowed.
  init(_ header: String?, size: UInt64) {
    self = .whole
    guard let header, header.hasPrefix("bytes="), !header.contains(",") else { return }
    let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return }
    let (first, last) = (Self.number(ends[0]), Self.number(ends[1]))
    switch (first, last) {
    case (let first?, nil) where ends[1].isEmpty:
      self = first < size ? .part(first..<size) : .unsatisfiable
    case (let first?, let last?) where first <= last:
      self = first < size ? .part(first..<min(last + 1, size)) : .unsatisfiable
    case (nil, let length?) where ends[0].isEmpty:
      self = length > 0 && size > 0 ? .part(size - min(length, size)..<size) : .unsatisfiable
    default: return
    }
  }

  private static func number(_ text: Substring) -> UInt64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    // More than fits is more than any file has.
    return min(UInt64(text) ?? .max, .max - 1)
  }
}
