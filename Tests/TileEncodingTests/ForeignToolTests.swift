import Foundation
import TestSupport
import Testing
import TileEncoding

@Suite("Foreign tools")
struct ForeignToolTests {
  @Test("GDAL reads a tile of ours")
  func gdal() throws {
    guard let ogrinfo = BuiltProgram.installed("ogrinfo") else {
      try Test.cancel("ogrinfo (GDAL) is not installed")
    }
    var builder = TileContentBuilder(extent: 8192)
    builder.layer("areas")
    builder.feature(
      .polygon, id: 7,
      tags: [
        ("name", TileContentBuilder.text("Hyde Park")), ("n", TileContentBuilder.int(-3)),
        ("size", TileContentBuilder.double(0.1)),
      ],
      [[(0, 0), (4096, 0), (4096, 4096), (0, 4096)], [(8, 8), (8, 16), (16, 16), (16, 8)]])
    builder.layer("routes")
    builder.feature(.line, [[(0, 0), (4096, 4096)]])
    var encoder = try VectorTileEncoder(builder.table)
    var bytes: [UInt8] = []
    try encoder.encode(builder.content, into: &bytes)
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: folder.url.appendingPathComponent("0.mvt"))

    // Without a place in the pyramid GDAL gives units of the tile, y up from its southern edge.
    let result = try ogrinfo.run(["-al", "-ro", "MVT:0.mvt"], in: folder.url)
    #expect(result.code == 0, "\(result.error)")
    #expect(result.output.contains("Layer name: areas"))
    #expect(result.output.contains("Layer name: routes"))
    #expect(result.output.contains("mvt_id (Integer64) = 7"))
    #expect(result.output.contains("name (String) = Hyde Park"))
    #expect(result.output.contains("n (Integer) = -3"))
    #expect(result.output.contains("size (Real) = 0.1"))
    #expect(
      result.output.contains(
        "((0 8192,4096 8192,4096 4096,0 4096,0 8192),(8 8184,8 8176,16 8176,16 8184,8 8184))"),
      "\(result.output)")
    #expect(!result.error.localizedCaseInsensitiveContains("error"))
  }

  @Test("the generated code is that of the .proto files")
  func generatedCode() throws {
    guard BuiltProgram.installed("protoc-c") != nil else {
      try Test.cancel("protoc-c is not installed")
    }
    let script = packageRoot.appendingPathComponent("tools/proto-generate").path
    let result = try BuiltProgram(script).run(["--check"])
    #expect(result.code == 0, "\(result.output)\(result.error)")
  }
}
