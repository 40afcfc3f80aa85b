import Foundation
import MapMath
import TestSupport
import Testing

@testable import TileArchive

@Suite("What archives are made of")
struct SequenceTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("batches out of turn come back in order, whether they wait in memory or in the file")
  func sequencer() throws {
    let place = try Descriptor.directory(folder.path)
    var sequencer = BatchSequencer(heldBytes: 100)
    var generator = SeededGenerator(seed: 5)
    var seen: [[UInt8]] = []
    for sequence in (0..<60).shuffled(using: &generator) {
      var batch = TileBatch()
      batch.sequence = sequence
      batch.bytes = [UInt8](repeating: UInt8(sequence), count: sequence * 3)
      try sequencer.add(batch, in: place)
      while let next = try sequencer.next() {
        #expect(next.sequence == seen.count)
        seen.append(next.bytes)
      }
    }
    let isEmpty = sequencer.isEmpty
    #expect(isEmpty)
    #expect(seen == (0..<60).map { [UInt8](repeating: UInt8($0), count: $0 * 3) })
    #expect(folder.names() == ["waiting"])
  }

  @Test("equal contents get one place, also when their hashes collide with others'")
  func collisions() throws {
    let place = try Descriptor.directory(folder.path)
    var store = try ContentStore(GrowingFile("data", in: place, start: 10))
    let contents = (0..<50).map { [UInt8](repeating: UInt8($0 % 10), count: 20 + $0 % 5 * 3000) }
    var places: [[UInt8]: Int] = [:]
    for content in contents + contents {
      // One hash for all: only the bytes tell them apart.
      let offset = try store.place(of: content.span, hash: 7)
      #expect(places[content] == nil || places[content] == offset)
      places[content] = offset
    }
    let count = store.count
    #expect(count == Set(contents).count && count == Set(places.values).count)
    for (content, offset) in places {
      var bytes: [UInt8] = []
      try store.file.read(10 + offset..<10 + offset + content.count, into: &bytes)
      #expect(bytes == content)
    }
  }

  @Test("beyond its limit a store still knows what it remembers, and writes the rest")
  func limit() throws {
    let place = try Descriptor.directory(folder.path)
    var store = try ContentStore(GrowingFile("data", in: place), limit: 2)
    let offsets = try [1, 2, 3, 1, 2, 3].map { (byte: UInt8) in
      try store.place(of: [byte].span, hash: UInt64(byte))
    }
    #expect(offsets == [0, 1, 2, 0, 1, 3])
    let (count, bytes) = (store.count, store.byteCount)
    #expect(count == 4 && bytes == 4)
  }

  @Test("a store grows without losing what it knows")
  func growth() throws {
    let place = try Descriptor.directory(folder.path)
    var store = try ContentStore(GrowingFile("data", in: place))
    let contents = (0..<3000).map { Array("content \($0)".utf8) }
    var first: [Int] = []
    for content in contents {
      first.append(try store.place(of: content.span, hash: ContentHash.of(content.span.bytes)))
    }
    for (content, offset) in zip(contents, first) {
      let again = try store.place(of: content.span, hash: ContentHash.of(content.span.bytes))
      #expect(again == offset)
    }
    let count = store.count
    #expect(count == 3000)
  }

  @Test("a file reads back across its buffer, and drops its end")
  func file() throws {
    let place = try Descriptor.directory(folder.path)
    var file = try GrowingFile("f", in: place, start: 5)
    let big = [UInt8](repeating: 9, count: GrowingFile.bufferSize)
    try file.append([1, 2, 3].span)
    try file.append(big.span)
    try file.append([4, 5].span)
    let end = file.end
    #expect(end == 5 + 3 + big.count + 2)
    var bytes: [UInt8] = []
    try file.read(file.end - 4..<file.end, into: &bytes)
    #expect(bytes == [9, 9, 4, 5])
    let start = file.moveStart(to: 100)
    #expect(start == 5)
    try file.truncate(to: 7)
    try file.append([6].span)
    try file.write([7].span, at: 0)
    try file.flush()
    #expect(folder.bytes("f") == [7, 0, 0, 0, 0, 1, 2, 6])
  }
}
