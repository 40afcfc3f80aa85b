public import JSONText
public import MapMath

extension StylePlan {
  /// An image on the ground.
  public struct GroundImage: Sendable, Equatable {
    /// Absolute address of the image file.
    public var url: String
    /// Degrees east and north of its corners: top left, top right, bottom right, bottom left. The
    /// longitude of their middle is -180 ..< 180, beyond which GL JS refuses an image; latitudes
    /// are on the map, since Native moves others to its edge.
    public var corners: [LatLng]
    /// 0...1.
    public var opacity: Double
    /// Drawing order; within an index images lie below everything else.
    public var zIndex: Int32
    /// Tile zooms in which it appears, ends included; `nil` is without end.
    public var minZoom: Int?, maxZoom: Int?
    /// What viewers may tell of it: no client finds images by a click.
    public var details: [JSONValue.Member]

    /// Creates an image.
    public init(
      url: String, corners: [LatLng], opacity: Double = 1, zIndex: Int32 = 0, minZoom: Int? = nil,
      maxZoom: Int? = nil, details: [JSONValue.Member] = []
    ) {
      (self.url, self.corners, self.opacity, self.zIndex) = (url, corners, opacity, zIndex)
      (self.minZoom, self.maxZoom, self.details) = (minZoom, maxZoom, details)
    }

    /// The raster layer that draws the source `name`.
    func layer(named name: String) -> JSONValue {
      var members: [JSONValue.Member] = [
        .init("id", .string(name)), .init("type", "raster"), .init("source", .string(name)),
      ]
      // A tile zoom is on the screen from MapLibre's zoom of that number to the next.
      if let minZoom { members.append(.init("minzoom", .int(minZoom))) }
      if let maxZoom { members.append(.init("maxzoom", .int(maxZoom + 1))) }
      if !details.isEmpty {
        members.append(.init("metadata", ["overlaytiles:feature": .object(details)]))
      }
      members.append(
        .init("paint", ["raster-opacity": .double(opacity), "raster-fade-duration": 0]))
      return .object(members)
    }
  }
}
