public import JSONText

/// What is wrong with a filter.
public struct FilterError: Error, Sendable, Equatable {
  /// Where, as indices from the outermost array: "[2][1]"; empty: the whole.
  public var place: String
  /// What was found.
  public var found: String
  /// What is allowed.
  public var allowed: String
}

extension FilterExpression {
  /// Arrays inside arrays that a filter may have.
  static let mostDepth = 64

  /// Reads a filter.
  ///
  /// - Throws: ``FilterError``, with the place of the fault.
  public init(_ document: JSONValue) throws(FilterError) {
    var parser = FilterParser()
    guard case .array = document else {
      if case .bool(let flag) = document {
        self = .literal(.bool(flag))
        return
      }
      throw parser.fault(document, "an array such as [\"==\", [\"get\", \"kind\"], \"road\"]")
    }
    self = try parser.isExpression(document) ? parser.parse(document) : parser.parseOlder(document)
  }
}

/// Walks a filter's document and knows where it is.
struct FilterParser {
  private var path: [Int] = []

  func fault(_ value: JSONValue, _ allowed: String) -> FilterError {
    let place = path.map { "[\($0)]" }.joined()
    return FilterError(
      place: place, found: String(decoding: value.serialized(), as: UTF8.self), allowed: allowed)
  }

  /// Parses an operand.
  mutating func parse(
    _ value: JSONValue, at index: Int
  ) throws(FilterError) -> FilterExpression {
    path.append(index)
    guard path.count <= FilterExpression.mostDepth else {
      throw fault(value, "at most \(FilterExpression.mostDepth) arrays inside each other")
    }
    let result = try parse(value)
    path.removeLast()
    return result
  }

  mutating func parse(_ value: JSONValue) throws(FilterError) -> FilterExpression {
    guard case .array(let elements) = value else {
      guard let literal = literal(value) else { throw fault(value, "a number, text, true, false") }
      return .literal(literal)
    }
    guard case .string(let name)? = elements.first else {
      throw fault(value, "an array that begins with the name of an operator")
    }
    let operands = Array(elements.dropFirst())
    func count(_ range: ClosedRange<Int>) throws(FilterError) {
      guard range.contains(operands.count) else {
        let text =
          range.upperBound == .max
          ? "at least \(range.lowerBound)"
          : range.lowerBound == range.upperBound
            ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        throw fault(value, "\(text) operands of \"\(name)\"")
      }
    }
    if let comparison = FilterExpression.Comparison(rawValue: name) {
      try count(2...2)
      return try .compare(comparison, parse(operands[0], at: 1), parse(operands[1], at: 2))
    }
    if let operation = FilterExpression.Arithmetic(rawValue: name) {
      try count(operation.operandCount)
      return .arithmetic(operation, try all(operands))
    }
    if let conversion = FilterExpression.Conversion(rawValue: name) {
      try count(1...1)
      return .convert(conversion, try parse(operands[0], at: 1))
    }
    switch name {
    case "literal":
      try count(1...1)
      guard let literal = literal(operands[0]) else { throw fault(value, "a value or a list") }
      return .literal(literal)
    case "get", "has":
      try count(1...1)
      let key = try parse(operands[0], at: 1)
      return name == "get" ? .get(key) : .has(key)
    case "geometry-type":
      try count(0...0)
      return .geometryType
    case "id":
      try count(0...0)
      return .id
    case "all": return .all(try all(operands))
    case "any": return .any(try all(operands))
    case "!":
      try count(1...1)
      return .not(try parse(operands[0], at: 1))
    case "in":
      try count(2...2)
      return try .contains(parse(operands[0], at: 1), in: parse(operands[1], at: 2))
    case "coalesce":
      try count(1...Int.max)
      return .coalesce(try all(operands))
    case "concat":
      try count(1...Int.max)
      return .concat(try all(operands))
    case "case":
      try count(3...Int.max)
      guard operands.count % 2 == 1 else { throw fault(value, "pairs, and what else holds") }
      return try .branches(
        branches(operands[..<(operands.count - 1)], first: 1, labels: false),
        parse(operands[operands.count - 1], at: operands.count))
    case "match":
      try count(4...Int.max)
      guard operands.count % 2 == 0 else { throw fault(value, "pairs, and what else holds") }
      return try .match(
        parse(operands[0], at: 1),
        branches(operands[1..<(operands.count - 1)], first: 2, labels: true),
        parse(operands[operands.count - 1], at: operands.count))
    default: throw fault(value, "one of \(Self.names.joined(separator: " "))")
    }
  }

  /// Operators, for messages.
  private static let names: [String] =
    FilterExpression.Comparison.allCases.map(\.rawValue)
    + ["all", "any", "!", "in", "get", "has", "id", "geometry-type", "literal", "match", "case"]
    + ["coalesce", "concat"] + FilterExpression.Conversion.allCases.map(\.rawValue)
    + FilterExpression.Arithmetic.allCases.map(\.rawValue)

  private mutating func all(_ operands: [JSONValue]) throws(FilterError) -> [FilterExpression] {
    var result: [FilterExpression] = []
    for (index, operand) in operands.enumerated() {
      result.append(try parse(operand, at: index + 1))
    }
    return result
  }

  private mutating func branches(
    _ pairs: ArraySlice<JSONValue>, first: Int, labels: Bool
  ) throws(FilterError) -> [FilterExpression.Branch] {
    var result: [FilterExpression.Branch] = []
    let pairs = Array(pairs)
    for i in stride(from: 0, to: pairs.count - 1, by: 2) {
      let condition: FilterExpression
      if labels {
        guard let label = literal(pairs[i]) else { throw fault(pairs[i], "a label or a list") }
        condition = .literal(label)
      } else {
        condition = try parse(pairs[i], at: first + i)
      }
      result.append(
        FilterExpression.Branch(
          condition: condition, result: try parse(pairs[i + 1], at: first + i + 1)))
    }
    return result
  }

  func literal(_ value: JSONValue) -> FilterValue? {
    switch value {
    case .null: return .null
    case .bool(let flag): return .bool(flag)
    case .int(let number): return .number(Double(number))
    case .double(let number): return .number(number)
    case .string(let text): return .string(text)
    case .array(let elements):
      var values: [FilterValue] = []
      for element in elements {
        guard let value = literal(element) else { return nil }
        values.append(value)
      }
      return .array(values)
    case .object: return nil
    }
  }
}
