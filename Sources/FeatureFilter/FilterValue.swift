/// What an expression can be worth.
public enum FilterValue: Sendable, Equatable {
  /// null, and every property that a feature does not have.
  case null
  /// true or false.
  case bool(Bool)
  /// Any number; whole numbers beyond 2^53 are rounded, as style documents do.
  case number(Double)
  /// Text.
  case string(String)
  /// A list.
  case array([FilterValue])

  /// The style specification's name of the type.
  var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    }
  }

  /// What `to-boolean` makes of it: false for null, false, 0, NaN and empty text.
  var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let flag): flag
    case .number(let number): number != 0 && !number.isNaN
    case .string(let text): !text.isEmpty
    case .array: true
    }
  }

  /// What `to-string` makes of it.
  var text: String {
    switch self {
    case .null: ""
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number):
      if let whole = Int(exactly: number) { String(whole) } else { String(number) }
    case .string(let text): text
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    }
  }

  /// What `to-number` makes of it; `nil` where that is an error.
  var number: Double? {
    switch self {
    case .null: 0
    case .bool(let flag): flag ? 1 : 0
    case .number(let number): number
    case .string(let text): Double(text.trimming)
    case .array: nil
    }
  }
}

extension String {
  /// Without white space at its ends.
  fileprivate var trimming: String {
    let isSpace: (Character) -> Bool = \.isWhitespace
    return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
