public import JSONText

/// What a tile set says of itself, as it is written there. Members that are missing, or are not
/// what they should be, are `nil`.
public struct TileSetDescription: Sendable {
  /// A source layer that is declared.
  public struct Layer: Sendable, Equatable {
    /// Its name.
    public var id: String
    /// Names and types of attributes, in their order.
    public var fields: [Field]
    /// First zoom with features.
    public var minZoom: Int?
    /// Last zoom with features.
    public var maxZoom: Int?
  }

  /// An attribute that is declared.
  public struct Field: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// As a rule "Number", "String" or "Boolean".
    public var type: String
  }

  /// Short name of the set.
  public var name: String?
  /// A sentence.
  public var summary: String?
  /// Credit line.
  public var attribution: String?
  /// First zoom.
  public var minZoom: Int?
  /// Last zoom.
  public var maxZoom: Int?
  /// Degrees.
  public var bounds: TileSelection.Box?
  /// Longitude, latitude in degrees and MapLibre's zoom of the first view.
  public var center: [Double]?
  /// The source layers; `nil` where none are declared at all.
  public var layers: [Layer]?
  /// How tiles are stored, where the container says so.
  public var compression: TileCompression?
  /// The documents from which this was read, by the name of their file ("tiles.json",
  /// "metadata.json") or "metadata" in archives: of MBTiles the rows as one object of strings.
  public var documents: [Document] = []

  /// A document and its name.
  public struct Document: Sendable {
    /// Its name.
    public var name: String
    /// What stands in it; `nil` where that is no JSON.
    public var content: JSONValue?
    /// Creates an entry.
    public init(name: String, content: JSONValue?) { (self.name, self.content) = (name, content) }
  }

  /// A set that says nothing.
  public init() {}

  /// The document `name`.
  public func document(_ name: String) -> JSONValue? {
    documents.first { $0.name == name }?.content
  }
}

/// How the bytes of tiles are packed.
public enum TileCompression: Sendable, Equatable {
  /// Plain.
  case none
  /// RFC 1952.
  case gzip
  /// Another method, by its usual name.
  case other(String)
}
