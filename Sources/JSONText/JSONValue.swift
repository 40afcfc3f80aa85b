/// A JSON value with its members in order.
///
/// Literals make values readable where they are written down:
///
///     let filter: JSONValue = ["==", ["get", "kind"], "flat"]
///
/// Whole numbers that fit are `int`; everything else is `double`. A `double` that is not finite
/// has no JSON form and is written as `null`.
public enum JSONValue: Sendable, Equatable {
  /// null
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One member of an object.
  public struct Member: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: JSONValue
    /// Creates a member.
    public init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
  }

  /// The member `name` of an object, the last one where a name is repeated; `nil` for anything else.
  ///
  /// Setting it keeps its place, or adds it at the end, or removes it with `nil`; a value that is
  /// no object stays as it is.
  public subscript(name: String) -> JSONValue? {
    get {
      guard case .object(let members) = self else { return nil }
      return members.last { $0.name == name }?.value
    }
    set {
      guard case .object(var members) = self else { return }
      guard let newValue else {
        members.removeAll { $0.name == name }
        self = .object(members)
        return
      }
      if let index = members.lastIndex(where: { $0.name == name }) {
        members[index].value = newValue
      } else {
        members.append(Member(name, newValue))
      }
      self = .object(members)
    }
  }

  /// The element `index` of an array; `nil` past its end and for anything else.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// From a literal: string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// From a literal: whole number.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// From a literal: number.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByNilLiteral {
  /// From a literal: boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// From a literal: null.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// From a literal: array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// From a literal: object, members in order.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }
}
