import OverlayModel

/// The source layers of a build, in drawing order, and which rows go into which.
struct LayerNaming: Sendable {
  var list: [FeatureTable.Layer] = []
  private var numbers: [Key: Int] = [:]

  private struct Key: Hashable {
    var input: Int
    var role: LayerRole
    var isMain: Bool
  }

  /// The layer of rows of `input` with `role`.
  private func number(input: Int, role: LayerRole, isMain: Bool) -> Int? {
    numbers[Key(input: input, role: role, isMain: isMain)]
  }
}

/// Some of the kinds of rows that an input may have.
struct RowKinds: Sendable {
  private var bits = 0 as UInt32

  /// Every kind.
  static let all = RowKinds(bits: .max)
  /// None.
  init() {}
  private init(bits: UInt32) { self.bits = bits }

  private static func bit(_ role: LayerRole, _ isMain: Bool) -> UInt32 {
    1 << (UInt32(role.rawValue) << 1 | (isMain ? 1 : 0))
  }

  func contains(_ role: LayerRole, isMain: Bool) -> Bool { bits & Self.bit(role, isMain) != 0 }

  func isDisjoint(with other: RowKinds) -> Bool { bits & other.bits == 0 }

  mutating func formUnion(_ other: RowKinds) { bits |= other.bits }

  mutating func insert(_ role: LayerRole, isMain: Bool) { bits |= Self.bit(role, isMain) }
}

extension LayerNaming {
  /// The rows of `input` that go into `layer`.
  func kinds(ofInput input: Int, inLayer layer: Int) -> RowKinds {
    var kinds = RowKinds()
    for role in LayerRole.allCases {
      for isMain in [false, true]
      where number(input: input, role: role, isMain: isMain) == layer {
        kinds.insert(role, isMain: isMain)
      }
    }
    return kinds
  }
}

extension FeatureTableBuilder {
  /// Finds the names that `chunks` need.
  func naming(of chunks: [FlattenedChunk]) -> OverlayNaming {
    OverlayNaming(names: chunks.attributeNames, layers: nameLayers(chunks))
  }

  /// Finds the layers that `chunks` need.
  ///
  /// An input with a name of its own puts main geometries in the layer of that name and outlines,
  /// stamps and dots in NAME-stroke, NAME-stamp and NAME-dot.
  private func nameLayers(_ chunks: [FlattenedChunk]) -> LayerNaming {
    var roles: [LayerNaming.Seen] = []
    for chunk in chunks {
      for row in chunk.rows {
        let seen = LayerNaming.Seen(input: chunk.input, role: row.role, isMain: row.isMain)
        if roles.last != seen && !roles.contains(seen) { roles.append(seen) }
      }
      for seen in chunk.shelved?.roles ?? [] where !roles.contains(seen) { roles.append(seen) }
    }
    return LayerNaming(roles.sorted { ($0.role, $0.input) < ($1.role, $1.input) }) { seen in
      guard let name = layerNames[seen.input] else { return seen.role.defaultName }
      return seen.isMain ? name : name + "-" + seen.role.defaultName
    }
  }
}

extension LayerNaming {
  /// A combination that occurs.
  struct Seen: Equatable, Sendable {
    var input: Int
    var role: LayerRole
    var isMain: Bool
  }

  /// Numbers layers in the order of `seen`; combinations of one name (by its bytes) share a layer.
  init(_ seen: [Seen], name: (Seen) -> String) {
    var byName: [[UInt8]: Int] = [:]
    for combination in seen {
      let name = name(combination)
      let bytes = Array(name.utf8)
      let number = byName[bytes] ?? list.count
      if number == list.count {
        list.append(FeatureTable.Layer(name: name, roles: []))
        byName[bytes] = number
      }
      if !list[number].roles.contains(combination.role) {
        list[number].roles.append(combination.role)
      }
      let key = Key(input: combination.input, role: combination.role, isMain: combination.isMain)
      numbers[key] = number
    }
  }
}
