/// Looks for what rings must not do, exactly, on integers.
///
/// All edges of a feature are compared with those whose boxes meet theirs: O(*n* log *n*) for
/// rings as maps have them. Memory is kept from feature to feature.
struct RingInspector: Sendable {
  private var edges = RingEdges()
  private var boxes = EdgeBoxes()
  private var found: [Int] = []
  private var contacts = RingContactList()

  /// Checks the rings of a polygon feature.
  mutating func inspect(
    _ layer: ScannedLayer, _ feature: Int, _ findings: inout TileFindings
  ) {
    edges.fill(layer, feature)
    func add(_ rule: TileRule, _ place: TileFinding.Place?, _ detail: String) {
      findings.add(
        rule,
        .init(
          rule, layer: layer.name, feature: feature,
          offset: layer.featureRanges[feature].lowerBound, place: place, detail: detail))
    }
    // Products of wider rings do not fit; such coordinates are reported by another rule.
    for edge in 0..<edges.count
    where abs(edges.x[edge]) >= 1 << 29 || abs(edges.y[edge]) >= 1 << 29 { return }

    var roles: [RingRole] = []
    for ring in 0..<edges.ringCount {
      let area = edges.doubledArea(of: ring)
      roles.append(area > 0 ? .exterior : area < 0 ? .hole : .flat)
      let start = start(of: ring)
      if edges.isClosedTwice[ring] { add(.ringClosedTwice, start, "ring \(ring)") }
      if area == 0 { add(.ringFlat, start, "ring \(ring)") }
    }
    if let first = roles.firstIndex(where: { $0 != .flat }), roles[first] == .hole {
      add(.firstRingHole, start(of: first), "ring \(first)")
    }
    findContacts()
    for fault in contacts.ownFaults() {
      add(fault.rule, fault.place, "ring \(fault.ring)")
    }
    guard edges.ringCount > 1 else { return }
    var relations = RingRelations(roles: roles, contacts: contacts)
    for finding in relations.check(edges, &boxes) {
      add(finding.rule, finding.place ?? start(of: finding.ring), finding.detail)
    }
  }

  private func start(of ring: Int) -> TileFinding.Place? {
    guard let edge = edges.edges(of: ring).first else { return nil }
    return .init(x: Double(edges.x[edge]), y: Double(edges.y[edge]))
  }

  private mutating func findContacts() {
    contacts.removeAll()
    guard edges.count > 0 else { return }
    boxes.fill(edges)
    for edge in 0..<edges.count {
      boxes.findLater(than: edge, into: &found)
      for other in found { compare(edge, other) }
    }
  }

  private mutating func compare(_ e: Int, _ f: Int) {
    let (a, b) = edges.ends(e)
    let (c, d) = edges.ends(f)
    let (ringE, ringF) = (edges.ring[e], edges.ring[f])
    guard a != b, c != d else { return }
    if ringE == ringF {
      let isNext = edges.next(e) == f
      let isPrevious = edges.next(f) == e
      if isNext || isPrevious {
        // They share a vertex; anything more is a way back.
        if isNext, turnsBack(a, b, d) { contacts.addOwn(ringE, .spike, b) }
        if isPrevious, turnsBack(c, d, b) { contacts.addOwn(ringE, .spike, d) }
        return
      }
      switch EdgeContact(a, b, c, d) {
      case .none: break
      case .cross(let x, let y): contacts.addOwn(ringE, .cross, x: x, y: y)
      case .touch(let spot): contacts.addOwn(ringE, .touch, spot)
      case .overlap(let spot): contacts.addOwn(ringE, .overlap, spot)
      }
      return
    }
    switch EdgeContact(a, b, c, d) {
    case .none: break
    case .cross(let x, let y): contacts.add(ringE, ringF, isCrossing: true, x: x, y: y)
    case .overlap(let spot):
      contacts.add(ringE, ringF, isCrossing: true, x: Double(spot.x), y: Double(spot.y))
    case .touch(let spot):
      // The end of an edge is the start of the next, which is compared too.
      guard spot != b, spot != d else { return }
      let crosses = passesThrough(spot, e, a, f, c)
      contacts.add(ringE, ringF, isCrossing: crosses, x: Double(spot.x), y: Double(spot.y))
      if !crosses { contacts.addTouch(ringE, ringF, spot) }
    }
  }

  private func turnsBack(_ a: Spot, _ b: Spot, _ c: Spot) -> Bool {
    (b - a) × (c - b) == 0 && (b - a) • (c - b) < 0
  }

  /// Whether the ring of edge `f` goes through that of `e` at `spot`, where both are.
  private func passesThrough(_ spot: Spot, _ e: Int, _ a: Spot, _ f: Int, _ c: Spot) -> Bool {
    let from = directions(spot, e, a)
    let other = directions(spot, f, c)
    let (first, second) = (
      isBetween(from.in, from.out, other.in), isBetween(from.in, from.out, other.out)
    )
    guard let first, let second else { return false }
    return first != second
  }

  /// From a spot on an edge that is not its end: where the ring comes from, where it goes.
  private func directions(_ spot: Spot, _ edge: Int, _ start: Spot) -> (in: Spot, out: Spot) {
    let end = edges.ends(edge).b
    let before = spot == start ? edges.ends(edges.previous(edge)).a : start
    return (before - spot, end - spot)
  }

  /// Whether `q` lies in the open sector that is swept from `p` to `r` the way of growing angle;
  /// `nil` when it lies on one of them.
  private func isBetween(_ p: Spot, _ r: Spot, _ q: Spot) -> Bool? {
    let (pq, qr, pr) = (p × q, q × r, p × r)
    if pq == 0, p • q > 0 { return nil }
    if qr == 0, q • r > 0 { return nil }
    if pr > 0 { return pq > 0 && qr > 0 }
    if pr < 0 { return !(pq < 0 && qr < 0) }
    return p • r < 0 ? pq > 0 : nil
  }
}

/// What a ring is by its area.
enum RingRole: Sendable { case exterior, hole, flat }
