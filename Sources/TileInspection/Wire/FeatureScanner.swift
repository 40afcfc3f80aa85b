/// Reads one feature's bytes.
enum FeatureScanner {
  /// Appends the feature in `range` to `layer`; returns how many of its numbers have needless bytes.
  static func scan(
    _ bytes: Span<UInt8>, _ range: Range<Int>, feature: Int, into layer: inout ScannedLayer,
    _ scratch: inout LayerScratch, _ findings: inout TileFindings
  ) -> Int {
    scratch.commands.removeAll(keepingCapacity: true)
    scratch.tags.removeAll(keepingCapacity: true)
    var fields = Fields()
    var reader = WireReader(range)
    var padded = 0
    var isWhole = true
    do throws(WireFault) {
      try scanFields(bytes, &reader, &fields, &scratch, &padded)
    } catch {
      isWhole = false
      findings.add(
        .wireBroken,
        .init(
          .wireBroken, layer: layer.name, feature: feature,
          offset: min(reader.position, range.upperBound), detail: error.text))
    }
    layer.ids.append(fields.id ?? 0)
    layer.hasID.append(fields.id != nil)
    layer.kinds.append(kind(fields.type))
    for tag in scratch.tags { layer.tags.append(Int(clamping: tag)) }
    layer.tagEnds.append(layer.tags.count)
    judge(fields, layer, feature, range.lowerBound, &findings)
    if isWhole, fields.geometryCount > 0 {
      let broken = CommandReader.read(
        scratch.commands.span, layer.kinds[feature], into: &layer)
      if let broken {
        findings.add(
          broken.rule,
          .init(
            broken.rule, layer: layer.name, feature: feature, offset: range.lowerBound,
            detail: broken.detail))
      }
    }
    layer.featurePartEnds.append(layer.partEnds.count)
    return padded + reader.paddedCount
  }

  private struct Fields {
    var id: UInt64?
    var type: UInt64?
    var idCount = 0, typeCount = 0, geometryCount = 0, tagCount = 0
    var unpackedCount = 0
    /// Fields that do not belong there: number, wire type, place.
    var strange: [(field: Int, kind: Int, offset: Int)] = []
  }

  private static func kind(_ type: UInt64?) -> ScannedLayer.Kind {
    guard let type else { return .missing }
    return type <= 3 ? ScannedLayer.Kind(rawValue: UInt8(type)) ?? .unknown : .unknown
  }

  private static func scanFields(
    _ bytes: Span<UInt8>, _ reader: inout WireReader, _ fields: inout Fields,
    _ scratch: inout LayerScratch, _ padded: inout Int
  ) throws(WireFault) {
    while !reader.isAtEnd {
      let at = reader.position
      let (field, kind) = try reader.key(bytes)
      switch (field, kind) {
      case (4, WireReader.Kind.bytes):
        fields.geometryCount += 1
        try unpack(bytes, try reader.span(bytes), into: &scratch.commands, &padded)
      case (2, WireReader.Kind.bytes):
        fields.tagCount += 1
        try unpack(bytes, try reader.span(bytes), into: &scratch.tags, &padded)
      case (1, WireReader.Kind.varint):
        fields.id = try reader.varint(bytes)
        fields.idCount += 1
      case (3, WireReader.Kind.varint):
        fields.type = try reader.varint(bytes)
        fields.typeCount += 1
      case (2, WireReader.Kind.varint), (4, WireReader.Kind.varint):
        let value = try reader.varint(bytes)
        if field == 2 { scratch.tags.append(value) } else { scratch.commands.append(value) }
        if field == 4 { fields.geometryCount = max(fields.geometryCount, 1) }
        fields.unpackedCount += 1
      default:
        fields.strange.append((field, kind, at))
        try reader.skip(bytes, kind)
      }
    }
  }

  private static func unpack(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into numbers: inout [UInt64], _ padded: inout Int
  ) throws(WireFault) {
    var reader = WireReader(range)
    while !reader.isAtEnd { numbers.append(try reader.varint(bytes)) }
    padded += reader.paddedCount
  }

  private static func judge(
    _ fields: Fields, _ layer: ScannedLayer, _ feature: Int, _ offset: Int,
    _ findings: inout TileFindings
  ) {
    func add(_ rule: TileRule, _ detail: String = "", at place: Int? = nil) {
      findings.add(
        rule,
        .init(rule, layer: layer.name, feature: feature, offset: place ?? offset, detail: detail))
    }
    for (field, kind, place) in fields.strange {
      add(
        field <= 4 ? .wireType : .fieldUnknown, "field \(field), wire type \(kind)", at: place)
    }
    let counts = [
      ("id", fields.idCount), ("type", fields.typeCount), ("geometry", fields.geometryCount),
    ]
    for (name, count) in counts where count > 1 {
      add(.fieldRepeated, "\(name) stands \(count) times")
    }
    if fields.unpackedCount > 0 || fields.tagCount > 1 { add(.notPacked) }
    switch fields.type {
    case nil: add(.typeMissing)
    case 0?: add(.typeUnknown)
    case let type? where type > 3: add(.typeRange, "type \(type)")
    default: break
    }
    if fields.geometryCount == 0 { add(.geometryMissing) }
  }
}
