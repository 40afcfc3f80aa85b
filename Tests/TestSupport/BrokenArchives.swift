/// Archives that break one rule of their container each.
public enum BrokenArchives {
  /// One archive.
  public struct Case: Sendable, CustomStringConvertible {
    /// The rule that it breaks, by our name and by that of the checker in `../shared/check`.
    public var rule: String, foreign: String
    /// What it breaks with that.
    public var also: Set<String> = []
    /// The archive.
    public var archive = PlainArchive()
    /// The rule.
    public var description: String { rule }

    init(
      _ rule: String, _ foreign: String, also: Set<String> = [],
      _ change: (inout PlainArchive) -> Void
    ) {
      (self.rule, self.foreign, self.also) = (rule, foreign, also)
      change(&archive)
    }
  }

  /// The root of an archive with two leaves, and the leaves, by their numbers of bytes.
  private static func leaves(_ archive: inout PlainArchive, swapped: Bool = false) {
    let all = archive.root
    let halves = [Array(all[..<1]), Array(all[1...])]
    let sizes = halves.map { PlainArchive.directory($0).count }
    archive.leaves = swapped ? halves.reversed() : halves
    archive.root = [
      .init(0, run: 0, length: sizes[0], offset: swapped ? sizes[1] : 0),
      .init(1, run: 0, length: sizes[1], offset: swapped ? 0 : sizes[0]),
    ]
  }

  /// A good archive with leaves.
  public static var goodWithLeaves: PlainArchive {
    var archive = PlainArchive()
    leaves(&archive)
    return archive
  }

  /// For each rule one archive, for some several.
  public static let cases: [Case] = {
    let sizes = PlainArchive.tiles.map(\.count)
    return [
      Case("archive-header", "pm-enum") { $0.header[98] = [0] },
      Case("archive-header", "pm-enum") { $0.header[96] = [7] },
      Case(
        "archive-header", "pm-zooms", also: ["zoom-undeclared", "vector-layers", "archive-center"]
      ) {
        $0.header[100] = [3]
      },
      Case("archive-sections", "pm-sections", also: ["archive-data-gap"]) {
        $0.header[64] = PlainArchive.number(UInt64(sizes[0] + sizes[1] + 1000))
      },
      Case("archive-gap", "pm-trailing") { $0.gap = 9 },
      Case("archive-root", "pm-root-16k") {
        $0.rootLast = true
        $0.metadata += String(repeating: " ", count: 17_000)
      },
      Case("archive-members", "pm-meta-types") {
        $0.metadata.replace("\"1.0.0\"", with: "\"2\"")
      },
      Case("archive-members", "pm-meta-types") { $0.metadata.replace("overlay", with: "top") },
      Case("archive-bounds", "pm-bounds") {
        $0.header[102] = [0, 0x94, 0x35, 0x77]
        $0.header[110] = [0, 0x94, 0x35, 0x77].reversed()
      },
      Case("archive-center", "pm-center") { $0.header[118] = [7] },
      Case("archive-directory", "pm-directory") { $0.rootBytes = [5, 1] },
      Case("archive-length", "pm-length-zero", also: ["archive-counts"]) {
        $0.root[2] = .init(4, run: 1, length: 0, offset: 0)
      },
      Case("archive-order", "pm-order", also: ["archive-counts"]) {
        $0.root[0] = .init(0, run: 2, length: sizes[0], offset: 0)
      },
      Case("archive-runs", "pm-rle") {
        $0.root[1] = .init(1, run: 1, length: sizes[1], offset: sizes[0])
        $0.root.insert(.init(2, run: 1, length: sizes[1], offset: sizes[0]), at: 2)
        $0.counts.1 = 4
      },
      Case("archive-leaf", "pm-leaf-start") {
        leaves(&$0)
        $0.leaves[1][0] = .init(2, run: 1, length: sizes[1], offset: sizes[0])
        $0.counts.0 = 3
      },
      Case("archive-leaf-order", "pm-leaf-order") { leaves(&$0, swapped: true) },
      Case("archive-leaf-gap", "pm-leaf-bytes") {
        leaves(&$0)
        $0.leafJunk = 3
      },
      Case("archive-depth", "pm-leaf-depth") {
        let leaf = $0.root
        let size = PlainArchive.directory(leaf).count
        let middle = [PlainArchive.Entry(0, run: 0, length: size, offset: 0)]
        $0.leaves = [leaf, middle]
        $0.root = [
          .init(0, run: 0, length: PlainArchive.directory(middle).count, offset: size)
        ]
      },
      Case("archive-counts", "pm-addressed") { $0.counts.0 = 3 },
      Case("archive-counts", "pm-entries") { $0.counts.1 = 9 },
      Case("archive-counts", "pm-contents") { $0.counts.2 = 5 },
      Case("archive-count-unknown", "pm-count-unknown") { $0.counts.2 = 0 },
      Case("archive-clustered", "pm-clustered") {
        $0.root[0] = .init(0, run: 1, length: sizes[1], offset: sizes[0])
        $0.root[1] = .init(1, run: 2, length: sizes[0], offset: 0)
      },
      Case("archive-clustered-flag", "pm-clustered-flag") { $0.header[96] = [0] },
      Case("archive-tiles", "pm-data-range", also: ["archive-overlap", "archive-counts"]) {
        $0.root[2] = .init(4, run: 1, length: sizes[1] + 50, offset: sizes[0])
      },
      Case(
        "archive-overlap", "pm-data-overlap",
        also: ["archive-counts", "wire-broken", "field-unknown", "wire-type"]
      ) {
        $0.root[0] = .init(0, run: 1, length: sizes[0] + 5, offset: 0)
      },
      Case("archive-data-gap", "pm-data-bytes") { $0.dataJunk = 4 },
      Case("archive-repeated", "pm-dedupe") {
        $0.root[2] = .init(4, run: 1, length: sizes[0], offset: sizes[0] + sizes[1])
        $0.data += PlainArchive.tiles[0]
        $0.counts.2 = 3
      },
      Case("document-broken", "pm-metadata") { $0.metadata = "[1,2]" },
      Case("vector-layers", "pm-meta-vector-layers") { $0.metadata = #"{"name":"n"}"# },
      Case("compression-undeclared", "pm-tile-compression") { $0.header[98] = [2] },
    ]
  }()
}
