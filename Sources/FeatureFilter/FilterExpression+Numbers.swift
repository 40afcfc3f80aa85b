#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FilterExpression.Arithmetic {
  /// How many operands it takes.
  var operandCount: ClosedRange<Int> {
    switch self {
    case .add, .multiply, .minimum, .maximum: 1...Int.max
    case .subtract: 1...2
    case .divide, .remainder, .power: 2...2
    case .absolute, .round, .floor, .ceil, .squareRoot: 1...1
    }
  }

  /// `nil` where an operand is no number.
  func result(_ values: [FilterValue?]) -> Double? {
    var numbers: [Double] = []
    for value in values {
      guard case .number(let number) = value else { return nil }
      numbers.append(number)
    }
    guard let first = numbers.first, let last = numbers.last else { return nil }
    switch self {
    case .add: return numbers.reduce(0, +)
    case .multiply: return numbers.reduce(1, *)
    case .minimum: return numbers.reduce(first, Swift.min)
    case .maximum: return numbers.reduce(first, Swift.max)
    case .subtract: return numbers.count == 1 ? -first : first - last
    case .divide: return first / last
    case .remainder: return fmod(first, last)
    case .power: return pow(first, last)
    case .absolute: return abs(first)
    case .round: return first.rounded(.toNearestOrAwayFromZero)
    case .floor: return first.rounded(.down)
    case .ceil: return first.rounded(.up)
    case .squareRoot: return first.squareRoot()
    }
  }
}

extension FilterExpression.Conversion {
  /// `nil` where the value cannot be changed so.
  func result(_ value: FilterValue) -> FilterValue? {
    switch (self, value) {
    case (.toNumber, _): value.number.map { .number($0) }
    case (.toString, _): .string(value.text)
    case (.toBoolean, _): .bool(value.isTruthy)
    case (.downcase, .string(let text)): .string(text.lowercased())
    case (.upcase, .string(let text)): .string(text.uppercased())
    case (.length, .string(let text)): .number(Double(text.unicodeScalars.count))
    case (.length, .array(let values)): .number(Double(values.count))
    case (.typeOf, _): .string(value.typeName)
    default: nil
    }
  }
}
