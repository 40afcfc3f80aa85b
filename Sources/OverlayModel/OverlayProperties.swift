/// The user's own data of an overlay, in the order in which the tiles hold it.
///
///     route.properties = ["name": "route 1", "speed": 12.5]
///     route.properties["night"] = true
public struct OverlayProperties: Sendable, Equatable {
  /// Names, each once, and values.
  public private(set) var members: [(name: String, value: AttributeValue)] = []

  /// No properties.
  public init() {}

  /// The value of `name`; `nil` removes it. A new one goes to the end.
  ///
  /// O(*n*), as overlays have few properties. Names are the same when their UTF-8 is.
  public subscript(name: String) -> AttributeValue? {
    get { index(of: name).map { members[$0].value } }
    set {
      switch (index(of: name), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((name, value))
      case (nil, nil): break
      }
    }
  }

  private func index(of name: String) -> Int? {
    members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// Whether both have the same members in the same order.
  public static func == (a: OverlayProperties, b: OverlayProperties) -> Bool {
    a.members.elementsEqual(b.members) {
      $0.name.utf8.elementsEqual($1.name.utf8) && $0.value == $1.value
    }
  }
}

extension OverlayProperties: ExpressibleByDictionaryLiteral {
  /// Creates properties; of a name that stands there twice the last value counts.
  public init(dictionaryLiteral elements: (String, AttributeValue)...) {
    for (name, value) in elements { self[name] = value }
  }
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a whole number.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates true or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}
