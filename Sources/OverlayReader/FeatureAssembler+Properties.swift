internal import CJSONTape
internal import OverlayModel

extension FeatureAssembler {
  /// Reads the id: an unsigned 64-bit integer, however it is written (`5.0` is 5), or any other
  /// number or text as a pooled value.
  mutating func identify(_ node: TapeNode?) -> (id: UInt64?, otherID: Int32) {
    guard let node, node.kind != .null else { return (nil, -1) }
    switch node.kind {
    case .int where Int64(bitPattern: node.bits) >= 0, .uint:
      idText = String(node.bits)
      return (node.bits, -1)
    case .int, .double, .string:
      if node.kind == .double, let id = UInt64(exactly: Double(bitPattern: node.bits)) {
        idText = String(id)
        return (id, -1)
      }
      idText = String(decoding: node.text, as: UTF8.self)
      guard let value = pooled(node) else { return (nil, -1) }
      return (nil, Int32(value))
    default:
      notes.append(
        Fault(
          .memberType, "id", found: node.shown,
          allowed: "allowed is a number or text; the feature has no id"))
      return (nil, -1)
    }
  }

  /// Interns the properties as tags. Returns whether a key of simplestyle is among them.
  mutating func readProperties(_ node: TapeNode?) throws(Fault) -> Bool {
    guard let node, node.kind != .null else { return false }
    guard node.kind == .object else {
      notes.append(
        Fault(
          .memberType, "properties", found: node.shown,
          allowed: "allowed is an object or null; the feature has no properties"))
      return false
    }
    var isStyled = false
    seenKeys.begin()
    let firstTag = batch.tags.count
    for member in node.children {
      if member.keyWord.rawValue >= cjt_word.stroke.rawValue, member.kind != .null {
        isStyled = true
      }
      if member.replaced {
        note(.syntax, member, found: "half a surrogate pair", allowed: "it became U+FFFD")
      }
      let keyText = Span(_unsafeElements: member.key)
      guard member.kind != .null else {
        // Null is absence; its key is not worth a place in the pool.
        if let key = batch.keys.find(keyText), seenKeys.contains(key) {
          noteDuplicate(member)
          removeTag(key, from: firstTag)
        }
        continue
      }
      guard let value = pooled(member) else { continue }
      let key = batch.keys.intern(keyText)
      if seenKeys.insert(key) {
        batch.tags.append(FeatureBatch.Tag(key: key, value: value))
      } else {
        noteDuplicate(member)
        removeTag(key, from: firstTag)
        batch.tags.append(FeatureBatch.Tag(key: key, value: value))
      }
    }
    return isStyled
  }

  private mutating func removeTag(_ key: UInt32, from start: Int) {
    if let index = batch.tags[start...].firstIndex(where: { $0.key == key }) {
      batch.tags.remove(at: index)
    }
  }

  private mutating func noteDuplicate(_ member: TapeNode) {
    note(.duplicateMember, member, found: "it twice", allowed: "the last one counts")
  }

  private mutating func note(
    _ code: Finding.Code, _ member: TapeNode, found: String, allowed: String
  ) {
    let key = TapeNode.clipped(member.key)
    notes.append(Fault(code, "properties.\(key)", found: found, allowed: allowed))
  }

  /// The pooled form of a value; `nil` when it cannot be kept, which is noted.
  private mutating func pooled(_ node: TapeNode) -> UInt32? {
    switch node.kind {
    case .no: return word(AttributeValue.TypeByte.bool, 0, bytes: 1)
    case .yes: return word(AttributeValue.TypeByte.bool, 1, bytes: 1)
    case .int: return word(AttributeValue.TypeByte.int, node.bits, bytes: 8)
    case .uint: return word(AttributeValue.TypeByte.uint, node.bits, bytes: 8)
    case .double:
      // JSON has one kind of number: 5.0 is 5, which takes less room. From 2^53 on a double stands
      // for several integers, and -0.0 for none.
      if let whole = Int64(exactly: node.double), whole.magnitude < 1 << 53,
        node.bits != (-0.0).bitPattern
      {
        return word(AttributeValue.TypeByte.int, UInt64(bitPattern: whole), bytes: 8)
      }
      return word(AttributeValue.TypeByte.double, node.bits, bytes: 8)
    case .string:
      return batch.values.intern(
        Span(_unsafeElements: node.text), after: AttributeValue.TypeByte.string)
    case .rawArray, .rawObject:
      scratch.removeAll(keepingCapacity: true)
      scratch.append(contentsOf: repeatElement(0, count: node.text.count))
      let count = scratch.withUnsafeMutableBufferPointer {
        cjt_compact(node.text.baseAddress, node.text.count, $0.baseAddress)
      }
      let json = scratch
      return batch.values.intern(
        json.span.extracting(..<count), after: AttributeValue.TypeByte.string)
    case .overflow:
      note(
        .propertyRange, node, found: TapeNode.clipped(node.text),
        allowed: "a number beyond 1.8e308 is left out")
      return nil
    case .null, .array, .object, .coordinates: return nil
    }
  }

  private mutating func word(_ type: UInt8, _ bits: UInt64, bytes: Int) -> UInt32 {
    withUnsafeBytes(of: bits.littleEndian) { raw in
      let text = raw.bindMemory(to: UInt8.self)
      return batch.values.intern(
        Span(_unsafeElements: UnsafeBufferPointer(rebasing: text[..<bytes])), after: type)
    }
  }
}

/// Which keys of the pool the feature at hand has; starting anew costs nothing.
struct SeenKeys {
  private var generations: [UInt32] = []
  private var generation: UInt32 = 0

  mutating func begin() {
    generation &+= 1
    if generation == 0 {
      generations.removeAll(keepingCapacity: true)
      generation = 1
    }
  }

  func contains(_ key: UInt32) -> Bool {
    Int(key) < generations.count && generations[Int(key)] == generation
  }

  /// Adds `key`; false when it was there.
  mutating func insert(_ key: UInt32) -> Bool {
    while generations.count <= Int(key) { generations.append(0) }
    defer { generations[Int(key)] = generation }
    return generations[Int(key)] != generation
  }
}
