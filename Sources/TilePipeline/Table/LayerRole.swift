/// What the features of a source layer are; the raw value is the drawing order.
enum LayerRole: UInt8, Sendable, CaseIterable, Comparable {
  case polygon, stroke, stamp, dot, marker

  static func < (a: LayerRole, b: LayerRole) -> Bool { a.rawValue < b.rawValue }

  /// The layer's name when the input was given none.
  var defaultName: String {
    switch self {
    case .polygon: "polygon"
    case .stroke: "stroke"
    case .stamp: "stamp"
    case .dot: "dot"
    case .marker: "marker"
    }
  }
}
