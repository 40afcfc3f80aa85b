internal import CJSONTape

/// A parser of single JSON values, and what it made of the last one.
///
/// Nodes and what they point to live until the next ``parse(_:mode:)``, and no longer than the
/// text that was parsed.
struct Tape: ~Copyable {
  private let parser: OpaquePointer?

  init() { parser = cjt_create() }

  deinit { if let parser { cjt_destroy(parser) } }

  /// Parses `text`, behind which `cjt_padding` more bytes must be readable.
  ///
  /// Returns the fault that the text has, or `nil`.
  mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>, mode: cjt_mode
  ) throws(ReaderError) -> cjt_fault? {
    guard let parser else { throw .outOfMemory }
    let fault = cjt_parse(parser, text.baseAddress, text.count, mode)
    return fault.problem == .none ? nil : fault
  }

  /// The value that was parsed.
  var root: TapeNode? { parser.flatMap(cjt_nodes).map { TapeNode(nodes: $0, index: 0) } }

  /// The coordinates that `node` stands for.
  func coordinates(of node: TapeNode) -> TapeCoordinates? {
    guard let parser, node.kind == .coordinates,
      let found = cjt_coordinates_at(parser, node.bits)
    else { return nil }
    let shape = found.pointee
    func marks(_ level: Int, _ range: cjt_range) -> UnsafeBufferPointer<UInt32> {
      UnsafeBufferPointer(
        start: cjt_marks(parser, level).map { $0 + range.start }, count: range.end - range.start)
    }
    let count = shape.positions.end - shape.positions.start
    return TapeCoordinates(
      depth: Int(shape.depth), beyondPoles: Int(shape.beyond_poles), flaw: shape.flaw,
      flawRange: Int(shape.flaw_offset)..<Int(shape.flaw_offset) + Int(shape.flaw_length),
      longitudes: UnsafeBufferPointer(
        start: cjt_longitudes(parser).map { $0 + shape.positions.start }, count: count),
      latitudes: UnsafeBufferPointer(
        start: cjt_latitudes(parser).map { $0 + shape.positions.start }, count: count),
      marks: (
        marks(0, shape.marks.0), marks(1, shape.marks.1), marks(2, shape.marks.2)
      ))
  }
}

/// Positions and how they are nested; see `cjt_coordinates`.
struct TapeCoordinates {
  var depth: Int
  /// Latitudes a trifle beyond a pole, which were taken for the pole.
  var beyondPoles: Int
  var flaw: cjt_flaw
  var flawRange: Range<Int>
  var longitudes: UnsafeBufferPointer<Double>
  var latitudes: UnsafeBufferPointer<Double>
  var marks: (UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>)
}

/// One value on a ``Tape``.
struct TapeNode {
  let nodes: UnsafePointer<cjt_node>
  let index: Int

  var kind: cjt_kind { nodes[index].kind }
  var bits: UInt64 { nodes[index].bits }
  var keyWord: cjt_word { nodes[index].key_word }
  var word: cjt_word { nodes[index].word }
  var offset: Int { Int(nodes[index].offset) }
  var replaced: Bool { nodes[index].replaced }
  var key: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: nodes[index].key, count: Int(nodes[index].key_length))
  }
  var text: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: nodes[index].text, count: Int(nodes[index].text_length))
  }
  var double: Double { Double(bitPattern: bits) }

  /// The members or elements.
  var children: Children {
    let hasChildren = kind == .array || kind == .object
    return Children(
      nodes: nodes, index: index + 1, end: hasChildren ? Int(nodes[index].next) : index + 1)
  }

  /// Whether half a surrogate pair was replaced in the value or anywhere inside it.
  var holdsReplacement: Bool {
    (index..<max(Int(nodes[index].next), index + 1)).contains { nodes[$0].replaced }
  }

  /// Walks over siblings.
  struct Children: Sequence, IteratorProtocol {
    let nodes: UnsafePointer<cjt_node>
    var index: Int
    let end: Int

    mutating func next() -> TapeNode? {
      guard index < end else { return nil }
      defer { index = Int(nodes[index].next) }
      return TapeNode(nodes: nodes, index: index)
    }
  }

  /// The value in words, as findings show it.
  var shown: String {
    switch kind {
    case .null: "null"
    case .no: "false"
    case .yes: "true"
    case .int, .uint, .double, .overflow: Self.clipped(text)
    case .string: "\"\(Self.clipped(text))\""
    case .array, .rawArray, .coordinates: "an array"
    case .object, .rawObject: "an object"
    }
  }

  /// At most 40 bytes of `text`.
  static func clipped(_ text: UnsafeBufferPointer<UInt8>) -> String {
    guard text.count > 40 else { return String(decoding: text, as: UTF8.self) }
    var end = 37
    while end > 0, text[end] & 0xc0 == 0x80 { end -= 1 }
    return String(decoding: text[..<end], as: UTF8.self) + "..."
  }
}
