/// Follows the drawing commands of one feature.
///
/// - SeeAlso: Vector Tile Specification 2.1, section 4.3.
enum CommandReader {
  /// What is wrong with the commands.
  struct Fault {
    var rule: TileRule
    var detail: String
  }
  private enum Command { static let moveTo = 1, lineTo = 2, closePath = 7 }

  /// Appends the parts of a feature of type `kind`; none, and the first fault, where the commands
  /// break a rule. The features of no known type are passed over.
  static func read(
    _ numbers: Span<UInt64>, _ kind: ScannedLayer.Kind, into layer: inout ScannedLayer
  ) -> Fault? {
    guard kind != .unknown, kind != .missing else { return nil }
    let (vertices, parts) = (layer.x.count, layer.partEnds.count)
    var reader = Reader(kind: kind)
    let fault =
      numbers.isEmpty
      ? Fault(rule: .commandOrder, detail: "no command at all")
      : reader.follow(numbers, into: &layer)
    if fault != nil {
      layer.x.removeSubrange(vertices...)
      layer.y.removeSubrange(vertices...)
      layer.partEnds.removeSubrange(parts...)
    }
    return fault
  }

  private struct Reader {
    let kind: ScannedLayer.Kind
    var next = 0
    var cursorX = 0
    var cursorY = 0

    mutating func follow(_ numbers: Span<UInt64>, into layer: inout ScannedLayer) -> Fault? {
      for i in numbers.indices where numbers[i] > UInt64(UInt32.max) {
        return Fault(rule: .numberRange, detail: "the number \(numbers[i])")
      }
      if kind == .point {
        if let fault = moveTo(numbers, most: Int.max, into: &layer) { return fault }
        layer.partEnds.append(layer.x.count)
        guard next == numbers.count else {
          return Fault(
            rule: .pointMoveTo, detail: "\(numbers.count - next) numbers after the MoveTo")
        }
        return nil
      }
      while next < numbers.count {
        if let fault = moveTo(numbers, most: 1, into: &layer) { return fault }
        if let fault = lineTo(numbers, into: &layer) { return fault }
        layer.partEnds.append(layer.x.count)
        if kind == .polygon, let fault = closePath(numbers) { return fault }
      }
      return nil
    }

    private mutating func moveTo(
      _ numbers: Span<UInt64>, most: Int, into layer: inout ScannedLayer
    ) -> Fault? {
      guard next < numbers.count else { return order("nothing", "MoveTo") }
      let (command, count) = split(numbers[next])
      guard command == Command.moveTo else { return unexpected(command, "MoveTo") }
      guard count > 0 else { return Fault(rule: .commandCount, detail: "MoveTo with count 0") }
      guard count <= most else {
        return Fault(rule: .moveToCount, detail: "MoveTo with count \(count)")
      }
      return steps(numbers, count, "MoveTo", into: &layer)
    }

    private mutating func lineTo(
      _ numbers: Span<UInt64>, into layer: inout ScannedLayer
    ) -> Fault? {
      guard next < numbers.count else {
        return kind == .polygon
          ? Fault(rule: .ringShort, detail: "MoveTo alone") : order("the end", "LineTo")
      }
      let (command, count) = split(numbers[next])
      guard command == Command.lineTo else { return unexpected(command, "LineTo") }
      guard count > 0 else { return Fault(rule: .commandCount, detail: "LineTo with count 0") }
      guard kind == .line || count > 1 else {
        return Fault(rule: .ringShort, detail: "LineTo with count 1")
      }
      return steps(numbers, count, "LineTo", into: &layer)
    }

    private mutating func closePath(_ numbers: Span<UInt64>) -> Fault? {
      guard next < numbers.count, split(numbers[next]).command == Command.closePath else {
        return Fault(rule: .ringOpen, detail: "no ClosePath after LineTo")
      }
      let count = split(numbers[next]).count
      next += 1
      return count == 1
        ? nil : Fault(rule: .closePathCount, detail: "ClosePath with count \(count)")
    }

    private mutating func steps(
      _ numbers: Span<UInt64>, _ count: Int, _ name: String, into layer: inout ScannedLayer
    ) -> Fault? {
      next += 1
      guard count * 2 <= numbers.count - next else {
        return Fault(
          rule: .commandCut,
          detail: "\(name) with count \(count) and \(numbers.count - next) parameters")
      }
      for _ in 0..<count {
        guard numbers[next] != UInt64(UInt32.max), numbers[next + 1] != UInt64(UInt32.max) else {
          return Fault(rule: .numberRange, detail: "a step of -2147483648")
        }
        cursorX += unzigzag(numbers[next])
        cursorY += unzigzag(numbers[next + 1])
        layer.x.append(cursorX)
        layer.y.append(cursorY)
        next += 2
      }
      return nil
    }

    private func split(_ number: UInt64) -> (command: Int, count: Int) {
      (Int(number & 7), Int(number >> 3))
    }

    private func unzigzag(_ number: UInt64) -> Int {
      Int(number >> 1) ^ -Int(number & 1)
    }

    private func unexpected(_ command: Int, _ expected: String) -> Fault {
      switch command {
      case Command.moveTo: order("MoveTo", expected)
      case Command.lineTo: order("LineTo", expected)
      case Command.closePath: order("ClosePath", expected)
      default: Fault(rule: .commandUnknown, detail: "command \(command) where \(expected) must be")
      }
    }

    private func order(_ found: String, _ expected: String) -> Fault {
      Fault(rule: .commandOrder, detail: "\(found) where \(expected) must be")
    }
  }
}
