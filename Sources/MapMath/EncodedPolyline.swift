#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Google's text form of a path: rounded differences, zigzagged, in groups of five bits.
///
/// Each coordinate is latitude, then longitude, in units of 10^-`precision` degrees and relative
/// to the one before. A value is sent five bits at a time, lowest first; each group is one byte of
/// 63...126, and 95...126 say that more groups follow. The backslash is such a byte, which source
/// code and JSON double: see ``hasDoubledBackslash(_:)``.
///
/// - SeeAlso: developers.google.com/maps/documentation/utilities/polylinealgorithm
public enum EncodedPolyline {
  /// Groups in the longest value: differences of whole turns fit in 30 bits up to precision 6.
  static let longestValue = 6

  /// The coordinates of `text`; empty for empty text.
  ///
  /// O(*n*).
  ///
  /// - Parameters:
  ///   - text: The encoded path, without escapes.
  ///   - precision: Decimal places, 1...6; Google's own paths have 5.
  /// - Returns: Coordinates within -90...90 and -180...180 degrees.
  /// - Throws: ``EncodedPolylineError``, with the byte offset of the fault.
  public static func decode(
    _ text: Span<UInt8>, precision: Int = 5
  ) throws(EncodedPolylineError) -> [LatLng] {
    var latitudes: [Double] = []
    var longitudes: [Double] = []
    try decode(text, precision: precision, latitudes: &latitudes, longitudes: &longitudes)
    return zip(latitudes, longitudes).map { LatLng(latitude: $0, longitude: $1) }
  }

  /// Appends the coordinates of `text` to two arrays, which are left as they were on an error.
  ///
  /// - Parameters:
  ///   - text: The encoded path, without escapes.
  ///   - precision: Decimal places, 1...6.
  ///   - latitudes: Receives degrees north.
  ///   - longitudes: Receives degrees east.
  /// - Throws: ``EncodedPolylineError``, with the byte offset of the fault.
  public static func decode(
    _ text: Span<UInt8>, precision: Int = 5, latitudes: inout [Double],
    longitudes: inout [Double]
  ) throws(EncodedPolylineError) {
    let (oldLatitudes, oldLongitudes) = (latitudes.count, longitudes.count)
    do throws(EncodedPolylineError) {
      try append(text, precision: precision, latitudes: &latitudes, longitudes: &longitudes)
    } catch {
      latitudes.removeLast(latitudes.count - oldLatitudes)
      longitudes.removeLast(longitudes.count - oldLongitudes)
      throw error
    }
  }

  private static func append(
    _ text: Span<UInt8>, precision: Int, latitudes: inout [Double], longitudes: inout [Double]
  ) throws(EncodedPolylineError) {
    let scale = unitsPerDegree(precision)
    var latitude: Int64 = 0
    var longitude: Int64 = 0
    var offset = 0
    while offset < text.count {
      let start = offset
      latitude += try value(text, &offset)
      guard offset < text.count else { throw .longitudeMissing(offset: start) }
      let middle = offset
      longitude += try value(text, &offset)
      let (north, east) = (Double(latitude) / scale, Double(longitude) / scale)
      guard abs(north) <= 90, abs(east) <= 180 else {
        let fits = precision == 5 && abs(north) <= 900 && abs(east) <= 1800
        throw .outOfRange(
          offset: abs(north) <= 90 ? middle : start, latitude: north, longitude: east,
          likelyPrecision: fits ? 6 : nil)
      }
      latitudes.append(north)
      longitudes.append(east)
    }
  }

  /// The difference that starts at `offset`, which is moved past it.
  private static func value(
    _ text: Span<UInt8>, _ offset: inout Int
  ) throws(EncodedPolylineError) -> Int64 {
    let start = offset
    var zigzag: Int64 = 0
    for group in 0..<longestValue {
      guard offset < text.count else { throw .truncated(offset: start) }
      let byte = text[offset]
      guard byte >= 63, byte <= 126 else { throw .byteNotAllowed(byte, offset: offset) }
      offset += 1
      zigzag |= Int64((byte - 63) & 0x1f) << Int64(5 * group)
      if byte < 95 { return (zigzag >> 1) ^ -(zigzag & 1) }
    }
    throw .valueTooLong(offset: start)
  }

  /// The text of `coordinates`, which must be valid; halves are rounded away from zero.
  ///
  /// - Parameters:
  ///   - coordinates: Within -90...90 and -180...180 degrees.
  ///   - precision: Decimal places, 1...6.
  public static func encode(_ coordinates: some Sequence<LatLng>, precision: Int = 5) -> String {
    let scale = unitsPerDegree(precision)
    var bytes: [UInt8] = []
    var last: (latitude: Int64, longitude: Int64) = (0, 0)
    for coordinate in coordinates {
      precondition(coordinate.isValid, "only valid coordinates can be encoded")
      let latitude = Int64((coordinate.latitude * scale).rounded(.toNearestOrAwayFromZero))
      let longitude = Int64((coordinate.longitude * scale).rounded(.toNearestOrAwayFromZero))
      append(latitude - last.latitude, to: &bytes)
      append(longitude - last.longitude, to: &bytes)
      last = (latitude, longitude)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ difference: Int64, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: (difference << 1) ^ (difference >> 63))
    while rest >= 0x20 {
      bytes.append(UInt8(rest & 0x1f | 0x20) + 63)
      rest >>= 5
    }
    bytes.append(UInt8(rest) + 63)
  }

  private static func unitsPerDegree(_ precision: Int) -> Double {
    precondition((1...6).contains(precision), "a precision is 1...6 decimal places")
    return (0..<precision).reduce(1) { product, _ in product * 10 }
  }

  /// Whether two backslashes stand side by side, the mark of text copied from a source literal.
  ///
  /// Such text usually decodes without an error to a path with a wrong end, and rarely it is
  /// right; so this is reason for a warning.
  public static func hasDoubledBackslash(_ text: Span<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for i in text.indices {
      if text[i] == backslash, previous == backslash { return true }
      previous = text[i]
    }
    return false
  }

  /// `text` with each pair of backslashes made one.
  public static func unescape(_ text: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var offset = 0
    while offset < text.count {
      result.append(text[offset])
      let isPair =
        text[offset] == backslash && offset + 1 < text.count && text[offset + 1] == backslash
      offset += isPair ? 2 : 1
    }
    return result
  }

  private static let backslash = UInt8(ascii: "\\")
}

/// What is wrong with an encoded path, and the offset of the byte where it is.
public enum EncodedPolylineError: Error, Equatable, Sendable {
  /// A byte outside 63...126.
  case byteNotAllowed(UInt8, offset: Int)
  /// The text ends inside the value that starts here.
  case truncated(offset: Int)
  /// The latitude that starts here is the last value: the number of values is odd.
  case longitudeMissing(offset: Int)
  /// The value that starts here has more than six groups.
  case valueTooLong(offset: Int)
  /// The value that starts here leads beyond 90 or 180 degrees. `likelyPrecision` is the precision
  /// with which the position would be a valid one, if there is one: perhaps the given one is wrong.
  case outOfRange(offset: Int, latitude: Double, longitude: Double, likelyPrecision: Int?)
}
