import JSONText
import TestSupport
import Testing

@testable import TileArchive

struct BaseURLTests {
  @Test(
    "a slash at the end or none makes no difference",
    arguments: [
      "https://tiles.example/sets/one", "https://tiles.example/sets/one/",
      "  https://tiles.example/sets/one//\n", "https://tiles.example/sets/one/#part",
    ])
  func slash(text: String) throws {
    let url = try #require(BaseURL(text))
    #expect(url.tiles == "https://tiles.example/sets/one/{z}/{x}/{y}.mvt")
    #expect(url.address(of: "sprite") == "https://tiles.example/sets/one/sprite")
  }

  @Test(
    "what may not stand in an address is escaped, once",
    arguments: [
      ("http://h/a b", "http://h/a%20b/"), ("http://h/100%", "http://h/100%25/"),
      ("http://h/a%20b", "http://h/a%20b/"), ("http://h/é", "http://h/%C3%A9/"),
      ("http://h/{x}\"<>", "http://h/%7Bx%7D%22%3C%3E/"), ("http://h/%zz", "http://h/%25zz/"),
      ("http://h/\u{1}x", "http://h/%01x/"), ("http://[::1]:80", "http://[::1]:80/"),
      ("s3+x://bucket/a", "s3+x://bucket/a/"), ("file:///srv/t", "file:///srv/t/"),
    ])
  func escapes(text: String, start: String) {
    #expect(BaseURL(text)?.tiles == start + "{z}/{x}/{y}.mvt")
  }

  @Test("a query comes after the path")
  func query() {
    let url = BaseURL("https://h/a/?key=a b")
    #expect(url?.tiles == "https://h/a/{z}/{x}/{y}.mvt?key=a%20b")
    #expect(url?.address(of: "sprite sheet") == "https://h/a/sprite%20sheet?key=a%20b")
  }

  @Test(
    "an address without scheme and host is refused",
    arguments: [
      "", "tiles", "/tiles", "//host/tiles", "host:8080/tiles", "https:/host", "https://",
      "https:///path", "1http://host", "ht tp://host", "?a://b",
    ])
  func relative(text: String) { #expect(BaseURL(text) == nil) }

  @Test("the placeholder is absolute")
  func placeholder() {
    #expect(BaseURL.placeholder.tiles == "http://localhost:8080/{z}/{x}/{y}.mvt")
  }
}

struct DescriptionTests {
  private func metadata() -> TileSetMetadata {
    var metadata = TileSetMetadata()
    (metadata.name, metadata.description) = ("routes", "Routes and \"areas\"")
    metadata.attribution = "me"
    (metadata.minZoom, metadata.maxZoom) = (2, 6)
    metadata.bounds = (-10.5, -20, 30.25, 40)
    metadata.center = (10, 5, 3)
    metadata.tileURL = "https://tiles.example/{z}/{x}/{y}.mvt"
    metadata.layers = [
      .init(id: "polygon", fields: [("name", "String"), ("n", "Number")], minZoom: 0, maxZoom: 9),
      .init(id: "stroke", fields: [], minZoom: 3, maxZoom: 5),
    ]
    return metadata
  }

  @Test("tiles.json says what TileJSON 3.0.0 asks for")
  func tileJSON() throws {
    let expected = #"""
      {"tilejson":"3.0.0","name":"routes","description":"Routes and \"areas\"","attribution":"me",
       "version":"1.0.0","scheme":"xyz","tiles":["https://tiles.example/{z}/{x}/{y}.mvt"],
       "minzoom":2,"maxzoom":6,"bounds":[-10.5,-20,30.25,40],"center":[10,5,3],
       "generator":"OverlayTiles","vector_layers":[
       {"id":"polygon","fields":{"name":"String","n":"Number"},"minzoom":2,"maxzoom":6},
       {"id":"stroke","fields":{},"minzoom":3,"maxzoom":5}]}
      """#
    let read = try JSONValue(parsing: TileJSON.make(metadata()).serialized(.pretty))
    #expect(try read == JSONValue(parsing: expected))
  }

  @Test("metadata.json holds MBTiles rows, all of them text")
  func rows() throws {
    let rows = MBTilesMetadata.rows(metadata())
    #expect(
      rows.map { "\($0.name)=\($0.value)" } == [
        "name=routes", "format=pbf", "type=overlay", "version=1",
        "description=Routes and \"areas\"", "attribution=me", "bounds=-10.5,-20,30.25,40",
        "center=10,5,3", "minzoom=2", "maxzoom=6", "generator=OverlayTiles",
        #"json={"vector_layers":[{"id":"polygon","fields":{"name":"String","n":"Number"},"#
          + #""minzoom":2,"maxzoom":6},{"id":"stroke","fields":{},"minzoom":3,"maxzoom":5}]}"#,
      ])
    #expect(MBTilesMetadata.make(metadata())["maxzoom"] == "6")
  }

  @Test("without anything said the world is described, at an absolute address")
  func defaults() {
    let made = TileJSON.make(TileSetMetadata())
    #expect(made["tiles"]?[0] == "http://localhost:8080/{z}/{x}/{y}.mvt")
    #expect(made["bounds"] == [-180.0, -85.05112877980659, 180.0, 85.0511287798066])
    #expect(made["description"] == nil && made["attribution"] == nil)
  }

  @Test("bounds never wrap and stay in the world; the centre stays in bounds and zooms")
  func bounds() {
    var metadata = metadata()
    metadata.bounds = (170, -90, -170, 90)
    metadata.center = (200, -89, 14)
    #expect(
      TileJSON.make(metadata)["bounds"] == [-180.0, -85.05112877980659, 180.0, 85.0511287798066])
    #expect(TileJSON.make(metadata)["center"] == [180.0, -85.05112877980659, 6])
    metadata.bounds = (-200, 10, -170, 20)
    metadata.center = (.nan, .nan, 0)
    #expect(TileJSON.make(metadata)["bounds"] == [-180.0, 10.0, -170.0, 20.0])
    #expect(TileJSON.make(metadata)["center"] == [-175.0, 15.0, 2])
    metadata.bounds = (.nan, 5, .nan, 5)
    #expect(TileJSON.make(metadata)["bounds"] == [-180.0, 5.0, 180.0, 5.0])
  }
}
