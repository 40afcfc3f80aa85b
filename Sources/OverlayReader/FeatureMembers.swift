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
      case .type: Self.set(&type, member, &duplicates)
      case .id: Self.set(&id, member, &duplicates)
      case .properties: Self.set(&properties, member, &duplicates)
      case .geometry: Self.set(&geometry, member, &duplicates)
      case .overlay: Self.set(&overlay, member, &duplicates)
      case .crs: Self.set(&crs, member, &duplicates)
      case .coordinates: Self.set(&coordinates, member, &duplicates)
      case .geometries: Self.set(&geometries, member, &duplicates)
      case .features: Self.set(&features, member, &duplicates)
      default: break
      }
    }
  }

  private static func set(
    _ slot: inout TapeNode?, _ member: TapeNode, _ duplicates: inout [String]
  ) {
    if slot != nil { duplicates.append(String(decoding: member.key, as: UTF8.self)) }
    slot = member
  }
}

/// Where a geometry stands in its feature; the text is made only for findings.
struct GeometryPath {
  /// The record is the geometry itself.
  var isBare = false
  /// Which members of which collections lead to it.
  var indices: [Int] = []

  func member(_ name: String) -> String {
    var path = isBare ? "" : "geometry."
    for index in indices { path += "geometries[\(index)]." }
    return path + name
  }

  func appending(_ index: Int) -> Self { Self(isBare: isBare, indices: indices + [index]) }
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

  /// Whether it can be drawn as `kind`.
  func allows(_ kind: FeatureBatch.Feature.Kind) -> Bool {
    switch family {
    case .points: kind == .marker || kind == .circle
    case .lines: kind == .polyline
    case .polygons: kind == .polygon
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
