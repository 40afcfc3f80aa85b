import MapMath

/// Tiles as files `z/x/y.mvt` or `z/x/y.pbf` in a folder.
struct TileFolder: Sendable {
  /// One tile file.
  struct File: Sendable {
    /// The tile.
    var tile: TileID
    /// Where it is.
    var path: String
  }
  private static let extensions = ["mvt", "pbf"]

  /// The folder that holds the zooms.
  let path: String

  /// The file of one tile; throws ``Failure/tile(path:problem:)`` when it is not there.
  func file(_ tile: TileID) throws(Failure) -> File {
    let column = "\(path)/\(tile.z)/\(tile.x)"
    if isFolder(column) {
      let names = try names(in: column)
      for name in Self.extensions.map({ "\(tile.y).\($0)" }) where names.contains(name) {
        return File(tile: tile, path: "\(column)/\(name)")
      }
    }
    throw .tile(path: path, problem: "has no tile \(tile.z)/\(tile.x)/\(tile.y)")
  }

  /// Calls `body` with all tiles of `zooms`, by zoom, column and row.
  func forEachFile(
    in zooms: ClosedRange<Int>, _ body: (File) throws(Failure) -> Void
  ) throws(Failure) {
    for z in try numbers(in: path).filter(zooms.contains) {
      for x in try numbers(in: "\(path)/\(z)") {
        for file in try files(z: z, x: x) { try body(file) }
      }
    }
  }

  private func numbers(in path: String) throws(Failure) -> [Int] {
    try names(in: path).compactMap { Self.number($0) }.sorted().filter { isFolder("\(path)/\($0)") }
  }

  private func files(z: Int, x: Int) throws(Failure) -> [File] {
    let column = "\(path)/\(z)/\(x)"
    return try names(in: column).compactMap { name -> File? in
      let halves = name.split(separator: ".", maxSplits: 1)
      guard halves.count == 2, Self.extensions.contains(String(halves[1])),
        let y = Self.number(halves[0]), let tile = TileID(z: z, x: x, y: y)
      else { return nil }
      return File(tile: tile, path: "\(column)/\(name)")
    }.sorted { $0.tile.y < $1.tile.y }
  }

  /// Digits alone, as tile paths have them.
  private static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
  }
}

extension TileID {
  /// The address in a text such as `3/7/4`, or `nil`.
  init?(path text: some StringProtocol) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let z = numbers[0], let x = numbers[1], let y = numbers[2] else {
      return nil
    }
    self.init(z: z, x: x, y: y)
  }

  /// The address at the end of a file's path such as `out/3/7/4.mvt`, or `nil`.
  init?(endOf path: String) {
    let components = path.split(separator: "/").suffix(3)
    guard let file = components.last, let row = file.split(separator: ".").first else { return nil }
    self.init(path: (components.dropLast() + [row]).joined(separator: "/"))
  }
}
