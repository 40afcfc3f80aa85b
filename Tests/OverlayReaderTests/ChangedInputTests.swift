import Foundation
import Testing

@testable import OverlayReader

/// Files that somebody writes to while they are read.
@Suite("Inputs that change while they are read")
struct ChangedInputTests {
  private let file: URL

  init() throws {
    file = FileManager.default.temporaryDirectory
      .appendingPathComponent("changed-\(UUID().uuidString).ndjson")
    try Self.lines(0..<100).write(to: file)
  }

  private static func lines(_ range: Range<Int>) -> Data {
    Data(range.map { #"{"type": "Point", "coordinates": [\#($0), 5]}"# + "\n" }.joined().utf8)
  }

  /// Reads a few chunks, lets `change` loose, and reads on to the end.
  private func read(_ change: (FileHandle) throws -> Void) throws {
    defer { try? FileManager.default.removeItem(at: file) }
    var source = try RecordSource(path: file.path, input: 0, chunkBytes: 200)
    _ = try source.next()
    _ = try source.next()
    let handle = try FileHandle(forUpdating: file)
    try change(handle)
    try handle.close()
    while try source.next() != nil {}
  }

  @Test("one that nobody touches is read")
  func unchanged() throws {
    try read { _ in }
  }

  @Test("one that grows")
  func grows() throws {
    #expect(throws: ReaderError.changed) {
      try read { handle in
        try handle.seekToEnd()
        try handle.write(contentsOf: Self.lines(0..<1))
      }
    }
  }

  @Test("one that is cut, whether or not inside a record", arguments: [0, 10])
  func cut(inside: Int) throws {
    let place = Self.lines(0..<50).count + inside
    #expect(throws: ReaderError.changed) {
      try read { try $0.truncate(atOffset: UInt64(place)) }
    }
  }

  @Test("one of the same size whose bytes change, be they valid or not", arguments: ["7", "}"])
  func overwritten(byte: String) throws {
    let place = Self.lines(0..<90).count + #"{"type": "Point", "coordinates": ["#.utf8.count
    // Times of change may be counted in hundredths of a second.
    usleep(50_000)
    #expect(throws: ReaderError.changed) {
      try read { handle in
        try handle.seek(toOffset: UInt64(place))
        try handle.write(contentsOf: Data(byte.utf8))
      }
    }
  }

  @Test("one whose name another file takes is read as it was")
  func replaced() throws {
    try read { _ in try Self.lines(0..<3).write(to: file, options: .atomic) }
  }
}
