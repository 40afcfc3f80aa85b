import OverlayModel
import TileEncoding

/// What the details of pieces of lines stand for in tiles.
struct PieceTags: Sendable {
  /// Numbers of our attributes' names.
  var colorKey: UInt32 = 0, imageKey: UInt32 = 0, rotKey: UInt32 = 0
  /// Values of the colours that stand in the input; `nil` for the one that the style assumes.
  var colors: [UInt32?] = []
  /// Values of the names of images.
  var images: [UInt32] = []

  /// Steps of a full turn in which stamps are turned.
  static let turnSteps = 3_600.0
}

/// Numbers of values that are computed while tiling. One for each worker, like its encoder.
struct ComputedValues: Sendable {
  private var colors: [UInt32: UInt32] = [:]
  private var turns: [UInt32: UInt32] = [:]
  private var bytes: [UInt8] = []

  /// The value of a computed colour; see ``PieceColor``.
  mutating func color(
    _ detail: UInt32, _ encoder: inout VectorTileEncoder
  ) throws(EncodingError) -> UInt32 {
    if let known = colors[detail] { return known }
    let number = try add(.string(PieceColor.color(detail).cssText), &encoder)
    colors[detail] = number
    return number
  }

  /// The value of a number of turning steps, in degrees.
  mutating func turn(
    _ steps: UInt32, _ encoder: inout VectorTileEncoder
  ) throws(EncodingError) -> UInt32 {
    if let known = turns[steps] { return known }
    let degrees = Double(steps) * 360 / PieceTags.turnSteps
    let number = try add(.double(degrees), &encoder)
    turns[steps] = number
    return number
  }

  private mutating func add(
    _ value: AttributeValue, _ encoder: inout VectorTileEncoder
  ) throws(EncodingError) -> UInt32 {
    bytes.removeAll(keepingCapacity: true)
    AttributeEncoding.append(value, to: &bytes)
    return try encoder.addDynamicValue(bytes.span)
  }
}
