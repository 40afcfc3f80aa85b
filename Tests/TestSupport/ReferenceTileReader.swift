/// Reads vector tiles back, independently of the module that writes them, and refuses each tile
/// that breaks a rule of the format which shows without comparing rings.
///
/// - SeeAlso: Vector Tile Specification 2.1; Protocol Buffers, Encoding.
public enum ReferenceTileReader {
  /// Reads a tile, not gzipped.
  public static func read(_ bytes: [UInt8]) throws(ReferenceTileError) -> ReferenceTile {
    var tile = ReferenceTile(layers: [])
    for field in try fields(bytes[...], "tile") {
      guard field.number == 3 else { throw ReferenceTileError("tile: field \(field.number)") }
      let layer = try layer(field.bytes("tile"))
      guard tile.layers.allSatisfy({ Array($0.name.utf8) != Array(layer.name.utf8) }) else {
        throw ReferenceTileError("two layers are named \(layer.name)")
      }
      tile.layers.append(layer)
    }
    return tile
  }

  // MARK: Layers

  private static func layer(
    _ bytes: ArraySlice<UInt8>
  ) throws(ReferenceTileError) -> ReferenceTile.Layer {
    var layer = ReferenceTile.Layer()
    var bodies: [ArraySlice<UInt8>] = []
    var met: Set<Int> = []
    for field in try fields(bytes, "layer") {
      if layer.fieldOrder.last != field.number { layer.fieldOrder.append(field.number) }
      met.insert(field.number)
      switch field.number {
      case 15: layer.version = UInt32(truncatingIfNeeded: try field.number("version"))
      case 1: layer.name = try text(field.bytes("name"))
      case 2: bodies.append(try field.bytes("feature"))
      case 3: layer.keys.append(try text(field.bytes("key")))
      case 4: layer.values.append(try value(field.bytes("value")))
      case 5: layer.extent = UInt32(truncatingIfNeeded: try field.number("extent"))
      default: throw ReferenceTileError("layer: field \(field.number)")
      }
    }
    let name = layer.name
    guard met.isSuperset(of: [15, 1, 5]) else {
      throw ReferenceTileError("layer \(name): version, name or extent is missing")
    }
    guard layer.version == 2 else { throw ReferenceTileError("version \(layer.version)") }
    guard layer.fieldOrder.first == 15 else {
      throw ReferenceTileError("layer \(name): the version is not first")
    }
    guard layer.extent > 0 else { throw ReferenceTileError("layer \(name): extent 0") }
    guard !bodies.isEmpty else { throw ReferenceTileError("layer \(name) is empty") }
    guard Set(layer.keys.map { Array($0.utf8) }).count == layer.keys.count else {
      throw ReferenceTileError("layer \(name): a key is there twice")
    }
    guard Set(layer.values).count == layer.values.count else {
      throw ReferenceTileError("layer \(name): a value is there twice")
    }
    for (index, body) in bodies.enumerated() {
      do {
        layer.features.append(try feature(body, in: layer))
      } catch {
        throw ReferenceTileError("layer \(name), feature \(index): \(error)")
      }
    }
    let used = Set(layer.features.flatMap(\.tags).enumerated().map { [$0 % 2, Int($1)] })
    guard used.count == layer.keys.count + layer.values.count else {
      throw ReferenceTileError("layer \(name): a key or value is not used")
    }
    return layer
  }

  private static func value(
    _ bytes: ArraySlice<UInt8>
  ) throws(ReferenceTileError) -> ReferenceTile.Value {
    let fields = try fields(bytes, "value")
    guard fields.count == 1, let field = fields.first else {
      throw ReferenceTileError("a value has \(fields.count) fields")
    }
    switch field.number {
    case 1: return .string(try text(field.bytes("string")))
    case 2: return .float(Float(bitPattern: UInt32(try field.fixed(width: 4))))
    case 3: return .double(Double(bitPattern: try field.fixed(width: 8)))
    case 4: return .int(Int64(bitPattern: try field.number("int")))
    case 5: return .uint(try field.number("uint"))
    case 6:
      let raw = try field.number("sint")
      return .sint(Int64(bitPattern: raw >> 1) ^ -Int64(raw & 1))
    case 7:
      let raw = try field.number("bool")
      guard raw <= 1 else { throw ReferenceTileError("bool \(raw)") }
      return .bool(raw == 1)
    default: throw ReferenceTileError("value: field \(field.number)")
    }
  }

  // MARK: Features

  private static func feature(
    _ bytes: ArraySlice<UInt8>, in layer: ReferenceTile.Layer
  ) throws(ReferenceTileError) -> ReferenceTile.Feature {
    var feature = ReferenceTile.Feature()
    for field in try fields(bytes, "feature") {
      guard !feature.fieldOrder.contains(field.number) else {
        throw ReferenceTileError("field \(field.number) comes twice")
      }
      feature.fieldOrder.append(field.number)
      switch field.number {
      case 1: feature.id = try field.number("id")
      case 2: feature.tags = try packed(field.bytes("tags"))
      case 3: feature.type = UInt32(truncatingIfNeeded: try field.number("type"))
      case 4: feature.geometry = try packed(field.bytes("geometry"))
      default: throw ReferenceTileError("field \(field.number)")
      }
    }
    guard feature.tags.count.isMultiple(of: 2) else { throw ReferenceTileError("odd tags") }
    for index in stride(from: 0, to: feature.tags.count, by: 2) {
      let key = Int(feature.tags[index]), value = Int(feature.tags[index + 1])
      guard key < layer.keys.count, value < layer.values.count else {
        throw ReferenceTileError("tag \(key): \(value) is out of range")
      }
      guard feature.properties.updateValue(layer.values[value], forKey: layer.keys[key]) == nil
      else { throw ReferenceTileError("key \(layer.keys[key]) comes twice") }
    }
    feature.parts = try ReferenceGeometry.parts(feature.geometry, type: feature.type)
    return feature
  }

  // MARK: Wire format

  private struct Field {
    var number: Int
    var wireType: UInt64
    var varint: UInt64 = 0
    var content: ArraySlice<UInt8> = []

    func bytes(_ what: String) throws(ReferenceTileError) -> ArraySlice<UInt8> {
      guard wireType == 2 else { throw ReferenceTileError("\(what): wire type \(wireType)") }
      return content
    }

    func number(_ what: String) throws(ReferenceTileError) -> UInt64 {
      guard wireType == 0 else { throw ReferenceTileError("\(what): wire type \(wireType)") }
      return varint
    }

    func fixed(width: Int) throws(ReferenceTileError) -> UInt64 {
      guard (wireType == 1 && width == 8) || (wireType == 5 && width == 4) else {
        throw ReferenceTileError("number of \(width) bytes: wire type \(wireType)")
      }
      return content.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  private static func fields(
    _ bytes: ArraySlice<UInt8>, _ what: String
  ) throws(ReferenceTileError) -> [Field] {
    var rest = bytes
    var fields: [Field] = []
    func take(_ count: UInt64) throws(ReferenceTileError) -> ArraySlice<UInt8> {
      guard count <= UInt64(rest.count) else { throw ReferenceTileError("\(what) is cut short") }
      defer { rest = rest.dropFirst(Int(count)) }
      return rest.prefix(Int(count))
    }
    while !rest.isEmpty {
      let key = try varint(&rest)
      var field = Field(number: Int(key >> 3), wireType: key & 7)
      switch field.wireType {
      case 0: field.varint = try varint(&rest)
      case 1: field.content = try take(8)
      case 2: field.content = try take(try varint(&rest))
      case 5: field.content = try take(4)
      default: throw ReferenceTileError("\(what): wire type \(field.wireType)")
      }
      fields.append(field)
    }
    return fields
  }

  private static func varint(_ rest: inout ArraySlice<UInt8>) throws(ReferenceTileError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = rest.popFirst() {
      guard shift < 63 || byte <= 1 else { throw ReferenceTileError("a varint is too long") }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 {
        // The shortest form is the only one that all readers compare equal.
        guard byte != 0 || shift == 0 else { throw ReferenceTileError("a varint ends in 0") }
        return value
      }
      shift += 7
    }
    throw ReferenceTileError("a varint is cut short")
  }

  private static func packed(
    _ bytes: ArraySlice<UInt8>
  ) throws(ReferenceTileError) -> [UInt32] {
    var rest = bytes
    var numbers: [UInt32] = []
    while !rest.isEmpty {
      guard let number = UInt32(exactly: try varint(&rest)) else {
        throw ReferenceTileError("a number has more than 32 bits")
      }
      numbers.append(number)
    }
    return numbers
  }

  private static func text(
    _ bytes: ArraySlice<UInt8>
  ) throws(ReferenceTileError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ReferenceTileError("not UTF-8")
    }
    return text
  }
}
