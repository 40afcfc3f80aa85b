import TestSupport
import Testing

@testable import TileInspection

/// Names of the rules that a tile breaks, and how often.
private func rules(_ bytes: [UInt8]) -> [String: Int] {
  var inspector = TileInspector()
  var findings = TileFindings()
  _ = inspector.inspect(bytes.span, findings: &findings)
  return Dictionary(uniqueKeysWithValues: findings.counts.map { ($0.rawValue, $1) })
}

@Suite("One tile against the rules of the format")
struct TileInspectorTests {
  @Test("a good tile has no finding, and is counted")
  func good() {
    var inspector = TileInspector()
    var findings = TileFindings()
    let tile = BrokenTiles.good
    let figures = inspector.inspect(tile.span, findings: &findings)
    #expect(findings.kept.isEmpty)
    #expect(figures.layers == 1)
    #expect(figures.features == 3)
    #expect(figures.vertices == 1 + 3 + 12)
  }

  @Test("each rule is found in the tile made for it, and no other", arguments: BrokenTiles.simple)
  func simple(broken: BrokenTiles.Case) {
    let found = rules(broken.bytes)
    #expect(found[broken.rule, default: 0] > 0)
    #expect(Set(found.keys).subtracting(broken.alsoBroken) == [broken.rule])
  }

  @Test("each rule of rings is found in the tile made for it", arguments: BrokenTiles.rings)
  func rings(broken: BrokenTiles.Case) {
    let found = rules(broken.bytes)
    #expect(found[broken.rule, default: 0] > 0)
    #expect(Set(found.keys).subtracting(broken.alsoBroken) == [broken.rule])
  }

  @Test("every rule about one tile has a tile that breaks it")
  func allRules() {
    let made = Set((BrokenTiles.simple + BrokenTiles.rings).map(\.rule))
    // These concern the stored stream, or several tiles, and have tests of their own.
    let elsewhere: Set<TileRule> = [
      .gzipBroken, .gzipTrailing, .zlibStream, .tileLarge, .seamLine, .seamPolygon, .seamTile,
    ]
    let expected = TileRule.allCases.filter { !elsewhere.contains($0) }.map(\.rawValue)
    #expect(made == Set(expected))
  }

  @Test("a finding says where")
  func places() throws {
    let bytes = TileBytes.tile(
      .layer(name: "roads", [.point(1, 1)]),
      .layer(
        name: "areas",
        [
          .point(2, 2),
          .polygon([[(0, 0), (40, 0), (40, 40), (20, 0), (0, 40)]]),
        ]))
    var inspector = TileInspector()
    var findings = TileFindings()
    _ = inspector.inspect(bytes.span, findings: &findings)
    let finding = try #require(findings.kept.first)
    #expect(findings.kept.count == 1)
    #expect(finding.rule == .ringTouchesItself)
    #expect(finding.layer == "areas")
    #expect(finding.feature == 1)
    #expect(finding.place == .init(x: 20, y: 0))
    // The feature's message follows its key and length: version, name, point of 7 bytes.
    let second = try #require(finding.offset)
    #expect(Array(bytes[second..<second + 3]) == [0x18, 3, 0x22])
  }

  @Test("hostile bytes end in findings", arguments: 0..<400 as Range<UInt64>)
  func fuzz(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var bytes = (BrokenTiles.simple + BrokenTiles.rings).randomElement(using: &random)?.bytes ?? []
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    }
    if seed % 3 == 0 { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
    let found = rules(bytes)
    #expect(found.values.allSatisfy { $0 > 0 })
  }
}
