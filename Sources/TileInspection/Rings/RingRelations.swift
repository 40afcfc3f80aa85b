/// How the rings of a feature lie to each other: holes in exteriors, polygons beside polygons.
struct RingRelations {
  /// A rule that two rings break together.
  struct Fault {
    var rule: TileRule
    /// The ring that is where it must not be.
    var ring: Int
    var place: TileFinding.Place?
    var detail: String
  }

  private let roles: [RingRole]
  private let contacts: RingContactList
  /// The exterior that a ring belongs to: itself, or the last one before a hole.
  private let owners: [Int?]

  init(roles: [RingRole], contacts: RingContactList) {
    self.roles = roles
    self.contacts = contacts
    var owner: Int?
    var owners: [Int?] = []
    for (ring, role) in roles.enumerated() {
      if role == .exterior { owner = ring }
      owners.append(role == .flat ? nil : owner)
    }
    self.owners = owners
  }

  /// All faults, in the order of the rings. Rings that meet themselves have been reported and are
  /// left out.
  mutating func check(_ edges: RingEdges, _ boxes: inout EdgeBoxes) -> [Fault] {
    var faults = pairFaults()
    faults += nestingFaults(edges, &boxes)
    return faults.sorted { ($0.ring, $0.rule.rawValue) < ($1.ring, $1.rule.rawValue) }
  }

  private func isUsable(_ ring: Int) -> Bool {
    roles[ring] != .flat && owners[ring] != nil && !contacts.isFaulty(ring)
  }

  private func pairFaults() -> [Fault] {
    var faults: [Fault] = []
    var touching: [Int: Int] = [:]
    for (pair, contact) in contacts.pairs where isUsable(pair.a) && isUsable(pair.b) {
      let isOnePolygon = owners[pair.a] == owners[pair.b]
      let detail = "rings \(pair.a) and \(pair.b)"
      switch (isOnePolygon, contact.isCrossing) {
      case (true, true):
        faults.append(
          Fault(rule: .ringsCross, ring: pair.b, place: contact.place, detail: detail))
      case (true, false):
        faults.append(
          Fault(rule: .ringsTouch, ring: pair.b, place: contact.place, detail: detail))
        if let owner = owners[pair.a] { touching[owner, default: 0] += 1 }
      case (false, true):
        faults.append(
          Fault(rule: .polygonsOverlap, ring: pair.b, place: contact.place, detail: detail))
      case (false, false): break
      }
    }
    for (owner, count) in touching where count > 0 && splitsInterior(owner) {
      faults.append(
        Fault(rule: .interiorSplit, ring: owner, place: nil, detail: "polygon of ring \(owner)"))
    }
    return faults
  }

  /// Rings and the spots where they touch make a graph; a cycle of it cuts the interior.
  private func splitsInterior(_ owner: Int) -> Bool {
    var groups = Groups()
    var spots: [Spot: Int] = [:]
    for touch in contacts.touches where owners[touch.ring] == owner && isUsable(touch.ring) {
      let spot = spots[touch.spot] ?? -1 - spots.count
      spots[touch.spot] = spot
      if !groups.join(touch.ring, spot) { return true }
    }
    return false
  }

  private func nestingFaults(_ edges: RingEdges, _ boxes: inout EdgeBoxes) -> [Fault] {
    var faults: [Fault] = []
    var found: [Int] = []
    for ring in roles.indices where isUsable(ring) {
      guard let around = surroundings(of: ring, edges, &boxes, &found) else { continue }
      func crosses(_ other: Int) -> Bool {
        contacts.pairs[.init(a: min(ring, other), b: max(ring, other))]?.isCrossing == true
      }
      guard let owner = owners[ring] else { continue }
      if roles[ring] == .hole {
        if isUsable(owner), !around.contains(owner), !crosses(owner) {
          faults.append(
            Fault(
              rule: .holeOutside, ring: ring, place: nil,
              detail: "ring \(ring) is not inside ring \(owner)"))
        }
        for other in around.sorted()
        where roles[other] == .hole && owners[other] == owner && !crosses(other) {
          faults.append(
            Fault(
              rule: .holeInHole, ring: ring, place: nil, detail: "ring \(ring) in ring \(other)"))
        }
      } else {
        // Inside another polygon: in its exterior, and in none of its holes.
        for other in around.sorted() where roles[other] == .exterior && !crosses(other) {
          let isInHole = around.contains { roles[$0] == .hole && owners[$0] == other }
          guard !isInHole else { continue }
          faults.append(
            Fault(
              rule: .exteriorNested, ring: ring, place: nil,
              detail: "ring \(ring) in the polygon of ring \(other)"))
        }
      }
    }
    return faults
  }

  /// The usable rings around `ring`, by one of its vertices that lies on no other ring; `nil` when
  /// there is none.
  private func surroundings(
    of ring: Int, _ edges: RingEdges, _ boxes: inout EdgeBoxes, _ found: inout [Int]
  ) -> Set<Int>? {
    for edge in edges.edges(of: ring) {
      let spot = Spot(x: edges.x[edge], y: edges.y[edge])
      boxes.findEast(ofX: spot.x, y: spot.y, into: &found)
      var inside: Set<Int> = []
      var isOnRing = false
      for other in found where edges.ring[other] != ring && isUsable(edges.ring[other]) {
        let (a, b) = edges.ends(other)
        let side = (b - a) × (spot - a)
        let (low, high) = (min(a.y, b.y), max(a.y, b.y))
        if side == 0, low <= spot.y, spot.y <= high, min(a.x, b.x) <= spot.x,
          spot.x <= max(a.x, b.x)
        {
          isOnRing = true
          break
        }
        guard (a.y > spot.y) != (b.y > spot.y) else { continue }
        // The edge passes east of the spot when the spot is on its left going down the map.
        guard (b.y > a.y) == (side > 0) else { continue }
        let owner = edges.ring[other]
        if inside.remove(owner) == nil { inside.insert(owner) }
      }
      if !isOnRing { return inside }
    }
    return nil
  }
}

/// Sets of numbers that are joined two by two.
private struct Groups {
  private var parents: [Int: Int] = [:]

  /// Joins the groups of two members; `false` when they were one already.
  mutating func join(_ a: Int, _ b: Int) -> Bool {
    let (rootA, rootB) = (root(a), root(b))
    guard rootA != rootB else { return false }
    parents[rootA] = rootB
    return true
  }

  private mutating func root(_ member: Int) -> Int {
    var root = member
    while let parent = parents[root] { root = parent }
    var next = member
    while let parent = parents[next], parent != root {
      parents[next] = root
      next = parent
    }
    return root
  }
}
