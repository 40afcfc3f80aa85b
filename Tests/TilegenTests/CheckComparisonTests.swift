import Foundation
import TestSupport
import Testing

/// `tilegen check` beside the checker in `../shared/check`, which somebody else wrote, on tiles
/// broken for the purpose and by chance. Left out where that checker, or a Python with the packages
/// that it needs, is not there.
@Suite("tilegen check beside another checker")
struct CheckComparisonTests {
  static let checker = packageRoot.appendingPathComponent("../shared/check/tilecheck.py").path
  static let isThere: Bool = {
    guard FileManager.default.fileExists(atPath: checker) else { return false }
    let run = try? BuiltProgram("/usr/bin/env").run(["python3", "-c", "import numpy, shapely"])
    return run?.code == 0
  }()

  /// Names of the rules here and there; the others exist only here.
  static let names = [
    "wire-broken": "wire", "wire-type": "wire-type", "field-repeated": "field-once",
    "text-encoding": "string-utf8", "field-unknown": "unknown-field",
    "field-extension": "extension-field", "not-packed": "packed",
    "varint-padded": "varint-overlong", "tile-empty": "tile-no-layer",
    "layer-empty": "layer-empty", "version-missing": "layer-version",
    "version-unknown": "layer-version-2", "version-late": "version-first",
    "name-missing": "layer-name", "name-empty": "layer-name-empty",
    "name-repeated": "layer-name-unique", "extent-missing": "layer-extent",
    "extent-zero": "layer-extent-zero", "key-repeated": "keys-unique",
    "value-repeated": "values-unique", "value-fields": "value-one-field",
    "key-unused": "keys-unused", "value-unused": "values-unused", "type-missing": "feature-type",
    "type-range": "feature-type-enum", "type-unknown": "geom-unknown",
    "geometry-missing": "feature-geometry", "tags-odd": "tags-even",
    "tag-key-range": "tags-key-range", "tag-value-range": "tags-value-range",
    "tag-key-repeated": "tags-key-unique", "tag-text-repeated": "tags-key-text-unique",
    "id-repeated": "id-unique", "id-unsafe": "id-unsafe", "command-unknown": "cmd-unknown",
    "command-cut": "cmd-truncated", "command-count": "cmd-count-zero",
    "command-order": "cmd-sequence", "point-move-to": "point-single-moveto",
    "move-to-count": "moveto-count", "ring-short": "ring-lineto-count",
    "ring-open": "closepath-missing", "close-path-count": "closepath-count",
    "number-range": "param-range", "coordinate-range": "coord-int32",
    "vertex-repeated": "lineto-zero", "point-repeated": "multipoint-repeat",
    "ring-closed-twice": "ring-closed-twice", "ring-flat": "ring-area-zero",
    "ring-crosses-itself": "ring-self-cross", "ring-touches-itself": "ring-self-touch",
    "ring-spike": "ring-spike", "first-ring-hole": "first-ring-exterior",
    "hole-outside": "hole-outside", "hole-in-hole": "holes-nested", "rings-cross": "rings-cross",
    "interior-split": "interior-split", "rings-touch": "rings-touch",
    "exterior-nested": "exterior-nested", "polygons-overlap": "polygons-overlap",
    "vertices-many": "vertices",
  ]

  struct Verdict {
    var rules: Set<String> = []
    var breaksMust = false
  }

  /// Verdicts on tiles 14/0/n by both checkers, the names as there.
  func verdicts(_ tiles: [[UInt8]]) throws -> (ours: [String: Verdict], theirs: [String: Verdict]) {
    let folder = try TemporaryFolder()
    for (y, tile) in tiles.enumerated() { try folder.write(tile, to: "set/14/0/\(y).mvt") }
    let own = try BuiltProgram("tilegen").run(
      ["check", "set", "--no-seams", "--json", "--max-findings", "100000"], in: folder.url)
    var ours: [String: Verdict] = [:]
    for rule in try report(own.output)["rules"] as? [[String: Any]] ?? [] {
      let name = rule["rule"] as? String ?? ""
      for finding in rule["findings"] as? [[String: Any]] ?? [] {
        guard let tile = finding["tile"] as? String else { continue }
        if let theirs = Self.names[name] { ours[tile, default: .init()].rules.insert(theirs) }
        if rule["level"] as? String == "must" { ours[tile, default: .init()].breaksMust = true }
      }
    }
    let other = try BuiltProgram("/usr/bin/env").run(
      ["python3", Self.checker, "mvt", "set", "--json", "--examples", "100000", "--jobs", "1"],
      in: folder.url)
    var theirs: [String: Verdict] = [:]
    for (name, rule) in try report(other.output)["rules"] as? [String: [String: Any]] ?? [:] {
      for example in rule["examples"] as? [[String: Any]] ?? [] {
        let tile = example["tile"] as? String ?? ""
        theirs[tile, default: .init()].rules.insert(name)
        if rule["level"] as? String == "MUST" { theirs[tile, default: .init()].breaksMust = true }
      }
    }
    return (ours, theirs)
  }

  private func report(_ text: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  @Test("both find the fault of each tile made for a rule", .enabled(if: isThere))
  func brokenTiles() throws {
    let cases = BrokenTiles.simple + BrokenTiles.rings
    let (ours, theirs) = try verdicts(cases.map(\.bytes))
    #expect(!theirs.isEmpty)
    for (y, broken) in cases.enumerated() {
      guard let name = Self.names[broken.rule] else { continue }
      let tile = "14/0/\(y)"
      #expect(ours[tile]?.rules.contains(name) == true, "\(broken.rule)")
      #expect(theirs[tile]?.rules.contains(name) == true, "\(broken.rule)")
    }
  }

  @Test("both find the fault of each archive made for a rule", .enabled(if: isThere))
  func brokenArchives() throws {
    let folder = try TemporaryFolder()
    let tilegen = BuiltProgram("tilegen")
    func judge(_ name: String, _ rule: String, _ foreign: String) throws {
      let own = try tilegen.run(["check", name, "--json"], in: folder.url)
      let other = try BuiltProgram("/usr/bin/env").run(
        ["python3", Self.checker, "container", name, "--json", "--jobs", "1"], in: folder.url)
      #expect(own.output.contains("\"\(rule)\""), "\(rule): \(own.output) \(own.error)")
      #expect(other.output.contains("\"\(foreign)\""), "\(rule): \(other.output)\(other.error)")
      let theirs = try report(other.output)
      let isGood = try report(own.output)["good"] as? Bool
      #expect(isGood == theirs["ok"] as? Bool, "\(rule)")
    }
    for (number, broken) in BrokenArchives.cases.enumerated() {
      try folder.write(broken.archive.bytes, to: "\(number).pmtiles")
      try judge("\(number).pmtiles", broken.rule, broken.foreign)
    }
    for (number, broken) in BrokenDatabases.cases.enumerated() {
      let script =
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]);"
        + " c.executescript(sys.stdin.read()); c.commit()"
      let made = try BuiltProgram("/usr/bin/env").run(
        ["python3", "-c", script, "\(number).mbtiles"], in: folder.url,
        input: broken.statements)
      #expect(made.code == 0, "\(made.error)")
      try judge("\(number).mbtiles", broken.rule, broken.foreign)
    }
  }

  @Test("both agree which of many tiles broken by chance break a MUST", .enabled(if: isThere))
  func randomTiles() throws {
    var random = SeededGenerator(seed: 11)
    let sources = [BrokenTiles.good] + BrokenTiles.rings.map(\.bytes)
    var tiles: [[UInt8]] = []
    for _ in 0..<1500 {
      var tile = sources.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        tile[Int.random(in: tile.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      tiles.append(tile)
    }
    // Random polygons: rings of a few vertices on a small grid touch and cross in every way.
    for _ in 0..<1500 {
      let rings = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (0..<Int.random(in: 3...7, using: &random)).map { _ in
          (Int.random(in: 0...6, using: &random), Int.random(in: 0...6, using: &random))
        }
      }
      tiles.append(TileBytes.tile(.layer([.polygon(rings)])))
    }
    let (ours, theirs) = try verdicts(tiles)
    #expect(theirs.count > 1000)
    for y in tiles.indices {
      let tile = "14/0/\(y)"
      #expect(
        ours[tile]?.breaksMust ?? false == theirs[tile]?.breaksMust ?? false,
        "tile \(y), \(tiles[y]): \(ours[tile]?.rules ?? []), there \(theirs[tile]?.rules ?? [])")
    }
  }
}
