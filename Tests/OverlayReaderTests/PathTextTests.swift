import OverlayModel
import OverlayReader
import Testing

@Suite("encoded paths, one a line")
struct PathTextTests {
  /// The published example of the format.
  static let published = "_p~iF~ps|U_ulLnnqC_mqNvxq`@"
  static let positions: [ReadFeature.Position] = [
    .init(-120.2, 38.5), .init(-120.95, 40.7), .init(-126.453, 43.252),
  ]
  /// Two positions, of which the text begins as JSON may.
  static let braced = "[_ibE_ibE?"

  @Test("each line is a polyline", arguments: [16, 40, 1 << 20], ["\n", "\r\n", "\n \n"])
  func lines(chunkBytes: Int, feed: String) throws {
    let reading = try read(
      Self.published + feed + Self.published, chunkBytes: chunkBytes)
    #expect(reading.features.map(\.parts) == [[[Self.positions]], [[Self.positions]]])
    #expect(reading.features.map(\.kind) == [.polyline, .polyline])
    #expect(reading.features.allSatisfy { $0.overlay == nil && $0.id == .none })
    #expect(reading.features.map(\.location.feature) == [0, 1])
    #expect(reading.features.map(\.location.line) == [1, feed == "\n \n" ? 3 : 2])
    #expect(reading.findings.isEmpty)
  }

  @Test("backslashes are data, and doubled ones are noted or unescaped on demand")
  func backslashes() throws {
    let path = #"_c`|@_gayB\n@\\_|B_yF"#
    let noted = try read(path)
    #expect(noted.features[0].parts[0][0].count == 4)
    #expect(noted.findings.map(\.code) == [.encodedPath])
    #expect(noted.findings.map(\.member) == ["path"])
    var options = ReaderOptions()
    options.unescapePolyline = true
    let doubled = path.replacing(#"\"#, with: #"\\"#)
    #expect(try read(doubled, options: options).features[0].parts == noted.features[0].parts)
    // Neither all doubled nor one too few is a path.
    #expect(try read(doubled).features.isEmpty)
    #expect(try read(path.replacing(#"\\"#, with: #"\"#)).features.isEmpty)
  }

  @Test("the precision is an option")
  func precision() throws {
    var options = ReaderOptions()
    options.pathPrecision = 6
    let found = try read("_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI", options: options)
    #expect(found.features.map(\.parts) == [[[Self.positions]]])
    let refused = try read("_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI")
    #expect(refused.features.isEmpty)
    #expect(refused.findings.first?.message.contains("precision") == true)
  }

  @Test("a line that is no path is skipped and named")
  func faults() throws {
    let reading = try read("\(Self.published)\n_p~iF\n\(Self.published)x\n??")
    #expect(reading.features.count == 1)
    #expect(reading.findings.map(\.effect) == [.skipped, .skipped, .skipped])
    #expect(reading.findings.map(\.location.line) == [2, 3, 4])
    #expect(reading.findings.map(\.code) == [.encodedPath, .encodedPath, .tooFewPoints])
    #expect(reading.recordCount == 4)
  }

  @Test("a path may begin as JSON does, and words are no paths")
  func toldApart() throws {
    #expect(try read(Self.braced).features.count == 1)
    for text in ["hello", "null", "{", "[", "[[ ", "_p~iF~ps|U and more"] {
      #expect(readError(of: text) != nil, "\(text)")
    }
  }
}
