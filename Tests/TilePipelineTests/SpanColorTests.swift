import Foundation
import OverlayModel
import TestSupport
import Testing
import TilePipeline

/// Colours of gradients and of spans too short to be told apart.
@Suite("Span colours")
struct SpanColorTests {
  /// A piece of a line along the equator: premultiplied colour and ends, grid units.
  struct Piece {
    var color: SIMD4<Double>
    var from: Double, to: Double
  }

  /// The pieces of tile 0/0/0 in their order.
  private func pieces(_ overlay: String, _ line: String = "[[-90,0],[90,0]]") async throws
    -> [Piece]
  {
    let built = try await BuiltTiles([feature("LineString", line, overlay: overlay)]) {
      ($0.maxZoom, $0.extent, $0.simplify) = (0, 8192, 0)
    }
    let features = try #require(try built.tile(0, 0, 0)?.layer("stroke")?.features)
    return features.flatMap { feature in
      var color = SIMD4(0.0, 0, 1, 1)
      if case .string(let text)? = feature.properties["color"] { color = premultiplied(text) }
      return feature.parts.map { part in
        Piece(color: color, from: Double(part.first?.x ?? 0), to: Double(part.last?.x ?? 0))
      }
    }
  }

  private func premultiplied(_ text: String) -> SIMD4<Double> {
    let numbers = text.dropFirst(5).dropLast().split(separator: ",").compactMap { Double($0) }
    return SIMD4(numbers[0], numbers[1], numbers[2], 255) * numbers[3] / 255
  }

  @Test(
    "a gradient has steps of 4 levels, none shorter than 4 pixels, and its own ends",
    arguments: [
      ("red", "yellow", 1.0), ("rgba(0,0,255,0.5)", "lime", 1), ("#101010", "#2a1010", 1),
      ("black", "white", 0.07), ("clear", "red", 0.3), ("#800000", "#800001", 1),
    ])
  func gradient(from: String, to: String, share: Double) async throws {
    let colors: [String: SIMD4<Double>] = [
      "red": SIMD4(1, 0, 0, 1), "yellow": SIMD4(1, 1, 0, 1), "lime": SIMD4(0, 1, 0, 1),
      "rgba(0,0,255,0.5)": SIMD4(0, 0, 0.5, 0.5), "#101010": SIMD4(16, 16, 16, 255) / 255,
      "#2a1010": SIMD4(42, 16, 16, 255) / 255, "black": SIMD4(0, 0, 0, 1),
      "white": SIMD4(1, 1, 1, 1), "clear": SIMD4(0, 0, 0, 0),
      "#800000": SIMD4(128, 0, 0, 255) / 255, "#800001": SIMD4(128, 0, 1, 255) / 255,
    ]
    let (start, end) = (try #require(colors[from]), try #require(colors[to]))
    // 4096 units of 8192 times the share: 256 pixels times the share.
    let pieces = try await pieces(
      #"{"strokeWidth":6,"spans":[{"gradient":["\#(from)","\#(to)"]}]}"#,
      "[[-90,0],[\(-90 + 180 * share),0]]")
    let length = 4096 * share
    let delta = end - start
    let largest = max(delta.max(), (-delta).max()) * 255
    let count = min((largest / 4).rounded(.up), (length / 64).rounded(.down))
    #expect(pieces.count == (from == "clear" ? Int(count) - 1 : Int(count)))
    for (a, b) in zip(pieces, pieces.dropFirst()) {
      #expect(a.to == b.from)
      if count == (largest / 4).rounded(.up) {
        let step = (b.color - a.color) * 255
        #expect(max(step.max(), (-step).max()) < 6)
      }
    }
    for (i, piece) in pieces.enumerated() {
      #expect(piece.to - piece.from >= 64 - 1)
      // The colour of the gradient somewhere on the piece.
      let (a, b) = ((piece.from - 2048) / length, (piece.to - 2048) / length)
      let (low, high) = (start + delta * a, start + delta * b)
      for channel in 0..<4 {
        let range = min(low[channel], high[channel])...max(low[channel], high[channel])
        #expect(range.lowerBound - 0.02 <= piece.color[channel], "\(i)")
        #expect(range.upperBound + 0.02 >= piece.color[channel], "\(i)")
      }
    }
    guard count > 1 else { return }
    let (first, last) = (try #require(pieces.first), try #require(pieces.last))
    let lastError = last.color - end
    #expect(max(lastError.max(), (-lastError).max()) < 1e-3)
    if from != "clear" {
      let firstError = first.color - start
      #expect(max(firstError.max(), (-firstError).max()) < 1e-3)
    }
  }

  @Test(
    "many short spans cost no more than their pixels and keep their mean colour",
    arguments: 1...12 as ClosedRange<UInt64>)
  func mixed(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 300...5_000, using: &random)
    let isTranslucent = seed % 3 == 0
    var spans: [(color: SIMD4<Double>, text: String, length: Double)] = []
    for _ in 0..<count {
      let color = (0..<3).map { _ in Int.random(in: 0...255, using: &random) }
      let alpha = isTranslucent ? [0.0, 0.25, 1][Int.random(in: 0..<3, using: &random)] : 1
      let text = "rgba(\(color[0]),\(color[1]),\(color[2]),\(alpha))"
      spans.append((premultiplied(text), text, Double.random(in: 0.1...2, using: &random)))
    }
    let sum = spans.reduce(0) { $0 + $1.length }
    // One segment, shared among all.
    let list = spans.map { #"{"color":"\#($0.text)","segments":\#($0.length / sum)}"# }
    let pieces = try await pieces(#"{"strokeWidth":3,"spans":[\#(list.joined(separator: ","))]}"#)
    // 256 pixels; each holds at most a run and the start of a longer span.
    #expect(pieces.count <= 2 * 256 + 2)
    #expect(pieces.count >= 100)
    var drawn = SIMD4<Double>()
    for piece in pieces { drawn += piece.color * (piece.to - piece.from) / 4096 }
    var meant = SIMD4<Double>()
    for span in spans { meant += span.color * span.length / sum }
    let error = drawn - meant
    #expect(max(error.max(), (-error).max()) < 0.01, "\(drawn) for \(meant)")
    // And so on each quarter of the line: what is mixed stays where it is.
    for quarter in 0..<4 {
      let range = (low: 2048 + Double(quarter) * 1024, high: 2048 + Double(quarter + 1) * 1024)
      var drawn = SIMD4<Double>()
      for piece in pieces {
        let length = min(piece.to, range.high) - max(piece.from, range.low)
        if length > 0 { drawn += piece.color * length / 1024 }
      }
      var meant = SIMD4<Double>()
      var place = 2048.0
      for span in spans {
        let end = place + span.length / sum * 4096
        let length = min(end, range.high) - max(place, range.low)
        if length > 0 { meant += span.color * length / 1024 }
        place = end
      }
      let error = drawn - meant
      #expect(max(error.max(), (-error).max()) < 0.03, "\(quarter): \(drawn) for \(meant)")
    }
  }

  @Test("an even pattern too fine to see is one piece of its mean colour")
  func evenPattern() async throws {
    let pieces = try await pieces(
      """
      {"strokeWidth":3,"spans":{"pattern":{"styles":[{"color":"red"},{"color":"white"}],\
      "lengths":[0.0001],"lengthKind":"projected"}}}
      """)
    let colors = Set(pieces.map { $0.color.x })
    #expect(colors == [1])
    let mean = pieces.reduce(0) { $0 + $1.color.y * ($1.to - $1.from) } / 4096
    #expect(abs(mean - 0.5) < 0.01)
  }

  @Test("a pattern too fine for its line is refused, and named")
  func tooFine() async throws {
    let built = try await BuiltTiles([
      feature(
        "LineString", "[[-90,0],[90,0]]",
        overlay: #"{"spans":{"pattern":{"styles":[{"color":"red"}],"lengths":[1]}}}"#)
    ])
    #expect(built.summary.findings.map(\.code) == [.memberRange])
    #expect(built.summary.tiles == 0)
  }

  @Test("spans start anew in each part of a MultiLineString")
  func parts() async throws {
    let built = try await BuiltTiles([
      feature(
        "MultiLineString", "[[[-90,0],[-45,0],[0,0]],[[0,10],[45,10],[90,10]]]",
        overlay: #"{"spans":[{"color":"red"},{"color":"lime"}]}"#)
    ]) { $0.maxZoom = 0 }
    let features = try #require(try built.tile(0, 0, 0)?.layer("stroke")?.features)
    let red = features.filter { $0.properties["color"] == .string("rgba(255,0,0,1)") }
    #expect(red.flatMap(\.parts).map { $0.map(\.x) } == [[1024, 1536], [2048, 2560]])
  }
}
