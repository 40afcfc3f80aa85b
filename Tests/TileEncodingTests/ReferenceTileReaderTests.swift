import TestSupport
import Testing

/// The reader that other tests trust has to refuse what is wrong.
@Suite("ReferenceTileReader")
struct ReferenceTileReaderTests {
  private static let point = Wire.bytes(2, Wire.number(3, 1) + Wire.packed(4, [9, 2, 2]))
  private static let key = Wire.text(3, "k")
  private static let value = Wire.bytes(4, [0x28, 1])

  private static func tagged(_ tags: [UInt32]) -> [UInt8] {
    Wire.bytes(2, Wire.packed(2, tags) + Wire.number(3, 1) + Wire.packed(4, [9, 2, 2]))
  }

  private static func layer(_ name: String, version: UInt64 = 2) -> [UInt8] {
    Wire.bytes(3, Wire.number(15, version) + Wire.text(1, name) + point + Wire.number(5, 4096))
  }

  @Test("takes what is right")
  func right() throws {
    #expect(try ReferenceTileReader.read([]).layers.isEmpty)
    let tile = Self.layer("a") + Self.layer("b")
    #expect(try ReferenceTileReader.read(tile).layers.map(\.name) == ["a", "b"])
    let tagged = Wire.tile(Self.tagged([0, 0]), Self.key, Self.value)
    let layer = try ReferenceTileReader.read(tagged).layers[0]
    #expect(layer.features[0].properties == ["k": .uint(1)])
  }

  @Test(
    "refuses layers that break a rule",
    arguments: [
      layer("a") + layer("a"), layer("a", version: 1), Wire.tile(), [0x1a, 9], [0x1a], [0x20, 1],
      Wire.bytes(3, Wire.text(1, "a") + Wire.number(15, 2) + Wire.number(5, 1) + point),
      Wire.bytes(3, Wire.number(15, 2) + point + Wire.number(5, 1)),
      Wire.bytes(3, Wire.number(15, 2) + Wire.text(1, "a") + point),
      Wire.tile(point, key), Wire.tile(point, value),
      Wire.tile(tagged([0, 0]), key, key, value), Wire.tile(tagged([0, 0]), key, value, value),
      Wire.tile(tagged([0]), key, value), Wire.tile(tagged([0, 1]), key, value),
      Wire.tile(tagged([1, 0]), key, value), Wire.tile(tagged([0, 0, 0, 0]), key, value),
      Wire.tile(tagged([0, 0]), key, Wire.bytes(4, [])),
      Wire.tile(tagged([0, 0]), key, Wire.bytes(4, [0x28, 1, 0x38, 1])),
      Wire.tile(tagged([0, 0]), Wire.bytes(3, [0xff]), value),
      Wire.tile(point, Wire.number(5, 0)), Wire.tile(point, Wire.number(9, 1)),
    ])
  func layers(tile: [UInt8]) {
    #expect(throws: ReferenceTileError.self) { try ReferenceTileReader.read(tile) }
  }

  @Test(
    "refuses geometry that breaks a rule",
    arguments: [
      (1, []), (1, [9, 2]), (1, [9, 2, 2, 9, 2, 2]), (1, [10, 2, 2]), (1, [1]), (0, [9, 2, 2]),
      (2, [9, 2, 2]), (2, [9, 2, 2, 10, 0, 0]), (2, [17, 2, 2, 2, 2, 10, 2, 2]),
      (2, [9, .max, 0, 10, 2, 2]),
      (3, [9, 0, 0, 18, 2, 0, 0, 2]), (3, [9, 0, 0, 10, 2, 0, 15]),
      (3, [9, 0, 0, 18, 2, 0, 2, 0, 15]), (3, [9, 0, 0, 18, 0, 2, 2, 0, 15]),
      (3, [9, 0, 0, 26, 2, 0, 0, 2, 1, 1, 15]), (3, [9, 0, 0, 18, 2, 0, 0, 2, 23]),
    ] as [(UInt64, [UInt32])])
  func geometry(type: UInt64, geometry: [UInt32]) {
    let tile = Wire.feature(type: type, geometry)
    #expect(throws: ReferenceTileError.self) { try ReferenceTileReader.read(tile) }
  }
}
