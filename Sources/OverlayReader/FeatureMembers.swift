internal import CJSONTape
internal import OverlayModel

/// The members of a GeoJSON object that mean something to the reader.
struct FeatureMembers {
  private(set) var type: TapeNode?
  private(set) var id: TapeNode?
  private(set) var properties: TapeNode?
  private(set) var geometry: TapeNode?
  private(set) var overlay: TapeNode?
  private(set) var crs: TapeNode?
  private(set) var coordinates: TapeNode?
  private(set) var geometries: TapeNode?
  private(set) var features: TapeNode?
  /// Names that stand more than once; the last one is taken.
  private(set) var duplicates: [String] = []

  init(_ object: TapeNode) {
    for member in object.children {
      switch member.keyWord {
      case .type: set(\.type, member)
      case .id: set(\.id, member)
      case .properties: set(\.properties, member)
      case .geometry: set(\.geometry, member)
      case .overlay: set(\.overlay, member)
      case .crs: set(\.crs, member)
      case .coordinates: set(\.coordinates, member)
      case .geometries: set(\.geometries, member)
      case .features: set(\.features, member)
      default: break
      }
    }
  }

  private mutating func set(_ slot: WritableKeyPath<Self, TapeNode?>, _ member: TapeNode) {
    if self[keyPath: slot] != nil {
      duplicates.append(String(decoding: member.key, as: UTF8.self))
    }
    self[keyPath: slot] = member
  }
}

/// A geometry type with positions.
enum GeometryShape: Int {
  case point, multiPoint, lineString, multiLineString, polygon, multiPolygon

  /// What a shape is drawn as.
  enum Family { case points, lines, polygons }

  init?(_ word: cjt_word?) {
    switch word {
    case .point: self = .point
    case .multiPoint: self = .multiPoint
    case .lineString: self = .lineString
    case .multiLineString: self = .multiLineString
    case .polygon: self = .polygon
    case .multiPolygon: self = .multiPolygon
    default: return nil
    }
  }

  var family: Family {
    switch self {
    case .point, .multiPoint: .points
    case .lineString, .multiLineString: .lines
    case .polygon, .multiPolygon: .polygons
    }
  }

  /// How deep its coordinates are nested; a position alone is 1.
  var depth: Int {
    switch self {
    case .point: 1
    case .multiPoint, .lineString: 2
    case .multiLineString, .polygon: 3
    case .multiPolygon: 4
    }
  }

  var name: String {
    switch self {
    case .point: "Point"
    case .multiPoint: "MultiPoint"
    case .lineString: "LineString"
    case .multiLineString: "MultiLineString"
    case .polygon: "Polygon"
    case .multiPolygon: "MultiPolygon"
    }
  }
}

extension FeatureBatch.Feature.Kind {
  /// The value of `overlay.type`.
  var name: String {
    switch self {
    case .polyline: "polyline"
    case .polygon: "polygon"
    case .circle: "circle"
    case .marker: "marker"
    case .groundOverlay: "groundOverlay"
    }
  }

  static let all: [Self] = [.polyline, .polygon, .circle, .marker, .groundOverlay]

  init?(name: String) {
    guard let kind = Self.all.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      return nil
    }
    self = kind
  }
}
