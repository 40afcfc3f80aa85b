import JSONText
import MapMath
import Testing

@testable import TileArchive

@Suite("Reading a folder of tiles")
struct DirectoryTileSetTests {
  /// All tiles of `set` within `selection`, taken `limit` at a time.
  func tiles(
    _ set: some TileSetReader, _ selection: TileSelection = .init(), limit: Int = 3
  ) throws -> [TileRun] {
    var cursor = try set.cursor(over: selection)
    var all: [TileRun] = []
    var runs: [TileRun] = []
    repeat {
      try cursor.next(limit, into: &runs)
      #expect(runs.count <= limit)
      all += runs
    } while !runs.isEmpty
    return all
  }

  func names(_ runs: [TileRun]) -> [String] {
    runs.map { "\($0.tile.z)/\($0.tile.x)/\($0.tile.y)" }
  }

  @Test("tiles come by zoom, column and row, whatever else lies there")
  func order() throws {
    let folder = try ScratchFolder()
    let files = [
      "0/0/0.mvt", "2/3/1.pbf", "2/3/0.mvt.gz", "2/0/3.mvt", "10/5/900.mvt", "10/40/7.mvt",
      "2/4/0.mvt", "2/0/4.mvt", "2/0/01.mvt", "2/0/1.png", "2/0/1", "31/0/0.mvt", "x/0/0.mvt",
      "sprite.json",
    ]
    for file in files { try folder.write(file, "tile \(file)") }
    let set = try DirectoryTileSet(folder.path)
    let runs = try tiles(set)
    #expect(names(runs) == ["0/0/0", "2/0/3", "2/3/0", "2/3/1", "10/5/900", "10/40/7"])
    var bytes: [UInt8] = [1]
    try set.read(runs[2], into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "tile 2/3/0.mvt.gz")
    #expect(set.file(of: runs[3]) == folder.path + "/2/3/1.pbf")
    #expect(set.description.minZoom == nil)
    #expect(set.container == .directory)
  }

  @Test("a tile under two names comes once, .mvt before .pbf, and find agrees with the walk")
  func twoNames() throws {
    let folder = try ScratchFolder()
    for file in ["1/0/1.pbf", "1/0/1.mvt", "1/1/0.pbf.gz"] { try folder.write(file, file) }
    let set = try DirectoryTileSet(folder.path)
    let runs = try tiles(set)
    #expect(
      runs.map { set.file(of: $0) } == ["/1/0/1.mvt", "/1/1/0.pbf.gz"].map { folder.path + $0 })
    for run in runs { #expect(try set.find(run.tile) == run) }
    #expect(try set.find(#require(TileID(z: 1, x: 0, y: 0))) == nil)
    #expect(try set.find(#require(TileID(z: 4, x: 0, y: 0))) == nil)
  }

  @Test("names of one file have one content key, other files have others")
  func sharedContent() throws {
    let folder = try ScratchFolder()
    try folder.write("1/0/0.mvt", "sea")
    try folder.write("1/1/0.mvt", "sea")
    try folder.link("1/0/0.mvt", "1/0/1.mvt")
    let runs = try tiles(DirectoryTileSet(folder.path))
    #expect(names(runs) == ["1/0/0", "1/0/1", "1/1/0"])
    #expect(runs[0].content == runs[1].content)
    #expect(runs[0].content != runs[2].content)
  }

  @Test("zooms and boxes choose, across the antimeridian too")
  func selection() throws {
    let folder = try ScratchFolder()
    for x in 0..<4 { for y in 0..<4 { try folder.write("2/\(x)/\(y).mvt", "") } }
    try folder.write("1/0/0.mvt", "")
    let set = try DirectoryTileSet(folder.path)
    #expect(try tiles(set).count == 17)
    #expect(try tiles(set, .init(zooms: 0...1)).count == 1)
    // North of the equator, from 10 to 80 degrees east: column 2, rows 0 and 1 of zoom 2.
    let east = TileSelection(zooms: 2...2, box: .init(west: 10, south: 5, east: 80, north: 80))
    #expect(try names(tiles(set, east)) == ["2/2/0", "2/2/1"])
    let dateline = TileSelection(
      zooms: 2...2, box: .init(west: 170, south: -10, east: -170, north: -5))
    #expect(try names(tiles(set, dateline)) == ["2/0/2", "2/3/2"])
    #expect(dateline.contains(try #require(TileID(z: 2, x: 3, y: 2))))
    #expect(!dateline.contains(try #require(TileID(z: 2, x: 1, y: 2))))
  }

  @Test("a TMS folder counts rows from the south")
  func tms() throws {
    let folder = try ScratchFolder()
    try folder.write("tiles.json", #"{"tilejson":"3.0.0","scheme":"tms","minzoom":2}"#)
    for file in ["2/1/0.mvt", "2/1/3.mvt"] { try folder.write(file, file) }
    let set = try DirectoryTileSet(folder.path)
    let runs = try tiles(set)
    #expect(names(runs) == ["2/1/0", "2/1/3"])
    #expect(set.file(of: runs[0]).hasSuffix("/2/1/3.mvt"))
    #expect(try set.find(runs[1].tile) == runs[1])
    #expect(set.description.minZoom == 2)
  }

  @Test("what the documents say is read, of tiles.json first")
  func documents() throws {
    let folder = try ScratchFolder()
    try folder.write(
      "tiles.json",
      #"""
      {"name":"a","minzoom":1,"bounds":[-1,-2,3,4.5],"vector_layers":[
       {"id":"roads","fields":{"z":"Number","name":"String"},"minzoom":1,"maxzoom":3},
       {"fields":{}},{"id":"water"}]}
      """#)
    try folder.write(
      "metadata.json",
      #"""
      {"name":"b","description":"d","maxzoom":"5","center":"0.5, 1,2","attribution":"us",
       "json":"{\"vector_layers\":[]}"}
      """#)
    let said = try DirectoryTileSet(folder.path).description
    #expect(said.name == "a")
    #expect(said.summary == "d")
    #expect(said.attribution == "us")
    #expect(said.minZoom == 1)
    #expect(said.maxZoom == 5)
    #expect(said.bounds == .init(west: -1, south: -2, east: 3, north: 4.5))
    #expect(said.center == [0.5, 1, 2])
    #expect(
      said.layers == [
        .init(
          id: "roads",
          fields: [.init(name: "z", type: "Number"), .init(name: "name", type: "String")],
          minZoom: 1, maxZoom: 3),
        .init(id: "water", fields: [], minZoom: nil, maxZoom: nil),
      ])
    #expect(said.document("metadata.json")?["name"] == "b")
    #expect(said.document("style.json") == nil)
  }

  @Test("broken documents are kept as such, and rows may hold layers of their own")
  func brokenDocuments() throws {
    let folder = try ScratchFolder()
    try folder.write("tiles.json", "{")
    try folder.write(
      "metadata.json", #"{"json":"{\"vector_layers\":[{\"id\":\"a\"}]}","bounds":"1,2"}"#)
    let said = try DirectoryTileSet(folder.path).description
    #expect(said.documents.map(\.name) == ["tiles.json", "metadata.json"])
    #expect(said.documents[0].content == nil)
    #expect(said.layers?.map(\.id) == ["a"])
    #expect(said.bounds == nil)
  }

  @Test("what is no tile set is told from what cannot be opened")
  func noTileSet() throws {
    let folder = try ScratchFolder()
    try folder.write("readme.txt", "")
    #expect(throws: TileSetError.notATileSet(path: folder.path)) {
      try openTileSet(folder.path)
    }
    let missing = folder.path + "/none"
    #expect(throws: TileSetError.io(operation: "open", path: missing, errno: 2)) {
      try openTileSet(missing)
    }
  }

  @Test("a run of PMTiles gives its tiles along the curve")
  func runs() throws {
    let run = TileRun(
      tile: try #require(TileID(hilbertID: 6)), count: 3, content: .init(place: 0, length: 0))
    #expect(run.tiles.map(\.hilbertID) == [6, 7, 8])
  }
}
