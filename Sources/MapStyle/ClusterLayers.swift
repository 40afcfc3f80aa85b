import JSONText

extension StylePlan {
  /// With which images clusters of markers are drawn.
  public struct ClusterLook: Sendable, Equatable {
    /// A disc: its image, and the number of markers from which it is used.
    public struct Disc: Sendable, Equatable {
      /// Name of the image.
      public var image: String
      /// Markers of a cluster.
      public var from: Int
      /// Creates a disc.
      public init(image: String, from: Int) { (self.image, self.from) = (image, from) }
    }
    /// The discs by size; the first is from 0.
    public var discs: [Disc]
    /// What stands before a character in the name of its image.
    public var characterPrefix: String
    /// Points from one character's middle to the next one's.
    public var advance: Double
    /// Most characters of a number.
    public var mostCharacters: Int
    /// Creates a look.
    public init(discs: [Disc], characterPrefix: String, advance: Double, mostCharacters: Int) {
      (self.discs, self.characterPrefix) = (discs, characterPrefix)
      (self.advance, self.mostCharacters) = (advance, mostCharacters)
    }
  }
}

/// Clusters of markers: a disc, and above all discs the number, a character in each style layer.
///
/// Both are symbols: `circle` layers of MapLibre Native draw a point twice that lies in the buffers
/// of two tiles. Text would need a server of glyphs; images of characters come with the sprite.
struct ClusterLayers {
  let layer: StyleLayer
  let look: StylePlan.ClusterLook

  /// The layers, bottom to top.
  var layers: [JSONValue] {
    [disc] + (0..<look.mostCharacters).map { character($0) }
  }

  private var text: JSONValue { layer.get(.pointCountAbbreviated) }

  private var disc: JSONValue {
    var image: [JSONValue] = ["step", layer.get(.pointCount)]
    for (index, disc) in look.discs.enumerated() {
      if index > 0 { image.append(.int(disc.from)) }
      image.append(.string(disc.image))
    }
    return symbol("cluster", conditions: [], image: .array(image), offset: nil)
  }

  /// The character at `place` of the number, which is set in the middle of the disc.
  private func character(_ place: Int) -> JSONValue {
    var offset: [JSONValue] = ["match", ["length", text]]
    for length in place + 1..<look.mostCharacters {
      offset += [.int(length), shift(place, of: length)]
    }
    offset.append(shift(place, of: look.mostCharacters))
    return symbol(
      "cluster-\(place + 1)",
      conditions: place > 0 ? [[">", ["length", text], .int(place)]] : [],
      image: [
        "concat", .string(look.characterPrefix), ["slice", text, .int(place), .int(place + 1)],
      ],
      offset: offset.count > 3 ? .array(offset) : offset[2])
  }

  private func shift(_ place: Int, of length: Int) -> JSONValue {
    let x = (Double(place) - Double(length - 1) / 2) * look.advance
    return ["literal", [.double(x), 0]]
  }

  private func symbol(
    _ id: String, conditions: [JSONValue], image: JSONValue, offset: JSONValue?
  ) -> JSONValue {
    var layout: [JSONValue.Member] = [.init("icon-image", layer.sprite(image))]
    if let offset { layout.append(.init("icon-offset", offset)) }
    layout += [
      .init("icon-allow-overlap", true), .init("icon-ignore-placement", true),
      .init("icon-padding", 0), .init("symbol-z-order", "source"),
    ]
    return layer.make(
      id: layer.id(id), type: "symbol", z: nil,
      conditions: [["has", .string(layer.plan.names[.cluster])]] + conditions,
      layout: .object(layout))
  }
}
