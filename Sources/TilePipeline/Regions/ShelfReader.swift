import OverlayModel

/// Reads overlays back from the shelf. Owns scratch memory; one for each task.
struct ShelfReader {
  private var words: [UInt64] = []
  /// The features that were found: their numbers, and where they stand in `words`.
  private var order: [UInt64] = []
  private var sorter = WordSorter()
  private var text: [UInt8] = []

  /// The overlays of a shelved chunk that touch a window, in input order, and with all their rows
  /// and parts.
  ///
  /// - Parameters:
  ///   - first: The build's number of the chunk's first feature.
  ///   - window: `nil`: all overlays.
  ///   - kinds: Which rows are wanted.
  mutating func read(
    _ chunk: FlattenedChunk, from first: Int32, touching window: PartWindow?,
    _ kinds: RowKinds = .all
  ) -> FlattenedChunk {
    var result = FlattenedChunk()
    (result.input, result.sequence) = (chunk.input, chunk.sequence)
    guard let shelved = chunk.shelved else { return result }
    let end = shelved.read(into: &words) { leaf in
      !leaf.kinds.isDisjoint(with: kinds)
        && window.map { $0.worlds(of: leaf.bounds) != nil } ?? true
    }
    find(end, touching: window)
    guard !order.isEmpty else { return result }
    result.block = chunk.block
    result.keys = chunk.keys
    result.overlays = chunk.overlays
    result.features.reserveCapacity(order.count)
    result.rows.reserveCapacity(order.count)
    result.parts.reserveCapacity(order.count)
    result.numbers.reserveCapacity(order.count)
    for word in order {
      append(at: Int(UInt32(truncatingIfNeeded: word)), from: first, kinds, to: &result)
    }
    return result
  }

  /// Fills `order` with the features of `words` up to `end` that touch the window.
  private mutating func find(_ end: Int, touching window: PartWindow?) {
    order.removeAll(keepingCapacity: true)
    var start = 0
    while start < end {
      if window.map({ touches($0, start) }) ?? true {
        order.append(UInt64(ShelfRecord.low(words[start + 1])) << 32 | UInt64(start))
      }
      start += Int(ShelfRecord.low(words[start]))
    }
    sorter.sort(&order)
  }

  private func flags(_ start: Int) -> ShelfRecord.Flags {
    ShelfRecord.Flags(rawValue: UInt8(truncatingIfNeeded: words[start] >> 32))
  }

  private func touches(_ window: PartWindow, _ start: Int) -> Bool {
    let flags = flags(start)
    var place = start + ShelfRecord.headWords + (flags.contains(.id) ? 1 : 0)
    for _ in 0..<ShelfRecord.low(words[start + 3]) {
      let bounds: WorldBounds
      if flags.contains(.points) {
        bounds = point(place)
        place += 2
      } else {
        bounds = self.bounds(place + 3)
        place += ShelfRecord.partWords
      }
      if window.worlds(of: bounds) != nil { return true }
    }
    return false
  }

  private func point(_ place: Int) -> WorldBounds {
    let (x, y) = (Double(bitPattern: words[place]), Double(bitPattern: words[place + 1]))
    return WorldBounds(minX: x, minY: y, maxX: x, maxY: y)
  }

  private func bounds(_ place: Int) -> WorldBounds {
    WorldBounds(
      minX: Double(bitPattern: words[place]), minY: Double(bitPattern: words[place + 1]),
      maxX: Double(bitPattern: words[place + 2]), maxY: Double(bitPattern: words[place + 3]))
  }

  private mutating func append(
    at start: Int, from first: Int32, _ kinds: RowKinds, to chunk: inout FlattenedChunk
  ) {
    let flags = flags(start)
    let index = Int32(chunk.features.count)
    let firstPart = Int32(chunk.parts.count)
    let partCount = Int32(bitPattern: ShelfRecord.low(words[start + 3]))
    var place = start + ShelfRecord.headWords
    var id: UInt64?
    if flags.contains(.id) {
      id = words[place]
      place += 1
    }
    let partsAt = place
    place += Int(partCount) * (flags.contains(.points) ? 2 : ShelfRecord.partWords)
    let rowCount = chunk.rows.count
    for _ in 0..<words[start] >> 48 {
      appendRow(&place, index, firstPart..<firstPart + partCount, kinds, to: &chunk)
    }
    guard chunk.rows.count > rowCount else { return }
    appendParts(partsAt, partCount, flags, to: &chunk)
    let firstTag = Int32(chunk.tags.count)
    for _ in 0..<ShelfRecord.high(words[start + 3]) {
      let key = ShelfRecord.high(words[place])
      chunk.tags.append(FeatureBatch.Tag(key: key, value: value(&place, &chunk.values)))
    }
    let kind = FeatureBatch.Feature.Kind(rawValue: UInt8(truncatingIfNeeded: words[start] >> 40))
    var feature = FeatureBatch.Feature(
      kind: kind ?? .marker, overlay: ShelfRecord.signedHigh(words[start + 2]), parts: 0..<0,
      tags: firstTag..<Int32(chunk.tags.count), id: id,
      otherID: flags.contains(.otherID) ? Int32(value(&place, &chunk.values)) : -1,
      location: SourceLocation(
        input: chunk.input, line: Int(ShelfRecord.signedHigh(words[start + 1])),
        feature: Int(ShelfRecord.signedLow(words[start + 2]))))
    feature.isPlain = flags.contains(.isPlain)
    chunk.features.append(feature)
    chunk.numbers.append(first + ShelfRecord.signedLow(words[start + 1]))
  }

  private func appendRow(
    _ place: inout Int, _ feature: Int32, _ allParts: Range<Int32>, _ kinds: RowKinds,
    to chunk: inout FlattenedChunk
  ) {
    let word = words[place]
    place += 1
    var parts = allParts
    if word & ShelfRecord.hasAllParts == 0 {
      let range = words[place]
      place += 1
      parts =
        allParts.lowerBound + ShelfRecord.signedLow(range)..<allParts.lowerBound
        + ShelfRecord.signedHigh(range)
    }
    guard let role = LayerRole(rawValue: UInt8(truncatingIfNeeded: word)),
      let shape = FeatureTable.Shape(rawValue: UInt8(truncatingIfNeeded: word >> 8))
    else { return }
    let isMain = word & ShelfRecord.isMain != 0
    guard kinds.contains(role, isMain: isMain) else { return }
    chunk.rows.append(
      FlattenedChunk.Row(
        role: role, isMain: isMain, shape: shape, exact: word & ShelfRecord.isExact != 0,
        parts: parts, feature: feature, minZoom: UInt8(truncatingIfNeeded: word >> 24),
        maxZoom: UInt8(truncatingIfNeeded: word >> 32)))
  }

  private func appendParts(
    _ start: Int, _ count: Int32, _ flags: ShelfRecord.Flags, to chunk: inout FlattenedChunk
  ) {
    var place = start
    for _ in 0..<count {
      if flags.contains(.points) {
        chunk.parts.append(
          FlattenedChunk.Part(paths: 0..<0, weight: 1, spansWorld: false, bounds: point(place)))
        place += 2
        continue
      }
      let (head, paths, size) = (words[place], words[place + 1], words[place + 2])
      chunk.parts.append(
        FlattenedChunk.Part(
          paths: ShelfRecord.signedLow(paths)..<ShelfRecord.signedHigh(paths),
          weight: ShelfRecord.signedLow(size), spansWorld: head & ShelfRecord.spansWorld != 0,
          isEnclosed: head & ShelfRecord.isEnclosed != 0,
          hasNeighbours: head & ShelfRecord.hasNeighbours != 0,
          area: Float(bitPattern: ShelfRecord.high(size)), bounds: bounds(place + 3),
          track: ShelfRecord.signedHigh(head)))
      place += ShelfRecord.partWords
    }
  }

  /// The number in `values` of the value that stands at `place`, which moves behind it.
  private mutating func value(_ place: inout Int, _ values: inout AttributePool) -> UInt32 {
    let number = ShelfRecord.low(words[place])
    place += 1
    guard AttributePool.integer(number) == nil else { return number }
    text.removeAll(keepingCapacity: true)
    for i in 0..<Int(number) {
      text.append(UInt8(truncatingIfNeeded: words[place + i / 8] >> UInt64(i % 8 * 8)))
    }
    place += (Int(number) + 7) / 8
    return values.intern(text.span)
  }
}
