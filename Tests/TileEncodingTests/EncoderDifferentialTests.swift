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

  @Test(
    "makes the same bytes of a tile that comes piece by piece", arguments: 1...20, [1, 2, 7])
  func pieces(seed: UInt64, features: Int) throws {
    let builder = RandomTile.make(seed: seed, size: 30)
    var encoder = try VectorTileEncoder(builder.table)
    var whole: [UInt8] = []
    try encoder.encode(builder.content, into: &whole)
    // What was begun before and not completed leaves nothing behind.
    encoder.begin()
    try encoder.append(builder.content)
    encoder.begin()
    for piece in builder.content.pieces(of: features) { try encoder.append(piece) }
    let joined = try encoder.finish { bytes in bytes.indices.map { bytes[$0] } }
    #expect(joined == whole)
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

extension TileContent {
  /// The tile in pieces of `count` features at most.
  fileprivate func pieces(of count: Int) -> [TileContent] {
    var pieces: [TileContent] = []
    var first = 0
    for (layer, end) in layerFeatureEnds.enumerated() {
      repeat {
        let next = min(first + count, Int(end))
        var piece = piece(first..<next)
        piece.layerNames = [layerNames[layer]]
        piece.layerFeatureEnds = [UInt32(next - first)]
        piece.goesOn = pieces.last?.layerNames == piece.layerNames
        pieces.append(piece)
        first = next
      } while first < Int(end)
    }
    return pieces
  }

  /// Some features, in no layer.
  private func piece(_ range: Range<Int>) -> TileContent {
    func start(_ ends: [UInt32], _ index: Int) -> Int { index == 0 ? 0 : Int(ends[index - 1]) }
    let parts = start(featurePartEnds, range.lowerBound)..<start(featurePartEnds, range.upperBound)
    let vertices = start(partEnds, parts.lowerBound)..<start(partEnds, parts.upperBound)
    let tagRange = start(featureTagEnds, range.lowerBound)..<start(featureTagEnds, range.upperBound)
    var piece = TileContent()
    (piece.x, piece.y) = (Array(x[vertices]), Array(y[vertices]))
    piece.partEnds = partEnds[parts].map { $0 - UInt32(vertices.lowerBound) }
    piece.featurePartEnds = featurePartEnds[range].map { $0 - UInt32(parts.lowerBound) }
    (piece.ids, piece.hasID, piece.types) = (
      Array(ids[range]), Array(hasID[range]), Array(types[range])
    )
    piece.tags = Array(tags[tagRange])
    piece.featureTagEnds = featureTagEnds[range].map { $0 - UInt32(tagRange.lowerBound) }
    return piece
  }
}
