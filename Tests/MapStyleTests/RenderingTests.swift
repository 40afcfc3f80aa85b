import Foundation
import JSONText
import MapMath
import OverlayModel
import Testing

@testable import MapStyle
@testable import SpriteSheet

@Suite(.serialized)
struct RenderingTests {
  @Test(
    "GL JS and both Native builds draw every kind of layer right",
    .withClients,
    arguments: [
      ("render_browser.py", [], 1), ("render_browser.py", ["--ratio", "2"], 2),
      ("render_native.py", ["--engine", "pymgl"], 1),
      ("render_native.py", ["--engine", "mapli"], 1),
    ] as [(String, [String], Int)])
  func clients(script: String, options: [String], ratio: Int) throws {
    try RenderTools.inScratchFolder { folder, tools in
      try RenderScene.makeSet(in: folder, with: tools)
      let drawn = try tools.run(
        [
          tools.scripts.appendingPathComponent(script).path, "style.json", "picture.png",
          "--center=0,0", "--zoom", "14", "--size", "512x512", "--public-base", RenderScene.base,
        ] + options, in: folder)
      try #require(drawn.status == 0, "\(drawn.text)")
      let bytes = try Data(contentsOf: folder.appendingPathComponent("picture.png"))
      try RenderTools.keep(bytes, as: script + options.joined())
      let picture = try #require(RasterImage(png: Array(bytes)))
      RenderScene.check(picture, ratio: ratio)
    }
  }
}
