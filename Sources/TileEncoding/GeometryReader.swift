/// Follows the commands of a feature's geometry.
///
/// - SeeAlso: Vector Tile Specification 2.1, section 4.3.
enum GeometryReader {
  private enum Command {
    static let moveTo: UInt32 = 1
    static let lineTo: UInt32 = 2
    static let closePath: UInt32 = 7
  }

  /// Appends the parts that `geometry` draws to `layer`. Of a ring that its producer closed twice
  /// (LineTo the first vertex, then ClosePath) the last vertex is kept. Nothing is read for type
  /// unknown.
  static func read(
    _ geometry: Span<UInt32>, type: DecodedTile.Feature.GeometryType,
    into layer: inout DecodedTile.Layer
  ) throws(TileDecodingError.FeatureFault) {
    guard type != .unknown else { return }
    guard !geometry.isEmpty else { throw .missingGeometry }
    var pen = Pen()
    var at = 0
    while at < geometry.count {
      switch type {
      case .unknown: return
      case .point:
        guard at == 0 else { throw .unexpectedCommand }
        try pen.draw(Command.moveTo, geometry, &at, into: &layer)
      case .line, .polygon:
        guard try pen.draw(Command.moveTo, geometry, &at, into: &layer) == 1 else {
          throw .badCommand
        }
        try pen.draw(Command.lineTo, geometry, &at, into: &layer)
        guard type == .polygon else { break }
        guard at < geometry.count else { throw .unexpectedCommand }
        guard geometry[at] & 7 == Command.closePath else { throw .unexpectedCommand }
        guard geometry[at] >> 3 == 1 else { throw .badCommand }
        at += 1
      }
      layer.partEnds.append(layer.x.count)
    }
  }

  /// The cursor, which goes on from part to part.
  private struct Pen {
    var x: Int64 = 0
    var y: Int64 = 0

    /// Follows one MoveTo or LineTo at `at`, which moves past it, and returns its count.
    @discardableResult
    mutating func draw(
      _ command: UInt32, _ geometry: Span<UInt32>, _ at: inout Int,
      into layer: inout DecodedTile.Layer
    ) throws(TileDecodingError.FeatureFault) -> Int {
      guard at < geometry.count else { throw .unexpectedCommand }
      let integer = geometry[at]
      guard integer & 7 == command else {
        let known = [Command.moveTo, Command.lineTo, Command.closePath].contains(integer & 7)
        throw known ? .unexpectedCommand : .badCommand
      }
      let count = Int(integer >> 3)
      guard count > 0 else { throw .badCommand }
      guard geometry.count - at - 1 >= 2 * count else { throw .missingParameters }
      for i in 0..<count {
        x += Self.step(geometry[at + 1 + 2 * i])
        y += Self.step(geometry[at + 2 + 2 * i])
        guard let vertexX = Int32(exactly: x), let vertexY = Int32(exactly: y) else {
          throw .outOfRange
        }
        layer.x.append(vertexX)
        layer.y.append(vertexY)
      }
      at += 1 + 2 * count
      return count
    }

    private static func step(_ zigzag: UInt32) -> Int64 {
      Int64(zigzag >> 1) ^ -Int64(zigzag & 1)
    }
  }
}
