import TestSupport
import Testing

@testable import TileArchive

@Suite("Directories and headers of PMTiles")
struct PMTilesDirectoryTests {
  typealias Entry = PMTilesDirectory.Entry

  func directory(_ bytes: [UInt8]) -> PMTilesDirectory? { PMTilesDirectory(bytes.span) }
  func header(_ bytes: [UInt8]) -> PMTilesHeader? { PMTilesHeader(bytes.span) }

  @Test("columns are written as the specification says")
  func encoding() {
    var bytes: [UInt8] = []
    PMTilesDirectory.encode(
      [
        Entry(id: 5, runLength: 2, offset: 0, length: 10),
        Entry(id: 300, runLength: 1, offset: 10, length: 200),
        Entry(id: 301, runLength: 1, offset: 0, length: 10),
      ], into: &bytes)
    // Count; steps 5, 295, 1; runs; lengths; offsets 0+1, contiguous, 0+1.
    #expect(bytes == [3, 5, 0xa7, 2, 1, 2, 1, 1, 10, 0xc8, 1, 10, 1, 0, 1])
    #expect(directory(bytes)?.entries[1].offset == 10)
  }

  @Test("a tile is in the last entry before it, if its run reaches that far")
  func lookup() {
    let directory = PMTilesDirectory(entries: [
      Entry(id: 5, runLength: 2, offset: 0, length: 10),
      Entry(id: 9, runLength: 1, offset: 10, length: 200),
      Entry(id: 20, runLength: 0, offset: 0, length: 50),
    ])
    let found = (0...30).map { directory.entry(for: $0)?.id }
    let expected: [UInt64?] =
      [nil, nil, nil, nil, nil, 5, 5, nil, nil, 9] + Array(repeating: nil, count: 10)
      + Array(repeating: 20, count: 11)
    #expect(found == expected)
  }

  @Test("random directories read back", arguments: 0..<20)
  func roundTrip(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var entries: [Entry] = []
    var id: UInt64 = 0
    for _ in 0..<Int.random(in: 1...200, using: &generator) {
      let run = UInt64.random(in: 0...3, using: &generator)
      entries.append(
        Entry(
          id: id, runLength: run, offset: UInt64.random(in: 0..<1 << 40, using: &generator),
          length: UInt64.random(in: 1...1 << 20, using: &generator)))
      id += max(1, run) + UInt64.random(in: 0...1 << 30, using: &generator)
    }
    var bytes: [UInt8] = []
    PMTilesDirectory.encode(entries, into: &bytes)
    #expect(directory(bytes)?.entries == entries)
    #expect(directory(bytes.dropLast()) == nil)
    #expect(directory(bytes + [0]) == nil)
    // Damage is refused or gives another directory in order; it never traps.
    for _ in 0..<200 {
      var damaged = bytes
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      damaged[place] = UInt8.random(in: 0...255, using: &generator)
      if let found = directory(damaged)?.entries {
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.id + $0.runLength <= $1.id })
      }
    }
  }

  @Test(
    "what is no directory is refused",
    arguments: [
      [], [2, 0, 1, 1, 1, 1, 1, 1], [1, 5, 1, 0, 1], [1, 5, 1, 1, 0],
      [2, 5, 0, 1, 1, 1, 1, 1, 0], [2, 5, 1, 2, 1, 1, 1, 1, 0], [1, 0xff],
      [1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 1, 1, 1],
    ] as [[UInt8]])
  func refusals(bytes: [UInt8]) { #expect(directory(bytes) == nil) }

  @Test("a header reads back; other versions, other files and short ones are refused")
  func headers() {
    var wanted = PMTilesHeader()
    wanted.root = 127..<300
    wanted.metadata = 1 << 40..<1 << 41
    wanted.leaves = 5..<5
    wanted.data = 16384..<1 << 40
    (wanted.addressedTiles, wanted.tileEntries, wanted.tileContents) = (3, 2, 1)
    (wanted.minZoom, wanted.maxZoom, wanted.isClustered) = (2, 14, false)
    let bytes = wanted.bytes
    #expect(bytes.count == 127)
    #expect(header(bytes) == wanted)
    #expect(header(bytes.dropLast()) == nil)
    for place in 0..<8 {
      var other = bytes
      other[place] &+= 1
      #expect(header(other) == nil)
    }
    var huge = bytes
    huge[15] = 0xff
    #expect(header(huge) == nil)
  }
}
