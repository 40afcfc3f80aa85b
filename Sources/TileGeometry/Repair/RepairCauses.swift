/// What was wrong with a polygon that had to be repaired.
public struct RepairCauses: OptionSet, Sendable, Hashable {
  /// One bit for each cause.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Repeated vertices, spikes, or rings without area were dropped.
  public static let degenerate = RepairCauses(rawValue: 1)
  /// A ring crosses itself.
  public static let selfCrossing = RepairCauses(rawValue: 2)
  /// A ring meets itself at a vertex or along an edge.
  public static let selfTouch = RepairCauses(rawValue: 4)
  /// Two rings cross.
  public static let ringCrossing = RepairCauses(rawValue: 8)
  /// Two rings, or two halves of a hole that met itself, meet at a vertex or along an edge.
  public static let ringTouch = RepairCauses(rawValue: 16)
  /// A hole lies outside the exterior or inside another hole.
  public static let misplacedHole = RepairCauses(rawValue: 32)
  /// The rings cross so often that only a coarse likeness of them was kept.
  public static let tangled = RepairCauses(rawValue: 64)
  /// The rings enclose nothing. ``RingRepairer`` says so by its outcome; whoever collects what was
  /// wrong with polygons says it by this.
  public static let emptied = RepairCauses(rawValue: 128)
}
