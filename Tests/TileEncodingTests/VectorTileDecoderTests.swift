import TestSupport
import Testing
import TileEncoding

@Suite("VectorTileDecoder")
struct VectorTileDecoderTests {
  private func error(_ bytes: [UInt8]) -> TileDecodingError? {
    do {
      _ = try VectorTileDecoder.decode(bytes.span)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "reads what the encoder wrote, as the independent reader does",
    arguments: 200...230 as ClosedRange<UInt64>)
  func agreesWithReference(seed: UInt64) throws {
    let builder = RandomTile.make(seed: seed, size: 30)
    var encoder = try VectorTileEncoder(builder.table)
    var bytes: [UInt8] = []
    try encoder.encode(builder.content, into: &bytes)
    let expected = try ReferenceTileReader.read(bytes)
    let tile = try VectorTileDecoder.decode(bytes.span)
    #expect(tile.layers.map(\.name) == expected.layers.map(\.name))
    for (layer, twin) in zip(tile.layers, expected.layers) {
      #expect(layer.version == 2 && layer.extent == twin.extent && layer.keys == twin.keys)
      #expect(layer.values.map { "\($0)" } == twin.values.map { "\($0)" })
      #expect(layer.tags == twin.features.flatMap(\.tags))
      #expect(layer.features.map(\.id) == twin.features.map(\.id))
      #expect(layer.features.map { UInt32($0.type.rawValue) } == twin.features.map(\.type))
      #expect(layer.features.map(\.tags.count) == twin.features.map(\.tags.count))
      let parts = layer.features.map { feature in
        feature.parts.map { part in
          layer.vertices(ofPart: part).map {
            ReferenceTile.Vertex(Int64(layer.x[$0]), Int64(layer.y[$0]))
          }
        }
      }
      #expect(parts == twin.features.map(\.parts))
    }
  }

  @Test("reads every type of value, and text with a NUL in it")
  func values() throws {
    let tile = Wire.tile(
      Wire.bytes(4, Wire.text(1, "a\0b")),
      Wire.bytes(4, [0x15, 0, 0, 0x80, 0x3f]),
      Wire.bytes(4, [0x19, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f]),
      Wire.bytes(4, Wire.number(4, UInt64(bitPattern: -2))),
      Wire.bytes(4, Wire.number(5, .max)),
      Wire.bytes(4, Wire.number(6, 3)),
      Wire.bytes(4, Wire.number(7, 1)),
      Wire.bytes(3, [0x6b, 0]))
    let layer = try VectorTileDecoder.decode(tile.span).layers[0]
    #expect(
      layer.values == [
        .string("a\0b"), .float(1), .double(1), .int(-2), .uint(.max), .sint(-2), .bool(true),
      ])
    #expect(layer.keys == ["k\0"])
  }

  @Test("passes over fields and layer versions that it does not know")
  func unknown() throws {
    let other = Wire.bytes(3, Wire.number(15, 3) + [0x0a, 1, 0xff])
    let tile = Wire.number(9, 1) + other + Wire.tile(Wire.bytes(77, [1, 2, 3]))
    let decoded = try VectorTileDecoder.decode(tile.span)
    #expect(decoded.layers.map(\.name) == ["a"])
    #expect(decoded.unknownLayerCount == 1)
  }

  @Test("reads numbers that are not packed, a layer of version 1, and no extent")
  func oldForms() throws {
    let geometry = [9, 2, 4].flatMap { Wire.number(4, $0) }
    let feature = Wire.bytes(2, Wire.number(3, 1) + geometry)
    let tile = Wire.bytes(3, feature + Wire.text(1, "old") + Wire.number(15, 1))
    let layer = try VectorTileDecoder.decode(tile.span).layers[0]
    #expect(layer.version == 1 && layer.extent == 4096)
    #expect(layer.x == [1] && layer.y == [2])
  }

  @Test(
    "keeps a feature of unknown type without its geometry",
    arguments: [0, 4, 1 << 31 - 1] as [UInt64])
  func unknownType(type: UInt64) throws {
    let tile = try VectorTileDecoder.decode(Wire.feature(type: type, [9, 2, 4]).span)
    #expect(tile.layers[0].features.map(\.type) == [.unknown])
    #expect(tile.layers[0].features.map(\.parts) == [0..<0])
  }

  @Test("says what is wrong with a layer")
  func badLayers() {
    #expect(error([]) == nil)
    #expect(error([0x1a]) == .malformedTile)
    #expect(error([0x1a, 9, 1]) == .malformedTile)
    #expect(error([0x18, 1]) == .malformedTile)
    #expect(error(Wire.tile() + Wire.bytes(3, [0x78])) == .badLayer(layer: 1, .malformed))
    #expect(error(Wire.bytes(3, Wire.text(1, "a"))) == .badLayer(layer: 0, .missingVersion))
    #expect(error(Wire.bytes(3, Wire.number(15, 2))) == .badLayer(layer: 0, .badName))
    #expect(
      error(Wire.bytes(3, Wire.number(15, 2) + [0x0a, 1, 0xff])) == .badLayer(layer: 0, .badName))
    #expect(error(Wire.tile(Wire.number(5, 0))) == .badLayer(layer: 0, .zeroExtent))
    #expect(
      error(Wire.tile(Wire.text(3, "k"), Wire.bytes(3, [0xc3]))) == .badKey(layer: 0, key: 1))
  }

  @Test(
    "says which value is broken",
    arguments: [
      [], [0x28, 1, 0x38, 1], [0x28], [0x0a, 1, 0xff], [0x0d, 1, 2], [0x40, 1],
    ] as [[UInt8]])
  func badValues(value: [UInt8]) {
    let good = Wire.bytes(4, [0x28, 1])
    #expect(error(Wire.tile(good, Wire.bytes(4, value))) == .badValue(layer: 0, value: 1))
  }

  @Test(
    "says what is wrong with a feature",
    arguments: [
      (1, [], .missingGeometry),
      (1, [9, 2], .missingParameters),
      (1, [1], .badCommand),
      (1, [11, 2, 2], .badCommand),
      (1, [10, 2, 2], .unexpectedCommand),
      (1, [9, 2, 2, 9, 2, 2], .unexpectedCommand),
      (1, [0xffff_fff9, 2, 2], .missingParameters),
      (1, [.max, 2, 2], .unexpectedCommand),
      (2, [9, 2, 2], .unexpectedCommand),
      (2, [17, 2, 2, 2, 2, 10, 2, 2], .badCommand),
      (2, [9, 2, 2, 2], .badCommand),
      (2, [9, 2, 2, 10, 2, 2, 15], .unexpectedCommand),
      (2, [17, .max - 1, 0, .max - 1, 0], .outOfRange),
      (2, [9, .max, 0, 10, 1, 0], .outOfRange),
      (3, [9, 2, 2, 18, 2, 2, 4, 4], .unexpectedCommand),
      (3, [9, 2, 2, 18, 2, 2, 4, 4, 9, 2, 2], .unexpectedCommand),
      (3, [9, 2, 2, 18, 2, 2, 4, 4, 23], .badCommand),
      (3, [9, 2, 2, 18, 2, 2, 4, 4, 7], .badCommand),
    ] as [(UInt64, [UInt32], TileDecodingError.FeatureFault)])
  func badGeometry(type: UInt64, geometry: [UInt32], fault: TileDecodingError.FeatureFault) {
    let good = Wire.bytes(2, Wire.number(3, 1) + Wire.packed(4, [9, 2, 2]))
    let bad = Wire.bytes(2, Wire.number(3, type) + Wire.packed(4, geometry))
    #expect(error(Wire.tile() + Wire.tile(good, bad)) == .badFeature(layer: 1, feature: 1, fault))
  }

  @Test("says what is wrong with tags and messages of features")
  func badFeatures() {
    func error(_ feature: [UInt8]) -> TileDecodingError? {
      self.error(Wire.tile(Wire.text(3, "k"), Wire.bytes(4, [0x28, 1]), Wire.bytes(2, feature)))
    }
    let point = Wire.number(3, 1) + Wire.packed(4, [9, 2, 2])
    #expect(error(point + Wire.packed(2, [0, 0])) == nil)
    #expect(
      error(point + Wire.packed(2, [0])) == .badFeature(layer: 0, feature: 0, .oddTags))
    #expect(
      error(point + Wire.packed(2, [1, 0])) == .badFeature(layer: 0, feature: 0, .tagOutOfRange))
    #expect(
      error(point + Wire.packed(2, [0, 1])) == .badFeature(layer: 0, feature: 0, .tagOutOfRange))
    #expect(error([0x22, 5, 9]) == .badFeature(layer: 0, feature: 0, .malformed))
    #expect(error([0x22, 1, 0x80]) == .badFeature(layer: 0, feature: 0, .malformed))
  }

  @Test(
    "ends every cut or altered tile in a tile or an error",
    arguments: 300...306 as ClosedRange<UInt64>)
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let builder = RandomTile.make(seed: seed, size: 8)
    var encoder = try VectorTileEncoder(builder.table)
    var bytes: [UInt8] = []
    try encoder.encode(builder.content, into: &bytes)
    for end in bytes.indices { _ = error(Array(bytes[..<end])) }
    for _ in 0..<2000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) where !changed.isEmpty {
        changed[Int.random(in: changed.indices, using: &random)] = UInt8(
          truncatingIfNeeded: random.next())
      }
      guard let tile = try? VectorTileDecoder.decode(changed.span) else { continue }
      // What it does read must hold together.
      for layer in tile.layers {
        #expect(layer.x.count == layer.y.count)
        #expect((layer.partEnds.last ?? 0) == layer.x.count)
        #expect((layer.features.last?.parts.upperBound ?? 0) == layer.partEnds.count)
        #expect((layer.features.last?.tags.upperBound ?? 0) == layer.tags.count)
      }
      var text: [UInt8] = []
      TileGeoJSON.features(of: tile, z: 3, x: 1, y: 1, into: &text, lineDelimited: true)
    }
  }
}
