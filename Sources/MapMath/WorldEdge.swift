/// The northern and southern sides of the map, and how far beyond them closing lines run.
public enum WorldEdge {
  /// How far outside the map an area that reaches its side is closed, world units. A clip at the
  /// map's side, with any usual buffer, cuts the closing line off.
  public static let outside = 0.1
  /// The world y of closing lines in the north.
  public static let north = -outside
  /// The world y of closing lines in the south.
  public static let south = 1 + outside
}
