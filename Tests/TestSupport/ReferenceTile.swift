/// A vector tile as `ReferenceTileReader` found it, every number as it stands in the bytes.
public struct ReferenceTile: Equatable, Sendable {
  /// The layers in order.
  public var layers: [Layer]

  /// The layer with this name.
  public func layer(_ name: String) -> Layer? { layers.first { $0.name == name } }

  /// One layer.
  public struct Layer: Equatable, Sendable {
    /// Numbers of the fields in the order of the bytes, repeats of the last left out.
    public var fieldOrder: [Int] = []
    /// Always 2.
    public var version: UInt32 = 0
    /// Not the name of another layer.
    public var name = ""
    /// Units along the tile's side.
    public var extent: UInt32 = 0
    /// Names of attributes, no two equal, each used.
    public var keys: [String] = []
    /// Values, no two equal, each used.
    public var values: [Value] = []
    /// At least one.
    public var features: [Feature] = []
  }

  /// One feature.
  public struct Feature: Equatable, Sendable {
    /// Numbers of the fields in the order of the bytes.
    public var fieldOrder: [Int] = []
    /// Its id, if it has one.
    public var id: UInt64?
    /// Local numbers of keys and values as encoded.
    public var tags: [UInt32] = []
    /// 1 point, 2 line, 3 polygon.
    public var type: UInt32 = 0
    /// Command integers and parameters as encoded.
    public var geometry: [UInt32] = []
    /// The parts that the commands draw: all points in one, each line, each ring unclosed.
    public var parts: [[Vertex]] = []
    /// Tags by the names of their keys.
    public var properties: [String: Value] = [:]
  }

  /// A place in a tile, y down.
  public struct Vertex: Hashable, Sendable, CustomStringConvertible {
    /// East.
    public var x: Int64
    /// South.
    public var y: Int64
    /// A place.
    public init(_ x: Int64, _ y: Int64) { (self.x, self.y) = (x, y) }
    /// Both numbers.
    public var description: String { "(\(x), \(y))" }
  }

  /// A value with the field of the message that held it.
  public enum Value: Hashable, Sendable {
    case string(String)
    case float(Float)
    case double(Double)
    case int(Int64)
    case uint(UInt64)
    case sint(Int64)
    case bool(Bool)

    /// A number of any kind.
    public var number: Double? {
      switch self {
      case .float(let value): Double(value)
      case .double(let value): value
      case .int(let value), .sint(let value): Double(value)
      case .uint(let value): Double(value)
      case .string, .bool: nil
      }
    }
  }
}

/// What is wrong with a tile, in words.
public struct ReferenceTileError: Error, Equatable, CustomStringConvertible {
  /// The words.
  public var description: String
  /// An error in these words.
  public init(_ description: String) { self.description = description }
}

extension ReferenceTile {
  /// Twice the signed area of a ring by the surveyor's formula, positive for an exterior ring.
  public static func doubledArea(_ ring: [Vertex]) -> Int64 {
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { sum, edge in
      sum + edge.0.x * edge.1.y - edge.1.x * edge.0.y
    }
  }
}
