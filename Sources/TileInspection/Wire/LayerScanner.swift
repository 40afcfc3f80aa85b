/// Reads one layer's bytes.
enum LayerScanner {
  /// Reads the layer in `range`, which is empty before.
  static func scan(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into layer: inout ScannedLayer,
    _ scratch: inout LayerScratch, _ findings: inout TileFindings
  ) {
    layer.name = "#\(layer.index)"
    var fields = SingularFields()
    var reader = WireReader(range)
    do throws(WireFault) {
      try scanFields(bytes, &reader, into: &layer, &fields, &findings)
    } catch {
      findings.add(
        .wireBroken,
        .init(
          .wireBroken, layer: layer.name, offset: min(reader.position, range.upperBound),
          detail: error.text))
    }
    judge(fields, layer, &findings)
    if layer.extent == 0 || layer.extent > UInt32.max || fields.extentCount == 0 {
      layer.extent = 4096
    }
    var padded = reader.paddedCount
    for (index, range) in layer.featureRanges.enumerated() {
      padded += FeatureScanner.scan(
        bytes, range, feature: index, into: &layer, &scratch, &findings)
    }
    if padded > 0 {
      findings.add(
        .varintPadded, times: padded,
        .init(.varintPadded, layer: layer.name, offset: range.lowerBound))
    }
  }

  /// What is known of the fields that stand once.
  private struct SingularFields {
    var nameCount = 0, versionCount = 0, extentCount = 0
    var isVersionFirst = false
  }

  private static func scanFields(
    _ bytes: Span<UInt8>, _ reader: inout WireReader, into layer: inout ScannedLayer,
    _ fields: inout SingularFields, _ findings: inout TileFindings
  ) throws(WireFault) {
    let start = reader.position
    while !reader.isAtEnd {
      let at = reader.position
      let (field, kind) = try reader.key(bytes)
      switch (field, kind) {
      case (2, WireReader.Kind.bytes): layer.featureRanges.append(try reader.span(bytes))
      case (3, WireReader.Kind.bytes): layer.keys.append(try reader.span(bytes))
      case (4, WireReader.Kind.bytes):
        let range = try reader.span(bytes)
        layer.values.append(scanValue(bytes, range, layer, &findings))
      case (1, WireReader.Kind.bytes):
        let range = try reader.span(bytes)
        fields.nameCount += 1
        layer.hasName = true
        layer.name = text(bytes, range)
        if !isUTF8(bytes, range) {
          findings.add(
            .textEncoding,
            .init(.textEncoding, layer: layer.name, offset: range.lowerBound, detail: "name"))
        }
      case (15, WireReader.Kind.varint):
        layer.version = try reader.varint(bytes)
        fields.versionCount += 1
        fields.isVersionFirst = at == start
      case (5, WireReader.Kind.varint):
        layer.extent = Int(clamping: try reader.varint(bytes))
        fields.extentCount += 1
      default:
        let rule: TileRule =
          switch field {
          case 1...5, 15: .wireType
          case 16...: .fieldExtension
          default: .fieldUnknown
          }
        findings.add(
          rule,
          .init(rule, layer: layer.name, offset: at, detail: "field \(field), wire type \(kind)"))
        try reader.skip(bytes, kind)
      }
    }
  }

  private static func judge(
    _ fields: SingularFields, _ layer: ScannedLayer, _ findings: inout TileFindings
  ) {
    func add(_ rule: TileRule, _ detail: String = "") {
      findings.add(rule, .init(rule, layer: layer.name, offset: layer.offset, detail: detail))
    }
    let counts = [
      ("name", fields.nameCount), ("version", fields.versionCount), ("extent", fields.extentCount),
    ]
    for (name, count) in counts where count > 1 {
      add(.fieldRepeated, "\(name) stands \(count) times")
    }
    if let version = layer.version {
      if version != 2 { add(.versionUnknown, "version \(version)") }
      if !fields.isVersionFirst { add(.versionLate) }
    } else {
      add(.versionMissing)
    }
    if !layer.hasName {
      add(.nameMissing)
    } else if layer.name.isEmpty {
      add(.nameEmpty)
    }
    if fields.extentCount == 0 {
      add(.extentMissing)
    } else if layer.extent == 0 || layer.extent > UInt32.max {
      add(.extentZero, "extent \(layer.extent)")
    } else if layer.extent > 8192 {
      add(.extentLarge, "extent \(layer.extent)")
    }
    if layer.featureRanges.isEmpty { add(.layerEmpty) }
  }

  private static func scanValue(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ layer: ScannedLayer,
    _ findings: inout TileFindings
  ) -> ScannedLayer.Value {
    let number = layer.values.count
    func add(_ rule: TileRule, _ detail: String) {
      findings.add(
        rule,
        .init(
          rule, layer: layer.name, offset: range.lowerBound, detail: "value \(number): \(detail)"))
    }
    var value = ScannedLayer.Value(kind: nil, payload: range)
    var count = 0
    var reader = WireReader(range)
    do throws(WireFault) {
      while !reader.isAtEnd {
        let (field, kind) = try reader.key(bytes)
        guard let type = UInt8(exactly: field).flatMap(AttributeKind.init) else {
          add(field >= 8 ? .fieldExtension : .fieldUnknown, "field \(field)")
          try reader.skip(bytes, kind)
          continue
        }
        guard kind == type.wireKind else {
          add(.wireType, "field \(field), wire type \(kind)")
          try reader.skip(bytes, kind)
          continue
        }
        value = .init(kind: type, payload: try reader.skip(bytes, kind))
        count += 1
        if type == .string, !isUTF8(bytes, value.payload) { add(.textEncoding, "text") }
      }
    } catch {
      add(.wireBroken, error.text)
    }
    if count != 1 {
      add(.valueFields, count == 0 ? "no type" : "\(count) types")
      value.kind = nil
    }
    return value
  }

  /// The text in `range`; what is no UTF-8 is replaced.
  static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    String(copying: bytes, range)
  }

  /// Whether the bytes of `range` are UTF-8.
  static func isUTF8(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var isPlain = true
    for i in range where bytes[i] >= 0x80 {
      isPlain = false
      break
    }
    if isPlain { return true }
    var copy: [UInt8] = []
    for i in range { copy.append(bytes[i]) }
    return String(validating: copy, as: UTF8.self) != nil
  }
}

extension String {
  /// The text of some bytes; what is no UTF-8 is replaced.
  public init(copying bytes: Span<UInt8>, _ range: Range<Int>) {
    self = bytes.extracting(range).withUnsafeBufferPointer {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension AttributeKind {
  /// The wire type of the schema.
  var wireKind: Int {
    switch self {
    case .string: WireReader.Kind.bytes
    case .float: WireReader.Kind.fixed32
    case .double: WireReader.Kind.fixed64
    case .int, .uint, .sint, .bool: WireReader.Kind.varint
    }
  }
}
