/// Follows the commands of a feature's geometry and checks them against the format.
enum ReferenceGeometry {
  typealias Vertex = ReferenceTile.Vertex

  /// The parts that `geometry` draws.
  static func parts(
    _ geometry: [UInt32], type: UInt32
  ) throws(ReferenceTileError) -> [[Vertex]] {
    let commands = try commands(geometry)
    switch type {
    case 1:
      guard commands.count == 1, let points = commands.first, points.command == 1 else {
        throw ReferenceTileError("a point is not one MoveTo")
      }
      return [points.vertices]
    case 2: return try lines(commands)
    case 3: return try rings(commands)
    default: throw ReferenceTileError("type \(type)")
    }
  }

  private struct Command {
    var command: UInt32
    var count: UInt32
    var vertices: [Vertex] = []
  }

  private static func commands(_ geometry: [UInt32]) throws(ReferenceTileError) -> [Command] {
    var commands: [Command] = []
    var rest = geometry[...]
    var cursor = Vertex(0, 0)
    while let integer = rest.popFirst() {
      var command = Command(command: integer & 7, count: integer >> 3)
      guard [1, 2, 7].contains(command.command), command.count >= 1, command.count < 1 << 29
      else { throw ReferenceTileError("command integer \(integer)") }
      if command.command == 7 {
        guard command.count == 1 else { throw ReferenceTileError("ClosePath is repeated") }
      } else {
        for _ in 0..<command.count {
          guard let x = rest.popFirst(), let y = rest.popFirst() else {
            throw ReferenceTileError("a command lacks parameters")
          }
          let step = Vertex(unzigzag(x), unzigzag(y))
          guard abs(step.x) < 1 << 31, abs(step.y) < 1 << 31 else {
            throw ReferenceTileError("a parameter is too large")
          }
          if command.command == 2, step == Vertex(0, 0) {
            throw ReferenceTileError("LineTo (0, 0)")
          }
          cursor = Vertex(cursor.x + step.x, cursor.y + step.y)
          command.vertices.append(cursor)
        }
      }
      commands.append(command)
    }
    return commands
  }

  private static func unzigzag(_ raw: UInt32) -> Int64 {
    raw.isMultiple(of: 2) ? Int64(raw / 2) : -Int64(raw / 2) - 1
  }

  private static func lines(_ commands: [Command]) throws(ReferenceTileError) -> [[Vertex]] {
    guard !commands.isEmpty, commands.count.isMultiple(of: 2) else {
      throw ReferenceTileError("a line is not (MoveTo, LineTo)+")
    }
    var lines: [[Vertex]] = []
    for index in stride(from: 0, to: commands.count, by: 2) {
      let move = commands[index], line = commands[index + 1]
      guard move.command == 1, move.count == 1, line.command == 2 else {
        throw ReferenceTileError("a line is not (MoveTo, LineTo)+")
      }
      lines.append(move.vertices + line.vertices)
    }
    return lines
  }

  private static func rings(_ commands: [Command]) throws(ReferenceTileError) -> [[Vertex]] {
    guard !commands.isEmpty, commands.count.isMultiple(of: 3) else {
      throw ReferenceTileError("a polygon is not (MoveTo, LineTo, ClosePath)+")
    }
    var rings: [[Vertex]] = []
    for index in stride(from: 0, to: commands.count, by: 3) {
      let move = commands[index], line = commands[index + 1]
      guard move.command == 1, move.count == 1, line.command == 2, line.count >= 2,
        commands[index + 2].command == 7
      else { throw ReferenceTileError("a polygon is not (MoveTo, LineTo, ClosePath)+") }
      let ring = move.vertices + line.vertices
      guard ring.first != ring.last else {
        throw ReferenceTileError("a ring repeats its first vertex")
      }
      let area = ReferenceTile.doubledArea(ring)
      guard area != 0 else { throw ReferenceTileError("a ring has no area") }
      guard area > 0 || index > 0 else { throw ReferenceTileError("the first ring is a hole") }
      rings.append(ring)
    }
    return rings
  }
}
