/// A list of positions: the course of a line or the rim of an area.
///
/// A value: a copy changes apart from its original. Positions are not checked as they are added;
/// ``validate()`` does that for all.
public struct Path: Hashable, Sendable {
  /// The positions, in order.
  public private(set) var coordinates: [LatLng]

  /// A path of `coordinates`, by default an empty one.
  public init(_ coordinates: some Sequence<LatLng> = []) { self.coordinates = Array(coordinates) }

  /// Decodes the text form of a path, which must be free of escapes.
  ///
  /// - Throws: ``EncodedPolylineError``, with the byte offset of the fault.
  public init(fromEncodedPath encodedPath: String, precision: Int = 5) throws(EncodedPolylineError)
  {
    let bytes = Array(encodedPath.utf8)
    coordinates = try EncodedPolyline.decode(bytes.span, precision: precision)
  }

  /// The text form; the positions must be valid.
  public func encodedPath(precision: Int = 5) -> String {
    EncodedPolyline.encode(coordinates, precision: precision)
  }

  /// How many positions there are.
  public var count: Int { coordinates.count }

  /// The position at `index`, or ``LatLng/invalid`` where there is none.
  public func coordinate(at index: Int) -> LatLng {
    coordinates.indices.contains(index) ? coordinates[index] : .invalid
  }

  /// Adds a position at the end.
  public mutating func add(_ coordinate: LatLng) { coordinates.append(coordinate) }

  /// Adds a position at the end.
  public mutating func addLatitude(_ latitude: Double, longitude: Double) {
    coordinates.append(LatLng(latitude: latitude, longitude: longitude))
  }

  /// Puts a position before the one at `index`, 0...`count`.
  public mutating func insert(_ coordinate: LatLng, at index: Int) {
    coordinates.insert(coordinate, at: index)
  }

  /// Exchanges the position at `index`, 0 ..< `count`.
  public mutating func replaceCoordinate(at index: Int, with coordinate: LatLng) {
    coordinates[index] = coordinate
  }

  /// Removes the position at `index`, 0 ..< `count`.
  public mutating func removeCoordinate(at index: Int) { coordinates.remove(at: index) }

  /// Removes the last position; nothing when there is none.
  public mutating func removeLastCoordinate() { _ = coordinates.popLast() }

  /// Removes all positions.
  public mutating func removeAllCoordinates() { coordinates.removeAll() }

  /// The path shifted by constants, its longitudes brought back to -180 ..< 180.
  ///
  /// - Throws: ``PathError`` when a position leaves -90...90 degrees of latitude.
  public func pathOffset(
    byLatitude latitude: Double, longitude: Double
  ) throws(PathError) -> Path {
    let shifted = Path(
      coordinates.map {
        LatLng(latitude: $0.latitude + latitude, longitude: $0.longitude + longitude).wrapped
      })
    try shifted.validate()
    return shifted
  }

  /// Throws when a position does not lie within -90...90 and -180...180 degrees, or is no number.
  public func validate() throws(PathError) {
    guard let index = coordinates.firstIndex(where: { !$0.isValid }) else { return }
    throw .coordinateOutOfRange(index: index, coordinates[index])
  }
}

/// What is wrong with a path.
public enum PathError: Error, Hashable, Sendable {
  /// The position at an index does not exist on the globe.
  case coordinateOutOfRange(index: Int, LatLng)
}
