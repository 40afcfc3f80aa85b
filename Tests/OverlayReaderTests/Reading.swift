import OverlayModel
import OverlayReader

/// All that one input holds, in order.
struct Reading {
  var features: [ReadFeature] = []
  var findings: [Finding] = []
  var document = OverlayDocument()
  var recordCount = 0
  var chunkCount = 0

  /// The feature with this id.
  func feature(_ id: UInt64) -> ReadFeature? { features.first { $0.id == .number(id) } }
}

/// A feature with its numbers looked up, so that features of different batches compare.
struct ReadFeature: Equatable {
  enum ID: Equatable {
    case none
    case number(UInt64)
    case other(AttributeValue)
  }
  struct Position: Equatable {
    var longitude: Double, latitude: Double
    init(_ longitude: Double, _ latitude: Double) {
      (self.longitude, self.latitude) = (longitude, latitude)
    }
  }

  var kind: FeatureBatch.Feature.Kind
  var overlay: Overlay?
  /// Parts, their paths, their positions.
  var parts: [[[Position]]]
  /// Names as bytes and values, in order.
  var tags: [(key: [UInt8], value: AttributeValue?)]
  var id: ID
  var location: SourceLocation

  static func == (a: ReadFeature, b: ReadFeature) -> Bool {
    a.kind == b.kind && a.overlay == b.overlay && a.parts == b.parts && a.id == b.id
      && a.location == b.location && a.tags.map(\.key) == b.tags.map(\.key)
      && a.tags.map(\.value) == b.tags.map(\.value)
  }

  /// The value of the property whose name has these bytes.
  subscript(_ key: String) -> AttributeValue? {
    tags.first { $0.key.elementsEqual(key.utf8) }?.value
  }

  init(_ feature: FeatureBatch.Feature, in batch: FeatureBatch) {
    kind = feature.kind
    overlay = feature.overlay < 0 ? nil : batch.overlays[Int(feature.overlay)]
    func range(_ ends: [Int32], _ index: Int) -> Range<Int> {
      (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    }
    parts = feature.parts.map { part in
      range(batch.partEnds, Int(part)).map { path in
        range(batch.pathEnds, path).map { Position(batch.longitudes[$0], batch.latitudes[$0]) }
      }
    }
    tags = feature.tags.map {
      let tag = batch.tags[Int($0)]
      return (Array(batch.keys[tag.key]), AttributeValue(pooled: batch.values[tag.value]))
    }
    if let number = feature.id {
      id = .number(number)
    } else if feature.otherID >= 0,
      let value = AttributeValue(pooled: batch.values[UInt32(feature.otherID)])
    {
      id = .other(value)
    } else {
      id = .none
    }
    location = feature.location
  }
}

/// Reads a whole file.
func read(
  path: String, chunkBytes: Int = 1 << 20, options: ReaderOptions = ReaderOptions()
) throws(ReaderError) -> Reading {
  var source = try RecordSource(path: path, input: 3, chunkBytes: chunkBytes)
  return try read(&source, options: options)
}

/// Reads all that `source` delivers.
func read(
  _ source: inout RecordSource, options: ReaderOptions = ReaderOptions()
) throws(ReaderError) -> Reading {
  var parser = ChunkParser(options: options)
  var reading = Reading()
  while let chunk = try source.next() {
    let batch = try parser.parse(chunk)
    reading.features += batch.features.map { ReadFeature($0, in: batch) }
    reading.findings += batch.findings
    reading.recordCount += batch.recordCount
    reading.chunkCount += 1
  }
  reading.document = source.document
  return reading
}

/// Reads bytes as if they were a file.
func read(
  bytes: [UInt8], chunkBytes: Int = 1 << 20, options: ReaderOptions = ReaderOptions()
) throws(ReaderError) -> Reading {
  var source = try RecordSource(bytes: bytes, input: 3, chunkBytes: chunkBytes)
  return try read(&source, options: options)
}

/// Reads text as if it were a file.
func read(
  _ text: String, chunkBytes: Int = 1 << 20, options: ReaderOptions = ReaderOptions()
) throws(ReaderError) -> Reading {
  try read(bytes: Array(text.utf8), chunkBytes: chunkBytes, options: options)
}

/// The error that reading `text` ends with.
func readError(of text: String, chunkBytes: Int = 1 << 20) -> ReaderError? {
  do throws(ReaderError) {
    _ = try read(text, chunkBytes: chunkBytes)
    return nil
  } catch { return error }
}

/// A Feature with this geometry and these further members.
func feature(_ geometry: String, _ members: String = "") -> String {
  #"{"type":"Feature","geometry":\#(geometry)\#(members.isEmpty ? "" : ",")\#(members)}"#
}

/// A geometry with these coordinates.
func geometry(_ type: String, _ coordinates: String) -> String {
  #"{"type":"\#(type)","coordinates":\#(coordinates)}"#
}
