import JSONText

/// The few MapLibre expressions that our styles are made of.
///
/// - SeeAlso: <https://maplibre.org/maplibre-style-spec/expressions/>.
enum StyleExpression {
  /// The attribute `name`, or `fallback` where a feature has none.
  static func get(_ name: String, or fallback: JSONValue) -> JSONValue {
    ["coalesce", ["get", .string(name)], fallback]
  }

  /// Largest part of an offset that ``offset(x:y:)`` can express, points.
  static let farthestOffset = 2048

  /// `icon-offset` from two numbers. Tiles hold no arrays, and expressions make none of numbers;
  /// but they interpolate between arrays, and bilinear interpolation between the four corners of a
  /// square is exactly the point (x, y).
  static func offset(x: JSONValue, y: JSONValue) -> JSONValue {
    let far = farthestOffset
    func corner(_ x: Int, _ y: Int) -> JSONValue { ["literal", [.int(x), .int(y)]] }
    func row(_ y: Int) -> JSONValue {
      ["interpolate", ["linear"], x, .int(-far), corner(-far, y), .int(far), corner(far, y)]
    }
    return ["interpolate", ["linear"], y, .int(-far), row(-far), .int(far), row(far)]
  }

  /// All of `conditions`; `nil` when there is none.
  static func all(_ conditions: [JSONValue]) -> JSONValue? {
    switch conditions.count {
    case 0: nil
    case 1: conditions[0]
    default: .array(["all"] + conditions)
    }
  }
}
