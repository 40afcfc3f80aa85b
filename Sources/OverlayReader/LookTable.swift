internal import CJSONTape
internal import MapMath
internal import OverlayModel

/// Where the look of a feature comes from.
enum LookSource {
  /// Nothing says anything: the defaults of the kind.
  case none
  /// The value of its `overlay` member.
  case overlay(TapeNode)
  /// Its properties, among which are keys of simplestyle.
  case simplestyle(TapeNode)
}

/// The looks of one batch, each parsed once however many features have it.
///
/// Features that come with the same text for `overlay` share an overlay, and so do features with
/// equal simplestyle properties.
struct LookTable: ~Copyable {
  /// An overlay as an index of the batch, and what was altered in it.
  struct Look {
    var index: Int32
    var notes: [Fault] = []
  }

  private enum Origin {
    case none
    case overlay(JSONTree)
    case simplestyle(Simplestyle)
  }

  private struct Entry {
    var origin = Origin.none
    var hints: Result<OverlayHints, Fault> = .success(OverlayHints())
    /// Notes whatever the kind.
    var notes: [Fault] = []
    /// By kind, alone and as part of a GeometryCollection.
    var looks: [Result<Look, Fault>?] = Array(repeating: nil, count: 10)
  }

  private var tape = Tape()
  private var texts = AttributePool()
  private var entries: [Entry] = []
  private var current: Int?
  private var position: LatLng?
  private var scratch: [UInt8] = []

  init() {}

  /// Forgets everything: indices belong to one batch.
  mutating func removeAll() {
    texts = AttributePool()
    entries.removeAll(keepingCapacity: true)
    current = nil
  }

  /// Takes up the look of the next feature.
  mutating func begin(_ source: LookSource) throws(ReaderError) {
    position = nil
    switch source {
    case .none: current = nil
    case .overlay(let node): try beginOverlay(node)
    case .simplestyle(let properties):
      scratch.removeAll(keepingCapacity: true)
      Simplestyle.appendKey(of: properties, to: &scratch)
      let key = scratch
      let index = Int(texts.intern(key.span, after: UInt8(ascii: "s")))
      if index == entries.count {
        entries.append(Entry(origin: .simplestyle(Simplestyle(properties))))
      }
      current = index
    }
  }

  private mutating func beginOverlay(_ node: TapeNode) throws(ReaderError) {
    let index = Int(
      texts.intern(Span(_unsafeElements: node.text), after: UInt8(node.kind.rawValue)))
    if index == entries.count {
      // Only containers are raw text; anything else is no overlay, and its node says what it is.
      var tree = JSONTree(node)
      var hasHalfPair = false
      if node.kind == .rawObject || node.kind == .rawArray,
        try tape.parse(node.text, mode: .plain) == nil,
        let root = tape.root
      {
        tree = JSONTree(root)
        hasHalfPair = root.holdsReplacement
      }
      var entry = Entry(origin: .overlay(tree))
      if hasHalfPair {
        entry.notes.append(
          Fault(
            .syntax, "overlay", found: "half a surrogate pair in a text",
            allowed: "it became U+FFFD"))
      }
      do throws(Fault) {
        entry.hints = .success(try OverlayHints(tree))
      } catch {
        entry.hints = .failure(error)
      }
      entries.append(entry)
    }
    current = index
  }

  /// What the overlay says about its kind.
  func hints() throws(Fault) -> OverlayHints {
    guard let current else { return OverlayHints() }
    return try entries[current].hints.get()
  }

  /// Gives a ground overlay the position that its geometry has.
  mutating func place(at position: LatLng) { self.position = position }

  /// The look for `kind`, which is added to `overlays` where it is new; -1 for the defaults.
  mutating func look(
    for kind: FeatureBatch.Feature.Kind, isCollection: Bool, in overlays: inout [Overlay]
  ) throws(Fault) -> Look {
    guard let current else { return Look(index: -1) }
    let slot = Int(kind.rawValue) * 2 + (isCollection ? 1 : 0)
    if position == nil, let known = entries[current].looks[slot] { return try known.get() }
    let result: Result<Look, Fault>
    do throws(Fault) {
      let parsed: ParsedOverlay
      switch entries[current].origin {
      case .none: return Look(index: -1)
      case .overlay(let tree):
        parsed = try ParsedOverlay(tree, kind: kind, isCollection: isCollection, position: position)
      case .simplestyle(let style): parsed = style.overlay(for: kind)
      }
      result = .success(
        Look(index: Int32(overlays.count), notes: entries[current].notes + parsed.notes))
      overlays.append(parsed.overlay)
    } catch {
      result = .failure(error)
    }
    if position == nil { entries[current].looks[slot] = result }
    return try result.get()
  }
}

/// An overlay, and what was altered while it was read.
struct ParsedOverlay {
  var overlay: Overlay
  var notes: [Fault] = []

  init(_ overlay: Overlay, notes: [Fault] = []) {
    (self.overlay, self.notes) = (overlay, notes)
  }
}
