/// Rules about keys, values, tags and ids of a layer.
enum TableRules {
  static func check(
    _ bytes: Span<UInt8>, _ layer: ScannedLayer, _ scratch: inout LayerScratch,
    _ findings: inout TileFindings
  ) {
    let hasRepeatedKeys = checkKeys(bytes, layer, &scratch, &findings)
    checkValues(bytes, layer, &scratch, &findings)
    checkTags(bytes, layer, hasRepeatedKeys, &scratch, &findings)
    checkIDs(layer, &scratch, &findings)
  }

  private static func checkKeys(
    _ bytes: Span<UInt8>, _ layer: ScannedLayer, _ scratch: inout LayerScratch,
    _ findings: inout TileFindings
  ) -> Bool {
    scratch.hashes.removeAll(keepingCapacity: true)
    for (index, range) in layer.keys.enumerated() {
      scratch.hashes.append((hash(bytes, range, seed: 0), index))
      if !LayerScanner.isUTF8(bytes, range) {
        findings.add(
          .textEncoding,
          .init(
            .textEncoding, layer: layer.name, offset: range.lowerBound, detail: "key \(index)"))
      }
    }
    return forEachRepeated(
      &scratch.hashes,
      { (bytes: Span<UInt8>, a, b) in
        equal(bytes, layer.keys[a], layer.keys[b])
      }, bytes
    ) { first, second in
      let text = LayerScanner.text(bytes, layer.keys[second])
      findings.add(
        .keyRepeated,
        .init(
          .keyRepeated, layer: layer.name, offset: layer.keys[second].lowerBound,
          detail: "\"\(text)\" is key \(first) and \(second)"))
    }
  }

  private static func checkValues(
    _ bytes: Span<UInt8>, _ layer: ScannedLayer, _ scratch: inout LayerScratch,
    _ findings: inout TileFindings
  ) {
    scratch.hashes.removeAll(keepingCapacity: true)
    for (index, value) in layer.values.enumerated() {
      guard let kind = value.kind else { continue }
      scratch.hashes.append((hash(bytes, value.payload, seed: UInt64(kind.rawValue)), index))
    }
    _ = forEachRepeated(
      &scratch.hashes,
      { (bytes: Span<UInt8>, a, b) in
        layer.values[a].kind == layer.values[b].kind
          && equal(bytes, layer.values[a].payload, layer.values[b].payload)
      }, bytes
    ) { first, second in
      findings.add(
        .valueRepeated,
        .init(
          .valueRepeated, layer: layer.name, offset: layer.values[second].payload.lowerBound,
          detail: "values \(first) and \(second) are equal"))
    }
  }

  /// Calls `body` with each entry that equals an earlier one and the first of its kind.
  private static func forEachRepeated(
    _ hashes: inout [(hash: UInt64, index: Int)],
    _ isEqual: (Span<UInt8>, Int, Int) -> Bool, _ bytes: Span<UInt8>,
    _ body: (_ first: Int, _ second: Int) -> Void
  ) -> Bool {
    hashes.sort { ($0.hash, $0.index) < ($1.hash, $1.index) }
    var found = false
    var first = 0
    for i in hashes.indices.dropFirst() {
      guard hashes[i].hash == hashes[first].hash else {
        first = i
        continue
      }
      guard isEqual(bytes, hashes[first].index, hashes[i].index) else { continue }
      found = true
      body(hashes[first].index, hashes[i].index)
    }
    return found
  }

  private static func checkTags(
    _ bytes: Span<UInt8>, _ layer: ScannedLayer, _ hasRepeatedKeys: Bool,
    _ scratch: inout LayerScratch, _ findings: inout TileFindings
  ) {
    scratch.keyStamps.removeAll(keepingCapacity: true)
    scratch.keyStamps.append(contentsOf: repeatElement(0, count: layer.keys.count))
    scratch.valueUsed.removeAll(keepingCapacity: true)
    scratch.valueUsed.append(contentsOf: repeatElement(false, count: layer.values.count))
    for feature in layer.kinds.indices {
      let tags = layer.tags(of: feature)
      func add(_ rule: TileRule, _ detail: String) {
        findings.add(
          rule,
          .init(
            rule, layer: layer.name, feature: feature,
            offset: layer.featureRanges[feature].lowerBound, detail: detail))
      }
      if tags.count % 2 != 0 { add(.tagsOdd, "\(tags.count) tags") }
      var i = tags.lowerBound
      while i < tags.upperBound {
        let key = layer.tags[i]
        if key >= layer.keys.count {
          add(.tagKeyRange, "key \(key) of \(layer.keys.count)")
        } else {
          if scratch.keyStamps[key] == feature + 1 {
            add(.tagKeyRepeated, "\"\(LayerScanner.text(bytes, layer.keys[key]))\"")
          }
          scratch.keyStamps[key] = feature + 1
        }
        if i + 1 < tags.upperBound {
          let value = layer.tags[i + 1]
          if value >= layer.values.count {
            add(.tagValueRange, "value \(value) of \(layer.values.count)")
          } else {
            scratch.valueUsed[value] = true
          }
        }
        i += 2
      }
      if hasRepeatedKeys, let text = repeatedText(bytes, layer, tags) {
        add(.tagTextRepeated, "\"\(text)\"")
      }
    }
    report(unused: scratch.keyStamps.count { $0 == 0 }, .keyUnused, layer, &findings)
    report(unused: scratch.valueUsed.count { !$0 }, .valueUnused, layer, &findings)
  }

  private static func report(
    unused count: Int, _ rule: TileRule, _ layer: ScannedLayer, _ findings: inout TileFindings
  ) {
    guard count > 0 else { return }
    findings.add(
      rule, times: count,
      .init(rule, layer: layer.name, offset: layer.offset, detail: "\(count) of them"))
  }

  /// A text that a feature has under two numbers.
  private static func repeatedText(
    _ bytes: Span<UInt8>, _ layer: ScannedLayer, _ tags: Range<Int>
  ) -> String? {
    var met: [String: Int] = [:]
    for i in stride(from: tags.lowerBound, to: tags.upperBound, by: 2) {
      let key = layer.tags[i]
      guard key < layer.keys.count else { continue }
      let text = LayerScanner.text(bytes, layer.keys[key])
      if let other = met.updateValue(key, forKey: text), other != key { return text }
    }
    return nil
  }

  private static func checkIDs(
    _ layer: ScannedLayer, _ scratch: inout LayerScratch, _ findings: inout TileFindings
  ) {
    scratch.hashes.removeAll(keepingCapacity: true)
    var unsafeCount = 0
    var unsafeFeature = 0
    for feature in layer.ids.indices where layer.hasID[feature] {
      scratch.hashes.append((layer.ids[feature], feature))
      if layer.ids[feature] > 1 << 53 - 1 {
        if unsafeCount == 0 { unsafeFeature = feature }
        unsafeCount += 1
      }
    }
    if unsafeCount > 0 {
      findings.add(
        .idUnsafe, times: unsafeCount,
        .init(
          .idUnsafe, layer: layer.name, feature: unsafeFeature,
          offset: layer.featureRanges[unsafeFeature].lowerBound,
          detail: "id \(layer.ids[unsafeFeature])"))
    }
    scratch.hashes.sort { ($0.hash, $0.index) < ($1.hash, $1.index) }
    for i in scratch.hashes.indices.dropFirst()
    where scratch.hashes[i].hash == scratch.hashes[i - 1].hash {
      let (id, feature) = scratch.hashes[i]
      let earlier = scratch.hashes[i - 1].index
      findings.add(
        .idRepeated,
        .init(
          .idRepeated, layer: layer.name, feature: feature,
          offset: layer.featureRanges[feature].lowerBound,
          detail: "id \(id), as feature \(earlier) has it"))
    }
  }

  static func equal(_ bytes: Span<UInt8>, _ a: Range<Int>, _ b: Range<Int>) -> Bool {
    guard a.count == b.count else { return false }
    for i in 0..<a.count where bytes[a.lowerBound + i] != bytes[b.lowerBound + i] { return false }
    return true
  }

  /// FNV-1a, which is enough to bring equal things together.
  static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>, seed: UInt64) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ seed
    for i in range { hash = (hash ^ UInt64(bytes[i])) &* 0x100_0000_01b3 }
    return hash
  }
}
