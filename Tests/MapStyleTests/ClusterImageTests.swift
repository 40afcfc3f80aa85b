import Testing

@testable import SpriteSheet

@Suite("Images of clusters")
struct ClusterImageTests {
  @Test("discs grow with the number, and are round, opaque inside and clear in the corners")
  func discs() throws {
    let discs = ClusterImages.discs.compactMap { disc in
      ClusterImages.all.first { $0.name == disc.name }
    }
    #expect(discs.count == ClusterImages.discs.count)
    #expect(discs.map(\.width) == discs.map(\.width).sorted())
    #expect(ClusterImages.discs.map(\.from) == ClusterImages.discs.map(\.from).sorted())
    for disc in discs {
      for (image, side) in [(disc.pixels, Int(disc.width)), (disc.pixels2x, 2 * Int(disc.width))] {
        #expect((image.width, image.height) == (side, side))
        func alpha(_ x: Int, _ y: Int) -> UInt8 { image.pixels[4 * (y * side + x) + 3] }
        #expect(alpha(side / 2, side / 2) == 255)
        #expect(alpha(0, 0) == 0 && alpha(side - 1, side - 1) == 0)
        for y in 0..<side {
          for x in 0..<side {
            #expect(alpha(x, y) == alpha(side - 1 - x, y) && alpha(x, y) == alpha(y, x))
          }
        }
      }
    }
  }

  @Test("characters are white, all different, and fit beside each other")
  func characters() {
    let images = ClusterImages.all.filter { $0.name.hasPrefix(ClusterImages.characterPrefix) }
    #expect(
      Set(images.map { String($0.name.dropFirst(ClusterImages.characterPrefix.count)) })
        == Set("0123456789.kMG".map { String($0) }))
    #expect(Set(images.map(\.pixels.pixels)).count == images.count)
    for image in images {
      var drawn: [Int] = []
      for i in 0..<image.pixels2x.width * image.pixels2x.height {
        let pixel = image.pixels2x.pixels[4 * i..<4 * i + 4]
        guard let alpha = pixel.last, alpha > 0 else { continue }
        #expect(pixel.dropLast().allSatisfy { $0 == 255 })
        if alpha > 128 { drawn.append(i % image.pixels2x.width) }
      }
      // At two pixels a point.
      let width = (drawn.max() ?? 0) - (drawn.min() ?? 0) + 1
      #expect(!drawn.isEmpty && Double(width) <= 2 * ClusterImages.advance, "\(image.name)")
    }
  }
}
