/// Where rings of a feature meet themselves and each other.
struct RingContactList: Sendable {
  /// How a ring meets itself, the worst last.
  enum Own: Int, Sendable { case touch, overlap, spike, cross }
  /// A fault of one ring.
  struct OwnFault: Sendable {
    var ring: Int
    var rule: TileRule
    var place: TileFinding.Place
  }
  /// Two rings, the lower number first.
  struct Pair: Hashable, Sendable { var a: Int, b: Int }

  private var own: [Int: (kind: Own, place: TileFinding.Place)] = [:]
  /// Whether a pair intersects, and where first.
  private(set) var pairs: [Pair: (isCrossing: Bool, place: TileFinding.Place)] = [:]
  /// Rings that touch, and where.
  private(set) var touches: Set<Touch> = []

  /// A ring that passes a spot where another one is.
  struct Touch: Hashable, Sendable { var ring: Int, spot: Spot }

  mutating func removeAll() {
    own.removeAll(keepingCapacity: true)
    pairs.removeAll(keepingCapacity: true)
    touches.removeAll(keepingCapacity: true)
  }

  mutating func addOwn(_ ring: Int, _ kind: Own, _ spot: Spot) {
    addOwn(ring, kind, x: Double(spot.x), y: Double(spot.y))
  }

  mutating func addOwn(_ ring: Int, _ kind: Own, x: Double, y: Double) {
    if let present = own[ring], present.kind.rawValue >= kind.rawValue { return }
    own[ring] = (kind, .init(x: x, y: y))
  }

  mutating func add(_ a: Int, _ b: Int, isCrossing: Bool, x: Double, y: Double) {
    let pair = Pair(a: min(a, b), b: max(a, b))
    if let present = pairs[pair], present.isCrossing || !isCrossing { return }
    pairs[pair] = (isCrossing, .init(x: x, y: y))
  }

  mutating func addTouch(_ a: Int, _ b: Int, _ spot: Spot) {
    touches.insert(Touch(ring: a, spot: spot))
    touches.insert(Touch(ring: b, spot: spot))
  }

  /// Whether a ring meets itself.
  func isFaulty(_ ring: Int) -> Bool { own[ring] != nil }

  /// The worst fault of each faulty ring, in the order of the rings.
  func ownFaults() -> [OwnFault] {
    own.keys.sorted().compactMap { ring in
      guard let fault = own[ring] else { return nil }
      let rule: TileRule =
        switch fault.kind {
        case .spike, .overlap: .ringSpike
        case .touch: .ringTouchesItself
        case .cross: .ringCrossesItself
        }
      return OwnFault(ring: ring, rule: rule, place: fault.place)
    }
  }
}
