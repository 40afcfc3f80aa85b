import MapMath

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes the features of decoded tiles as GeoJSON text.
///
/// Positions are degrees, longitude first, with as many decimals (7 or more) as tell the units of
/// the tile apart. What lies in a tile's buffer stays where it is, so longitudes beyond 180 and
/// latitudes beyond 85.0511 occur. Rings are gathered into polygons by their winding, closed, and
/// turned the way RFC 7946 wants them, exterior rings counterclockwise. Points, lines and polygons
/// become their Multi form where a feature has several.
///
/// Numbers keep their value: integers are written in full, also beyond 2⁵³. JSON has no infinity
/// or NaN; they are written as the texts "Infinity", "-Infinity" and "NaN".
///
/// - SeeAlso: RFC 7946; Vector Tile Specification 2.1, section 4.3.3.3 (winding).
public enum TileGeoJSON {
  /// Appends each feature as a GeoJSON Feature with its `id`, its `properties` and the foreign
  /// member `layer`, the name of its layer.
  ///
  /// - Parameters:
  ///   - tile: The tile.
  ///   - z: Its zoom, 0...30.
  ///   - x: Its column from the west.
  ///   - y: Its row from the north.
  ///   - output: Receives UTF-8.
  ///   - lineDelimited: Whether each feature is a line of its own, ended by a line feed; otherwise
  ///     a comma and a line feed stand between features, with nothing before the first or after
  ///     the last.
  ///   - namesTile: Whether each feature also has the foreign member `tile`, "z/x/y".
  /// - Returns: How many features were appended.
  @discardableResult
  public static func features(
    of tile: DecodedTile, z: Int, x: Int, y: Int, into output: inout [UInt8],
    lineDelimited: Bool, namesTile: Bool = false
  ) -> Int {
    let name = namesTile ? "\(z)/\(x)/\(y)" : nil
    var count = 0
    for layer in tile.layers {
      let grid = TileGrid(z: z, x: x, y: y, extent: layer.extent)
      for feature in layer.features {
        if count > 0, !lineDelimited { output.append(contentsOf: ",\n".utf8) }
        write(feature, of: layer, on: grid, tileName: name, into: &output)
        if lineDelimited { output.append(UInt8(ascii: "\n")) }
        count += 1
      }
    }
    return count
  }

  /// Appends a FeatureCollection of all features; see
  /// ``features(of:z:x:y:into:lineDelimited:)``.
  public static func collection(
    of tile: DecodedTile, z: Int, x: Int, y: Int, into output: inout [UInt8]
  ) {
    output.append(contentsOf: #"{"type":"FeatureCollection","features":["#.utf8)
    output.append(UInt8(ascii: "\n"))
    let count = features(of: tile, z: z, x: x, y: y, into: &output, lineDelimited: false)
    output.append(contentsOf: count > 0 ? "\n]}\n".utf8 : "]}\n".utf8)
  }

  private static func write(
    _ feature: DecodedTile.Feature, of layer: DecodedTile.Layer, on grid: TileGrid,
    tileName: String?, into output: inout [UInt8]
  ) {
    output.append(contentsOf: #"{"type":"Feature""#.utf8)
    if let id = feature.id {
      output.append(contentsOf: #","id":"#.utf8)
      output.append(contentsOf: String(id).utf8)
    }
    output.append(contentsOf: #","layer":"#.utf8)
    write(text: layer.name, into: &output)
    if let tileName {
      output.append(contentsOf: #","tile":"#.utf8)
      write(text: tileName, into: &output)
    }
    output.append(contentsOf: #","properties":{"#.utf8)
    for tag in stride(from: feature.tags.lowerBound, to: feature.tags.upperBound, by: 2) {
      if tag > feature.tags.lowerBound { output.append(UInt8(ascii: ",")) }
      write(text: layer.keys[Int(layer.tags[tag])], into: &output)
      output.append(UInt8(ascii: ":"))
      write(layer.values[Int(layer.tags[tag + 1])], into: &output)
    }
    output.append(contentsOf: #"},"geometry":"#.utf8)
    GeoJSONGeometry.write(feature, of: layer, on: grid, into: &output)
    output.append(UInt8(ascii: "}"))
  }

  private static func write(_ value: DecodedTile.Value, into output: inout [UInt8]) {
    switch value {
    case .string(let text): write(text: text, into: &output)
    case .float(let number): write(number, into: &output)
    case .double(let number): write(number, into: &output)
    case .int(let number), .sint(let number): output.append(contentsOf: String(number).utf8)
    case .uint(let number): output.append(contentsOf: String(number).utf8)
    case .bool(let flag): output.append(contentsOf: (flag ? "true" : "false").utf8)
    }
  }

  private static func write<Number: BinaryFloatingPoint & CustomStringConvertible>(
    _ number: Number, into output: inout [UInt8]
  ) {
    guard number.isFinite else {
      let text = number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
      return write(text: text, into: &output)
    }
    output.append(contentsOf: number.description.utf8)
  }

  private static func write(text: String, into output: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        output.append(UInt8(ascii: "\\"))
        output.append(byte)
      case 0..<0x20:
        output.append(contentsOf: #"\u00"#.utf8)
        output.append(digits[Int(byte >> 4)])
        output.append(digits[Int(byte & 15)])
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }
}

/// Where a tile's units lie on the Earth.
struct TileGrid {
  /// The tile's north-western corner and the length of a unit, in the unit square.
  private let west: Double, north: Double, unit: Double
  /// Decimals written, and 10 to their power.
  private let decimals: Int, scale: Double

  init(z: Int, x: Int, y: Int, extent: UInt32) {
    precondition((0...30).contains(z))
    let side = 1 / Double(1 << z)
    (west, north, unit) = (Double(x) * side, Double(y) * side, side / Double(extent))
    // A tenth of a unit, so that no two units are written alike.
    var decimals = 7, scale = 1e7
    while 360 * unit * scale < 10, decimals < 14 { (decimals, scale) = (decimals + 1, scale * 10) }
    (self.decimals, self.scale) = (decimals, scale)
  }

  /// Appends a position.
  func write(_ x: Int32, _ y: Int32, into output: inout [UInt8]) {
    let u = west + Double(x) * unit, v = north + Double(y) * unit
    output.append(UInt8(ascii: "["))
    write(Mercator.longitude(worldX: u), into: &output)
    output.append(UInt8(ascii: ","))
    write(Mercator.latitude(worldY: v), into: &output)
    output.append(UInt8(ascii: "]"))
  }

  /// Appends a number with `decimals` decimals, zeros at the end left out.
  private func write(_ degrees: Double, into output: inout [UInt8]) {
    let scaled = (degrees * scale).rounded()
    // Beyond, a vertex is so far outside of its tile that a Double has no such decimals.
    guard abs(scaled) < 0x1p53 else {
      return output.append(contentsOf: degrees.description.utf8)
    }
    var rest = UInt64(abs(scaled))
    if scaled < 0 { output.append(UInt8(ascii: "-")) }
    var text: [UInt8] = []
    for place in 0..<decimals {
      let digit = rest % 10
      rest /= 10
      if digit > 0 || !text.isEmpty { text.append(UInt8(ascii: "0") + UInt8(digit)) }
      if place == decimals - 1, !text.isEmpty { text.append(UInt8(ascii: ".")) }
    }
    output.append(contentsOf: String(rest).utf8)
    output.append(contentsOf: text.reversed())
  }
}
