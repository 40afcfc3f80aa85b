import Foundation
import TestSupport
import Testing
import TilePipeline

/// Random edits of documents and options, one after the other on one output.
///
/// `OVERLAYTILES_EDITS` says how many sequences; without it there is a quick form.
@Suite("Sequences of edits")
struct EditSequenceTests {
  private static let sequences =
    ProcessInfo.processInfo.environment["OVERLAYTILES_EDITS"].flatMap { UInt64($0) } ?? 9
  private static let outputs = ["set", "set.pmtiles", "set.mbtiles"]

  @Test("give the bytes of a whole build", arguments: 1...Self.sequences)
  func sequence(seed: UInt64) async throws {
    var random = SeededGenerator(seed: 1000 + seed)
    let folder = try EditedFolder()
    let output = Self.outputs[Int(seed % 3)]
    var overlays = (1...30).map { OverlaySketch(id: $0, &random) }
    var options = OptionSketch()
    _ = try await folder.build(overlays, into: "updated/\(output)", change: options.apply(to:))
    for step in 1...3 {
      for _ in 0..<Int.random(in: 0...4, using: &random) { edit(&overlays, &random) }
      if Int.random(in: 0..<3, using: &random) == 0 { options.edit(&random) }
      _ = try await folder.build(
        overlays, into: "updated/\(output)", change: options.apply(to:))
      _ = try await folder.build(
        overlays, into: "whole\(step)/\(output)", change: options.apply(to:))
      let (updated, whole) = try (
        folder.files("updated/\(output)"), folder.files("whole\(step)/\(output)")
      )
      #expect(Set(updated.keys) == Set(whole.keys))
      for (name, bytes) in whole { #expect(updated[name] == bytes, "\(name), step \(step)") }
    }
  }

  /// Edits of geometry, look, attributes and order; now and then everything goes.
  private func edit(_ overlays: inout [OverlaySketch], _ random: inout SeededGenerator) {
    guard let index = overlays.indices.randomElement(using: &random) else {
      overlays = (1...5).map { OverlaySketch(id: $0, &random) }
      return
    }
    switch Int.random(in: 0..<15, using: &random) {
    case 0, 1: overlays.remove(at: index)
    case 2, 3: overlays.insert(OverlaySketch(id: 100 + index, &random), at: index)
    case 4, 5: overlays[index] = OverlaySketch(id: overlays[index].id, &random)
    case 6, 7:
      overlays[index].color = ["red", "green", "#12345678"].randomElement(using: &random) ?? ""
    case 8, 9: overlays[index].name += "x"
    case 10: overlays.swapAt(index, Int.random(in: overlays.indices, using: &random))
    case 11: overlays.shuffle(using: &random)
    case 12: overlays[index].id += 1000
    case 13: overlays.append(overlays[index])
    default: overlays = []
    }
  }
}

/// Options that change from build to build: some touch every tile, some only what stands beside.
private struct OptionSketch {
  private var change: [Int: Int] = [:]

  mutating func edit(_ random: inout SeededGenerator) {
    change[Int.random(in: 0..<8, using: &random)] = Int.random(in: 0...2, using: &random)
  }

  func apply(to options: inout BuildOptions) {
    for (option, value) in change {
      switch option {
      case 0: options.simplify = [0.25, 0, 1][value]
      case 1: options.maxZoom = [4, 3, 5][value]
      case 2: options.minZoom = [0, 1, 2][value]
      case 3: options.tiny = value == 1 ? .drop : .keep
      case 4: options.baseURL = [nil, "https://a.example/", "https://b.example/t"][value]
      case 5: options.selection.excluded = value == 1 ? ["name"] : []
      case 6: options.inputs[0].layer = [nil, "one", "two"][value]
      default: options.layerZooms = value == 0 ? [:] : ["marker": 1...value + 1]
      }
    }
  }
}
