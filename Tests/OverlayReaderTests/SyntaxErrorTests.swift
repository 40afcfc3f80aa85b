import CJSONTape
import OverlayReader
import TestSupport
import Testing

@Suite("text that is not JSON")
struct SyntaxErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var line: Int, column: Int
    var problem: SyntaxProblem
    var testDescription: String { text }

    init(_ text: String, _ line: Int, _ column: Int, _ problem: SyntaxProblem) {
      (self.text, self.line, self.column, self.problem) = (text, line, column, problem)
    }
  }

  /// `^` stands where the fault is; columns are counted from it.
  static func at(_ text: String, _ problem: SyntaxProblem) -> Case {
    let before = text.prefix { $0 != "^" }
    let line = before.split(separator: "\n", omittingEmptySubsequences: false)
    return Case(
      String(text.filter { $0 != "^" }), line.count, (line.last?.utf8.count ?? 0) + 1, problem)
  }

  static let head = #"{"type":"FeatureCollection","features":["#
  static let point = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}"#

  static let cases: [Case] = [
    at("^hello", .valueExpected(found: "'hello'")),
    at("^_c`|@_gayb", .valueExpected(found: "'_'")),
    at("\(head)\n\(point)\n^\(point)]}", .commaOrBracketExpected(found: "'{'")),
    at("\(head)\(point),\n^]}", .valueExpected(found: "']'")),
    at("\(head)^,\(point)]}", .valueExpected(found: "','")),
    at("\(head)\(point)]^]", .commaOrBraceExpected(found: "']'")),
    at("\(head)\(point)],^}", .keyExpected(found: "'}'")),
    at("\(head)\(point)],\"a\"^1}", .colonExpected(found: "'1'")),
    at("\(head)\(point)]} ^x", .trailing(found: "'x'")),
    at("\(head)\(point)],\"a\":^nope}", .badWord(found: "'nope'")),
    at("\(head)\(point)^", .unexpectedEnd),
    at("\(head)\(point),^\n\n", .unexpectedEnd),
    at("\(head)\n\(point)]^", .unexpectedEnd),
    at("\(head)\(point)],\"a\":[1^", .unexpectedEnd),
    at("\(head)\(point)],\"a^", .unexpectedEnd),
    at("\(head)\(point)],\"a\"^  ", .unexpectedEnd),
    at("\(head)\n{\"type\":\"Feature\",\"geometry\":{\"a\":^", .unexpectedEnd),
    at("\(head){\"a\":[1,2^}]}", .commaOrBracketExpected(found: "'}'")),
    at("\(head){\"a\":1^]]}", .commaOrBraceExpected(found: "']'")),
    at("\(head){\"a\":^01}]}", .badNumber(found: "'01'")),
    at("\(head){\"a\":^1.}]}", .badNumber(found: "'1.'")),
    at("\(head){\"a\":^.5}]}", .valueExpected(found: "'.5'")),
    at("\(head){\"a\":^+1}]}", .valueExpected(found: "'+1'")),
    at("\(head){\"a\":^-Infinity}]}", .badNumber(found: "'-Infinity'")),
    at("\(head){\"a\":^tru}]}", .badWord(found: "'tru'")),
    at("\(head){\"a\":\"^\\x\"}]}", .badEscape(found: "'\\x'")),
    at("\(head){\"a\":\"^\\u12G4\"}]}", .badEscape(found: "'\\u'")),
    at("\(head){\"a\":\"b^\tc\"}]}", .controlCharacter(found: "byte 0x09")),
    at("\(head){^a:1}]}", .keyExpected(found: "'a'")),
    at("\(head){\"a\":1,^}]}", .keyExpected(found: "'}'")),
    at("\(head){\"properties\":{\"a\":{\"b\":^NaN}}}]}", .valueExpected(found: "'NaN'")),
    at("\(head){\"bbox\":[1,^NaN]}]}", .valueExpected(found: "'NaN'")),
    at("\(head){\"overlay\":{\"a\":1 ^2}}]}", .commaOrBraceExpected(found: "'2'")),
    at(
      "\(head){\"geometry\":{\"coordinates\":[1,^2e]}}]}", .badNumber(found: "'2e'")),
    at(
      "\(head){\"geometry\":{\"coordinates\":[[1,2] ^[3,4]]}}]}",
      .commaOrBracketExpected(found: "'['")),
    at("\(head){\"geometry\":{\"coordinates\":[1,2,^]}}]}", .valueExpected(found: "']'")),
    at("\(point)\n\(point) ^\(point)\n", .trailing(found: "'{'")),
    at("\(point)\n{\"type\":\"Feature\"^\n\(point)\n", .unexpectedEnd),
    at("\(point)\n^\u{feff}\(point)\n", .byteOrderMark),
    at("\u{1e}\(point)\n\u{1e}^x\n", .valueExpected(found: "'x'")),
    at("\u{1e}{\"map\":^x}", .valueExpected(found: "'x'")),
  ]

  @Test("is named by line and column", arguments: cases)
  func fault(_ expected: Case) {
    for chunkBytes in [16, 50, 1 << 20] {
      let error = readError(of: expected.text, chunkBytes: chunkBytes)
      #expect(
        error
          == .malformed(line: expected.line, column: expected.column, problem: expected.problem),
        "chunks of \(chunkBytes)")
    }
  }

  @Test("bytes that are not UTF-8 are named")
  func utf8() {
    for bad: [UInt8] in [
      [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80],
    ] {
      let text = Array("\(Self.head){\"a\":\"".utf8) + bad + Array("\"}]}".utf8)
      let error = #expect(throws: ReaderError.self) { try read(bytes: text) }
      guard case .malformed(1, 47, .badUTF8) = error else {
        Issue.record("\(bad): \(String(describing: error))")
        continue
      }
    }
  }

  @Test("the first fault counts, wherever chunks end", arguments: [16, 64, 300, 1 << 20])
  func firstFault(chunkBytes: Int) {
    let text = "\(Self.head)\n\(Self.point),\n{\"a\":NaN},\n\(Self.point),\n"
    #expect(
      readError(of: text, chunkBytes: chunkBytes)
        == .malformed(line: 3, column: 6, problem: .valueExpected(found: "'NaN'")))
  }

  @Test("nesting is limited")
  func nesting() throws {
    func deep(_ count: Int) -> String {
      let open = String(repeating: "[", count: count)
      return feature(
        geometry("Point", "[1,2]"),
        #""properties":{"a":\#(open)\#(open.map { _ in "]" }.joined())}"#)
    }
    #expect(try read(deep(400)).features.count == 1)
    guard case .malformed(1, _, .tooDeep) = readError(of: deep(600)) else {
      Issue.record("600 levels were read")
      return
    }
  }

  @Test("simdjson and the checker agree on random damage", arguments: 1...20 as ClosedRange<UInt64>)
  func agreement(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = Array(
      (#"{"type":"Feature","id":-1.5e3,"geometry":{"type":"Polygon","coordinates":"#
        + #"[[[1,2],[3.25,4],[5,6e0,null],[1,2]]]},"properties":{"a\n":[1,{"b":"c\u00e9"}],"#
        + #""t":true,"f":false,"n":null},"overlay":{"fillColor":"red"}}"#).utf8)
    let parser = cjt_create()
    defer { cjt_destroy(parser) }
    for _ in 0..<500 {
      var damaged = text
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let at = Int.random(in: damaged.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: damaged.remove(at: at)
        case 1: damaged[at] = UInt8.random(in: 0...255, using: &random)
        case 2: damaged.insert(damaged.randomElement(using: &random) ?? 0, at: at)
        default: damaged[at] = Array(#"{}[],:"\ 0-e.ntf"#.utf8).randomElement(using: &random) ?? 0
        }
      }
      let count = damaged.count
      damaged += [UInt8](repeating: 0, count: cjt_padding)
      for mode in [cjt_mode.geoJSON, .plain] {
        let (parsed, checked) = damaged.withUnsafeBufferPointer {
          (cjt_parse(parser, $0.baseAddress, count, mode), cjt_validate($0.baseAddress, count))
        }
        #expect(
          parsed.problem == checked.problem && parsed.offset == checked.offset,
          "\(String(decoding: damaged.prefix(count), as: UTF8.self))")
      }
    }
  }
}
