/// What a build remembers of its overlays, so that the next one finds what has changed.
struct OverlayLedger: Sendable, Equatable {
  /// One overlay.
  struct Entry: Sendable, Equatable {
    /// Of everything that its tiles show: geometry, look, attributes, layers.
    var fingerprint: Fingerprint
    /// Tile zooms in which it is drawn, ends included.
    var minZoom: UInt8, maxZoom: UInt8
    /// Where it lies, in world coordinates: several boxes where one would hold much else.
    var boxes: [WorldBounds]
    /// The zooms at which it left anything, a bit each.
    var drawn: UInt32 = 0
    /// What was wrong with its polygons: the bits of `RepairCauses`.
    var causes: UInt8 = 0
  }

  /// Of the program and of all options that every tile depends on.
  var settings = Fingerprint()
  /// Names of the source layers, in their order in tiles.
  var layers: [String] = []
  /// In drawing order.
  var entries: [Entry] = []
  /// What is remembered of tiles, in their order; layers by their numbers in ``layers``.
  var tiles: [TileNote] = []

  /// What changed from an earlier build to this one.
  struct Changes: Sendable {
    /// Entries of the earlier one that are not in this one, or not at their place among the others.
    var removed: [Int] = []
    /// Entries of this one that are not in the earlier one, likewise.
    var added: [Int] = []
    /// The other entries: of the earlier build, and of this one.
    var kept: [(old: Int, new: Int)] = []
  }

  /// What changed since `earlier`; `nil` when every tile has to be made anew.
  func changes(since earlier: OverlayLedger) -> Changes? {
    guard settings == earlier.settings, hasLayerOrder(of: earlier) else { return nil }
    // Most documents change in one place: what is alike before and behind it needs no search.
    let (first, behind) = alike(with: earlier)
    let ends = (earlier: earlier.entries.count - behind, own: entries.count - behind)
    var places: [Fingerprint: [Int]] = [:]
    for place in (first..<ends.earlier).reversed() {
      places[earlier.entries[place].fingerprint, default: []].append(place)
    }
    // Equal overlays are taken for each other in their order.
    let matches: [Int?] = entries.indices.map { own in
      if own < first { return own }
      if own >= ends.own { return own - ends.own + ends.earlier }
      return places[entries[own].fingerprint]?.popLast()
    }
    let kept = Self.longestAscending(matches)
    var changes = Changes()
    var isKept = [Bool](repeating: false, count: earlier.entries.count)
    var next = kept.makeIterator()
    var coming = next.next()
    for new in entries.indices {
      if let old = matches[new], coming == new {
        changes.kept.append((old, new))
        isKept[old] = true
        coming = next.next()
      } else {
        changes.added.append(new)
      }
    }
    changes.removed = earlier.entries.indices.filter { !isKept[$0] }
    return changes
  }

  /// How many entries at the beginning are those of `earlier`, and how many of the others at the end.
  private func alike(with earlier: OverlayLedger) -> (first: Int, behind: Int) {
    let most = min(entries.count, earlier.entries.count)
    var first = 0
    while first < most, entries[first].fingerprint == earlier.entries[first].fingerprint {
      first += 1
    }
    var behind = 0
    while behind < most - first,
      entries[entries.count - 1 - behind].fingerprint
        == earlier.entries[earlier.entries.count - 1 - behind].fingerprint
    {
      behind += 1
    }
    return (first, behind)
  }

  /// Whether the layers that both have stand in the same order.
  private func hasLayerOrder(of earlier: OverlayLedger) -> Bool {
    let (ours, theirs) = (Set(layers), Set(earlier.layers))
    return layers.filter(theirs.contains) == earlier.layers.filter(ours.contains)
  }

  /// The indices of a longest ascending run of `values`, `nil` left out. O(n log n).
  static func longestAscending(_ values: [Int?]) -> [Int] {
    // ends[k]: the index whose value is the smallest that ends a run of k + 1.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
      guard let value else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if let other = values[ends[middle]], other < value {
          low = middle + 1
        } else {
          high = middle
        }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      run.append(index)
      index = before[index]
    }
    return run.reversed()
  }
}
