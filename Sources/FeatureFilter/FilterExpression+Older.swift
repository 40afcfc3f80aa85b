internal import JSONText

/// The older form of filters, in which the second element is the name of a property.
extension FilterParser {
  /// Whether a filter is an expression; the rule of the style specification's own validator.
  func isExpression(_ value: JSONValue) -> Bool {
    guard case .array(let elements) = value, case .string(let name)? = elements.first else {
      if case .bool = value { return true }
      return false
    }
    switch name {
    case "has":
      return elements.count >= 2 && elements[1] != "$id" && elements[1] != "$type"
    case "in":
      guard elements.count >= 3 else { return false }
      if case .string = elements[1] {
        if case .array = elements[2] { return true }
        return false
      }
      return true
    case "!in", "!has", "none": return false
    case "==", "!=", ">", ">=", "<", "<=":
      return elements.count != 3
        || elements.dropFirst().contains { if case .array = $0 { true } else { false } }
    case "any", "all": return elements.dropFirst().allSatisfy(isExpression)
    default: return true
    }
  }

  /// Parses the older form.
  mutating func parseOlder(_ value: JSONValue) throws(FilterError) -> FilterExpression {
    guard case .array(let elements) = value, case .string(let name)? = elements.first else {
      throw fault(value, "an array that begins with the name of an operator")
    }
    let operands = Array(elements.dropFirst())
    if let comparison = FilterExpression.Comparison(rawValue: name), operands.count == 2 {
      guard let literal = literal(operands[1]) else { throw fault(value, "a value to compare") }
      return .compare(comparison, try property(operands[0]), .literal(literal))
    }
    switch name {
    case "all", "any", "none":
      var parts: [FilterExpression] = []
      for operand in operands {
        parts.append(isExpression(operand) ? try parse(operand) : try parseOlder(operand))
      }
      if name == "all" { return .all(parts) }
      return name == "any" ? .any(parts) : .not(.any(parts))
    case "in", "!in":
      guard let first = operands.first else { throw fault(value, "the name of a property") }
      var values: [FilterValue] = []
      for operand in operands.dropFirst() {
        guard let literal = literal(operand) else { throw fault(operand, "a value") }
        values.append(literal)
      }
      let contains = FilterExpression.contains(
        try property(first), in: .literal(.array(values)))
      return name == "in" ? contains : .not(contains)
    case "has", "!has":
      guard case .string(let key)? = operands.first else {
        throw fault(value, "the name of a property")
      }
      let has: FilterExpression =
        switch key {
        case "$type": .literal(.bool(true))
        case "$id": .compare(.notEqual, .id, .literal(.null))
        default: .has(.literal(.string(key)))
        }
      return name == "has" ? has : .not(has)
    default: return try parse(value)
    }
  }

  private func property(_ value: JSONValue) throws(FilterError) -> FilterExpression {
    guard case .string(let key) = value else { throw fault(value, "the name of a property") }
    switch key {
    case "$type": return .geometryType
    case "$id": return .id
    default: return .get(.literal(.string(key)))
    }
  }
}
