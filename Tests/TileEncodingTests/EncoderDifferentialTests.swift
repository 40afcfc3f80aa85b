import TestSupport
import Testing
import TileEncoding

@Suite("VectorTileEncoder against plain libprotobuf-c")
struct EncoderDifferentialTests {
  @Test(
    "makes the bytes that libprotobuf-c makes, but for the version's place",
    arguments: 1...60 as ClosedRange<UInt64>, [3, 40])
  func sameBytes(seed: UInt64, size: Int) throws {
    let builder = RandomTile.make(seed: seed, size: size)
    var encoder = try VectorTileEncoder(builder.table)
    var ours: [UInt8] = []
    try encoder.encode(builder.content, into: &ours)
    let plain = try #require(PlainProtobuf.repack(ours))
    #expect(ours == movingVersionFirst(plain))
  }

  /// libprotobuf-c writes fields by number, so each layer ends in its version: 78 02.
  private func movingVersionFirst(_ tile: [UInt8]) -> [UInt8] {
    var rest = tile[...]
    var moved: [UInt8] = []
    while let tag = rest.popFirst() {
      moved.append(tag)
      var length = 0, shift = 0, byte: UInt8 = 0
      repeat {
        byte = rest.removeFirst()
        moved.append(byte)
        length |= Int(byte & 0x7f) << shift
        shift += 7
      } while byte >= 0x80
      #expect(rest.prefix(length).suffix(2) == [0x78, 2])
      moved += [0x78, 2] + rest.prefix(length).dropLast(2)
      rest = rest.dropFirst(length)
    }
    return moved
  }

  @Test("is read back as it was given", arguments: 100...140 as ClosedRange<UInt64>)
  func readsBack(seed: UInt64) throws {
    let builder = RandomTile.make(seed: seed, size: 30)
    let content = builder.content
    var encoder = try VectorTileEncoder(builder.table)
    var bytes: [UInt8] = []
    try encoder.encode(content, into: &bytes)
    let tile = try ReferenceTileReader.read(bytes)

    let features = tile.layers.flatMap(\.features)
    #expect(features.map(\.type) == content.types.map { UInt32($0) })
    #expect(features.map { $0.id ?? 0 } == content.ids)
    #expect(features.map { $0.id == nil ? 0 : 1 } == content.hasID)
    let parts = features.flatMap(\.parts)
    #expect(parts.flatMap { $0 }.map { Int32($0.x) } == content.x)
    #expect(parts.flatMap { $0 }.map { Int32($0.y) } == content.y)
    var end: UInt32 = 0
    let ends = parts.map { part in
      end += UInt32(part.count)
      return end
    }
    #expect(ends == content.partEnds)
    #expect(tile.layers.allSatisfy { $0.extent == builder.table.extent })
    // Keys by their bytes, tag by tag.
    let keys = tile.layers.flatMap { layer in
      layer.features.flatMap { feature in
        stride(from: 0, to: feature.tags.count, by: 2).map { layer.keys[Int(feature.tags[$0])] }
      }
    }
    let table = builder.table
    let expected = stride(from: 0, to: content.tags.count, by: 2).map { tag in
      let key = Int(content.tags[tag])
      let start = key == 0 ? 0 : table.keyEnds[key - 1]
      return String(decoding: table.keyBytes[start..<table.keyEnds[key]], as: UTF8.self)
    }
    #expect(keys == expected)
  }
}
