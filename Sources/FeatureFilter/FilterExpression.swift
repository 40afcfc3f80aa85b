/// A filter in the syntax of the MapLibre style specification: expressions, and the older form
/// `["==", "kind", "road"]`.
///
/// What concerns the map and not the feature (`zoom`, `feature-state`) is no part of it.
///
/// - SeeAlso: <https://maplibre.org/maplibre-style-spec/expressions/>
public indirect enum FilterExpression: Sendable, Equatable {
  /// Comparisons of two values.
  public enum Comparison: String, Sendable, CaseIterable {
    case equal = "==", notEqual = "!=", less = "<", lessOrEqual = "<=", greater = ">"
    case greaterOrEqual = ">="
  }
  /// Operators on numbers.
  public enum Arithmetic: String, Sendable, CaseIterable {
    case add = "+", subtract = "-", multiply = "*", divide = "/", remainder = "%", power = "^"
    case minimum = "min", maximum = "max", absolute = "abs", round, floor, ceil
    case squareRoot = "sqrt"
  }
  /// Operators that change one value.
  public enum Conversion: String, Sendable, CaseIterable {
    case toNumber = "to-number", toString = "to-string", toBoolean = "to-boolean"
    case downcase, upcase, length
    case typeOf = "typeof"
  }

  case literal(FilterValue)
  /// A property of the feature.
  case get(FilterExpression)
  case has(FilterExpression)
  /// "Point", "LineString" or "Polygon".
  case geometryType
  case id
  case all([FilterExpression])
  case any([FilterExpression])
  case not(FilterExpression)
  case compare(Comparison, FilterExpression, FilterExpression)
  /// Whether the first is an element of the second, or a part of its text.
  case contains(FilterExpression, in: FilterExpression)
  /// Pairs of labels and results, and the result without a match.
  case match(FilterExpression, [Branch], FilterExpression)
  /// Pairs of conditions and results, and the result without one that holds.
  case branches([Branch], FilterExpression)
  case coalesce([FilterExpression])
  case arithmetic(Arithmetic, [FilterExpression])
  case convert(Conversion, FilterExpression)
  case concat([FilterExpression])

  /// One way that `match` and `case` can go.
  public struct Branch: Sendable, Equatable {
    /// `case`: the condition; `match`: a literal, or an array of them.
    public var condition: FilterExpression
    /// The result.
    public var result: FilterExpression
  }
}

/// A feature as a filter sees it.
public protocol FilterFeature {
  /// "Point", "LineString" or "Polygon".
  var geometryType: String { get }
  /// Its id, null where it has none.
  var id: FilterValue { get }
  /// The property `name`; `nil` where it has none.
  func property(_ name: String) -> FilterValue?
}

extension FilterExpression {
  /// Whether a feature passes. One for which the expression has no value (text compared with a
  /// number, say) does not.
  public func accepts(_ feature: some FilterFeature) -> Bool {
    guard let value = value(for: feature) else { return false }
    return value == .bool(true)
  }

  /// The value for a feature, or `nil` where types do not fit. Depth is that of the document,
  /// which the parser bounds.
  func value(for feature: some FilterFeature) -> FilterValue? {
    switch self {
    case .literal(let value): return value
    case .get(let name):
      guard case .string(let name) = name.value(for: feature) else { return nil }
      return feature.property(name) ?? .null
    case .has(let name):
      guard case .string(let name) = name.value(for: feature) else { return nil }
      return .bool(feature.property(name) != nil)
    case .geometryType: return .string(feature.geometryType)
    case .id: return feature.id
    case .all(let parts): return connective(parts, feature, stopsAt: false)
    case .any(let parts): return connective(parts, feature, stopsAt: true)
    case .not(let part):
      guard case .bool(let flag) = part.value(for: feature) else { return nil }
      return .bool(!flag)
    case .compare(let comparison, let a, let b):
      guard let a = a.value(for: feature), let b = b.value(for: feature) else { return nil }
      return comparison.holds(a, b).map { .bool($0) }
    case .contains(let needle, let haystack):
      return contained(needle.value(for: feature), haystack.value(for: feature))
    case .match(let input, let branches, let otherwise):
      let input = input.value(for: feature)
      let branch = branches.first { branch in
        guard case .literal(let label) = branch.condition else { return false }
        if case .array(let labels) = label { return labels.contains { $0 == input } }
        return label == input
      }
      return (branch?.result ?? otherwise).value(for: feature)
    case .branches(let branches, let otherwise):
      for branch in branches {
        guard case .bool(let holds) = branch.condition.value(for: feature) else { return nil }
        if holds { return branch.result.value(for: feature) }
      }
      return otherwise.value(for: feature)
    case .coalesce(let parts):
      for part in parts {
        if let value = part.value(for: feature), value != .null { return value }
      }
      return .null
    case .arithmetic(let operation, let parts):
      return operation.result(parts.map { $0.value(for: feature) }).map { .number($0) }
    case .convert(let conversion, let part):
      return part.value(for: feature).flatMap(conversion.result)
    case .concat(let parts):
      var text = ""
      for part in parts {
        guard let value = part.value(for: feature) else { return nil }
        text += value.text
      }
      return .string(text)
    }
  }

  private func connective(
    _ parts: [FilterExpression], _ feature: some FilterFeature, stopsAt flag: Bool
  ) -> FilterValue? {
    for part in parts {
      guard case .bool(let value) = part.value(for: feature) else { return nil }
      if value == flag { return .bool(flag) }
    }
    return .bool(!flag)
  }

  private func contained(_ needle: FilterValue?, _ haystack: FilterValue?) -> FilterValue? {
    switch (needle, haystack) {
    case (let needle?, .array(let values)?): .bool(values.contains(needle))
    case (.string(let needle)?, .string(let text)?): .bool(needle.isEmpty || text.contains(needle))
    default: nil
    }
  }
}

extension FilterExpression.Comparison {
  /// `nil` for an order between values of which not both are numbers or both text.
  func holds(_ a: FilterValue, _ b: FilterValue) -> Bool? {
    switch self {
    case .equal: return a == b
    case .notEqual: return a != b
    default: break
    }
    switch (a, b) {
    case (.number(let a), .number(let b)): return ordered(a, b)
    case (.string(let a), .string(let b)): return ordered(a, b)
    default: return nil
    }
  }

  private func ordered<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
    switch self {
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    case .equal: a == b
    case .notEqual: a != b
    }
  }
}
