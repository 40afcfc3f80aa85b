import Testing
import TileEncoding

@testable import tilegen

@Suite("What is said about broken tiles")
struct TileDecodingMessageTests {
  @Test(
    "each fault has its place and its own words",
    arguments: [
      (TileDecodingError.malformedTile, "is no vector tile, or is cut short"),
      (.badLayer(layer: 2, .malformed), "layer 2: is broken or cut short"),
      (.badLayer(layer: 0, .missingVersion), "layer 0: has no version"),
      (.badLayer(layer: 0, .badName), "layer 0: has no name, or its name is not UTF-8"),
      (.badLayer(layer: 0, .zeroExtent), "layer 0: has the extent 0"),
      (.badKey(layer: 1, key: 3), "layer 1: key 3 is not UTF-8"),
      (
        .badValue(layer: 1, value: 3),
        "layer 1: value 3 is broken or has not exactly one type"
      ),
      (
        .badFeature(layer: 1, feature: 4, .malformed),
        "layer 1: feature 4: is broken or cut short"
      ),
    ])
  func messages(error: TileDecodingError, expected: String) {
    #expect(error.message == expected)
  }

  @Test("no two faults of a feature read alike")
  func featureFaults() {
    let faults: [TileDecodingError.FeatureFault] = [
      .malformed, .oddTags, .tagOutOfRange, .missingGeometry, .badCommand, .unexpectedCommand,
      .missingParameters, .outOfRange,
    ]
    #expect(Set(faults.map(\.message)).count == faults.count)
  }
}
