import MapMath
import TileArchive

extension OverlayLedger {
  /// "OTLG" and the version of the form; another one is not read.
  private static let mark: UInt64 = 0x3330_474c_544f

  /// As bytes for a file, numbers little-endian: mark, settings, layer names, entries, notes of tiles,
  /// and a fingerprint of everything before it.
  var bytes: [UInt8] {
    var writer = Writer()
    writer.bytes.reserveCapacity(64 + entries.count * 64)
    writer.append(Self.mark)
    writer.append(settings)
    writer.append(UInt32(layers.count))
    for layer in layers {
      writer.append(UInt32(layer.utf8.count))
      writer.bytes.append(contentsOf: layer.utf8)
    }
    writer.append(UInt32(entries.count))
    for entry in entries {
      writer.append(entry.fingerprint)
      writer.append(entry.drawn)
      writer.bytes += [entry.minZoom, entry.maxZoom, entry.causes, UInt8(entry.boxes.count)]
      for box in entry.boxes {
        // Half the size of doubles, and never smaller than the box.
        writer.append(Self.below(box.minX).bitPattern)
        writer.append(Self.below(box.minY).bitPattern)
        writer.append((-Self.below(-box.maxX)).bitPattern)
        writer.append((-Self.below(-box.maxY)).bitPattern)
      }
    }
    writer.append(UInt32(tiles.count))
    for tile in tiles { writer.append(tile) }
    var check = Fingerprint()
    check.mix(writer.bytes)
    writer.append(check)
    return writer.bytes
  }

  /// Reads what an earlier build left beside its tiles; `nil` when there is nothing, or something
  /// that is not whole or of another version.
  ///
  /// - Parameter path: That build's output.
  init?(beside path: String) throws(ArchiveError) {
    guard let bytes = try Manifest.ledger(beside: path) else { return nil }
    self.init(bytes: bytes)
  }

  /// Reads a file's bytes; `nil` when they are not whole or of another version.
  init?(bytes: [UInt8]) {
    guard bytes.count >= 16 else { return nil }
    var check = Fingerprint()
    check.mix(bytes[..<(bytes.count - 16)])
    var end = Reader(bytes: bytes, place: bytes.count - 16)
    guard end.fingerprint() == check else { return nil }
    var reader = Reader(bytes: bytes, place: 0)
    guard reader.number(UInt64.self) == Self.mark, let settings = reader.fingerprint(),
      let layerCount = reader.number(UInt32.self)
    else { return nil }
    self.settings = settings
    for _ in 0..<layerCount {
      guard let name = reader.text() else { return nil }
      layers.append(name)
    }
    guard let count = reader.number(UInt32.self) else { return nil }
    for _ in 0..<count {
      guard let entry = reader.entry() else { return nil }
      entries.append(entry)
    }
    guard let tileCount = reader.number(UInt32.self) else { return nil }
    for _ in 0..<tileCount {
      guard let tile = reader.tile(), tile.layers.allSatisfy({ $0.layer < layerCount }) else {
        return nil
      }
      tiles.append(tile)
    }
  }

  /// The largest number of single precision that is not above `number`.
  private static func below(_ number: Double) -> Float {
    let near = Float(number)
    return Double(near) > number ? near.nextDown : near
  }

  private struct Writer {
    var bytes: [UInt8] = []

    mutating func append<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ fingerprint: Fingerprint) {
      append(fingerprint.first)
      append(fingerprint.second)
    }

    mutating func append(_ tile: TileNote) {
      append(tile.place)
      append(UInt64(tile.bytes))
      append(UInt32(tile.features))
      append(UInt32(tile.merged))
      append(UInt32(tile.layers.count))
      for layer in tile.layers {
        append(layer.layer)
        append(UInt32(layer.features))
      }
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var place: Int

    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type) -> Number? {
      let size = Number.bitWidth / 8
      guard bytes.count - place >= size else { return nil }
      defer { place += size }
      return Number(
        littleEndian: bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: Number.self))
    }

    mutating func fingerprint() -> Fingerprint? {
      guard let first = number(UInt64.self), let second = number(UInt64.self) else { return nil }
      return Fingerprint(first: first, second: second)
    }

    mutating func text() -> String? {
      guard let count = number(UInt32.self), bytes.count - place >= Int(count) else { return nil }
      defer { place += Int(count) }
      return String(decoding: bytes[place..<place + Int(count)], as: UTF8.self)
    }

    mutating func tile() -> TileNote? {
      guard let place = number(UInt64.self), let tile = TileID(hilbertID: place),
        let size = number(UInt64.self), let bytes = Int(exactly: size),
        let features = number(UInt32.self), let merged = number(UInt32.self),
        let layerCount = number(UInt32.self)
      else { return nil }
      var note = TileNote(
        tile: tile, bytes: bytes, features: Int(features), merged: Int(merged))
      for _ in 0..<layerCount {
        guard let layer = number(UInt32.self), let features = number(UInt32.self) else {
          return nil
        }
        note.layers.append(TileNote.Layer(layer: layer, features: Int(features)))
      }
      return note
    }

    mutating func side() -> Double? {
      number(UInt32.self).map { Double(Float(bitPattern: $0)) }
    }

    mutating func entry() -> Entry? {
      guard let fingerprint = fingerprint(), let drawn = number(UInt32.self),
        let minZoom = number(UInt8.self), let maxZoom = number(UInt8.self),
        let causes = number(UInt8.self), let boxCount = number(UInt8.self)
      else { return nil }
      var boxes: [WorldBounds] = []
      for _ in 0..<boxCount {
        guard let minX = side(), let minY = side(), let maxX = side(), let maxY = side() else {
          return nil
        }
        boxes.append(WorldBounds(minX: minX, minY: minY, maxX: maxX, maxY: maxY))
      }
      return Entry(
        fingerprint: fingerprint, minZoom: minZoom, maxZoom: maxZoom, boxes: boxes, drawn: drawn,
        causes: causes)
    }
  }
}
