import JSONText
import OverlayModel

extension JSONValue {
  /// The value with colours such as `#ff000080`, anywhere in it, in the form `rgba(255,0,0,0.502)`.
  ///
  /// The style specification allows both. But MapLibre Native takes no digits of alpha: some
  /// releases refuse the whole style, others draw black.
  var withPortableColors: JSONValue {
    switch self {
    case .string(let text)
    where text.hasPrefix("#") && (text.utf8.count == 5 || text.utf8.count == 9):
      RGBA(css: text).map { .string($0.cssText) } ?? self
    case .array(let values):
      .array(
        values.enumerated().map { i, value in
          Self.isData(i, of: values) ? value : value.withPortableColors
        })
    case .object(let members):
      .object(members.map { .init($0.name, $0.value.withPortableColors) })
    default: self
    }
  }

  /// Whether part `i` of an expression is compared with data, where a text is no colour.
  private static func isData(_ i: Int, of parts: [JSONValue]) -> Bool {
    switch parts.first {
    case "==", "!=", "in", "index-of", "get", "has": true
    // A label, not what it stands for, nor what is taken otherwise.
    case "match": i >= 2 && i % 2 == 0 && i + 1 < parts.count
    default: false
    }
  }
}
