import Compression
import OverlayModel
import OverlayReader
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("files, pipes and gzip", .serialized)
struct ByteSourceTests {
  static let lines = (0..<3000).map {
    feature(
      geometry("Point", "[\($0 % 180),\($0 % 90)]"), #""id":\#($0),"properties":{"n":\#($0)}"#)
  }.joined(separator: "\n")

  static func gzip(_ text: String, level: Int = 6) throws -> [UInt8] {
    var compressor = try GzipCompressor(level: level)
    var output: [UInt8] = []
    let bytes = Array(text.utf8)
    try compressor.compress(bytes.span, into: &output)
    return output
  }

  @Test("gzip reads as its text does", arguments: [64, 5000, 1 << 20])
  func gzipInput(chunkBytes: Int) throws {
    let plain = try read(Self.lines, chunkBytes: chunkBytes)
    let packed = try read(bytes: Self.gzip(Self.lines), chunkBytes: chunkBytes)
    #expect(plain.features.count == 3000)
    #expect(packed.features == plain.features)
    #expect(packed.chunkCount == plain.chunkCount)
  }

  @Test("members one after the other, and zeros after the last, are one text")
  func members() throws {
    let half = Self.lines.utf8.count / 2
    let first = String(Self.lines.prefix(half))
    let rest = String(Self.lines.dropFirst(half))
    let packed = try Self.gzip(first) + Self.gzip("") + Self.gzip(rest) + [0, 0, 0, 0]
    #expect(try read(bytes: packed).features.count == 3000)
  }

  @Test("a stream cut anywhere is called cut", arguments: [12, 100, 1000, -9, -8, -1])
  func cut(at: Int) throws {
    let packed = try Self.gzip(Self.lines)
    let bytes = Array(at > 0 ? packed.prefix(at) : packed.dropLast(-at))
    let error = #expect(throws: ReaderError.self) { try read(bytes: bytes) }
    guard case .truncatedGzip = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("damage and rubbish after the end are named")
  func damage() throws {
    var packed = try Self.gzip(Self.lines)
    packed[packed.count - 6] ^= 0xff
    let checksum = #expect(throws: ReaderError.self) { try read(bytes: packed) }
    guard case .corruptGzip = checksum else {
      Issue.record("\(String(describing: checksum))")
      return
    }
    let rubbish = #expect(throws: ReaderError.self) {
      try read(bytes: Self.gzip(Self.lines) + Array("rubbish".utf8))
    }
    guard case .corruptGzip = rubbish else {
      Issue.record("\(String(describing: rubbish))")
      return
    }
  }

  @Test("an empty stream is an empty input")
  func empty() throws {
    let bytes = try Self.gzip("")
    #expect(throws: ReaderError.emptyInput) { try read(bytes: bytes) }
  }

  @Test("files tell how far they have been read")
  func progress() throws {
    let file = try TemporaryFile.holding(Array(Self.lines.utf8))
    var source = try RecordSource(path: file.path, input: 0, chunkBytes: 1 << 16)
    #expect(source.totalBytes == Self.lines.utf8.count)
    var indices: [Int] = []
    var next = 0
    var last = 0
    while let chunk = try source.next() {
      indices.append(chunk.index)
      #expect(chunk.firstRecord == next)
      next += chunk.recordCount
      #expect(source.bytesRead >= last)
      last = source.bytesRead
    }
    #expect(indices == Array(indices.indices))
    #expect(next == 3000)
    #expect(source.bytesRead == Self.lines.utf8.count)
    #expect(try source.next() == nil)
  }

  @Test("what cannot be opened or read says why")
  func unreadable() {
    #expect(throws: ReaderError.io(path: "/nonexistent/a", errno: ENOENT)) {
      try read(path: "/nonexistent/a")
    }
    #expect(throws: ReaderError.io(path: "/tmp", errno: EISDIR)) { try read(path: "/tmp") }
  }

  @Test("- is standard input")
  func standardInput() throws {
    let file = try TemporaryFile.holding(Self.gzip(Self.lines))
    let saved = dup(STDIN_FILENO)
    let descriptor = open(file.path, O_RDONLY)
    #expect(dup2(descriptor, STDIN_FILENO) == STDIN_FILENO)
    close(descriptor)
    defer {
      dup2(saved, STDIN_FILENO)
      close(saved)
    }
    #expect(try read(path: "-").features.count == 3000)
  }

  @Test(
    "chunks of any size give the same features", arguments: 1...6 as ClosedRange<UInt64>,
    [64, 1000, 20_000])
  func chunks(seed: UInt64, chunkBytes: Int) throws {
    var random = SeededGenerator(seed: seed)
    let text = Self.document(&random)
    let whole = try read(text)
    let parts = try read(text, chunkBytes: chunkBytes)
    #expect(parts.features == whole.features)
    #expect(parts.findings == whole.findings)
    #expect(parts.recordCount == whole.recordCount)
    #expect(whole.features.count > 50)
    #expect(whole.findings.count > 20)
  }

  /// A collection or lines of features, some faulty, with brackets and quotes in their texts.
  static func document(_ random: inout SeededGenerator) -> String {
    let texts = ["", "[", "}]", #"\""#, #"\\"#, "\u{e9}", "{\\\"a\\\":[", ",", #"\u007b"#]
    var features: [String] = []
    for index in 0..<200 {
      var line = "["
      for k in 0..<Int.random(in: 0...40, using: &random) {
        line += "\(k == 0 ? "" : ",")[\(Double.random(in: -180...180, using: &random)), 1.5]"
      }
      let shape = geometry(Bool.random(using: &random) ? "LineString" : "MultiPoint", line + "]")
      let text = texts.randomElement(using: &random) ?? ""
      let overlay =
        Int.random(in: 0..<4, using: &random) == 0
        ? #","overlay":{"title":"\#(text)","zIndex":\#(index % 3),"x\#(index % 2)":1}"# : ""
      features.append(
        feature(shape, #""id":\#(index),"properties":{"\#(text)":"\#(text)"}"# + overlay))
    }
    if Bool.random(using: &random) { return features.joined(separator: "\r\n") }
    return #"{"type":"FeatureCollection","name":"a ] }","features" :["# + "\n"
      + features.joined(separator: ",\n") + "\n]}\n"
  }

  @Test("random damage is read or refused, never more", arguments: 1...20 as ClosedRange<UInt64>)
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = Array(Self.document(&random).utf8.prefix(20_000))
    for _ in 0..<20 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: bytes.indices, using: &random)
        if Bool.random(using: &random) {
          bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        } else {
          bytes.removeLast(min(bytes.count - 1, Int.random(in: 0..<5000, using: &random)))
        }
      }
      let small = Result { try read(bytes: bytes, chunkBytes: 256) }
      let large = Result { try read(bytes: bytes) }
      switch (small, large) {
      case (.success(let a), .success(let b)): #expect(a.features == b.features)
      case (.failure(let a), .failure(let b)):
        #expect(a as? ReaderError == b as? ReaderError)
        #expect(a is ReaderError)
      default: Issue.record("chunk sizes disagree")
      }
    }
  }
}
