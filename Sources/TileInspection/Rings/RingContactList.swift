/// Where rings of a feature meet themselves and each other.
struct RingContactList: Sendable {
  /// How a ring meets itself.
  enum Own: Sendable { case touch, overlap, spike, cross }
  /// A fault of one ring.
  struct OwnFault: Sendable {
    var ring: Int
    var rule: TileRule
    var place: TileFinding.Place
  }
  /// Two rings, the lower number first.
  struct Pair: Hashable, Sendable { var a: Int, b: Int }

  /// Where a ring meets itself first, in each way.
  private struct OwnPlaces: Sendable {
    var cross: TileFinding.Place?
    var spike: TileFinding.Place?
    var touch: TileFinding.Place?
  }

  private var own: [Int: OwnPlaces] = [:]
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
    var places = own[ring] ?? OwnPlaces()
    let place = TileFinding.Place(x: x, y: y)
    switch kind {
    case .cross: places.cross = places.cross ?? place
    case .spike, .overlap: places.spike = places.spike ?? place
    case .touch: places.touch = places.touch ?? place
    }
    own[ring] = places
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

  /// The faults of all rings, in their order. Where a ring crosses itself or runs back it touches
  /// itself too, which is not said again.
  func ownFaults() -> [OwnFault] {
    own.keys.sorted().flatMap { ring -> [OwnFault] in
      guard let places = own[ring] else { return [] }
      let grave = [(TileRule.ringCrossesItself, places.cross), (.ringSpike, places.spike)]
        .compactMap { rule, place in place.map { OwnFault(ring: ring, rule: rule, place: $0) } }
      guard grave.isEmpty, let touch = places.touch else { return grave }
      return [OwnFault(ring: ring, rule: .ringTouchesItself, place: touch)]
    }
  }
}
