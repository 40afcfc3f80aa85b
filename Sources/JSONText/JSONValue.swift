/// A JSON value with its members in order, for writing.
public enum JSONValue: Sendable, Equatable {
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
}
