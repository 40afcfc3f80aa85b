extension TileID {
  /// The four tiles below this one in the order in which the Hilbert curve passes them.
  public var childrenInHilbertOrder: [TileID] {
    [(0, 0), (1, 0), (0, 1), (1, 1)]
      .compactMap { TileID(z: z + 1, x: 2 * x + $0.0, y: 2 * y + $0.1) }
      .sorted { $0.hilbertID < $1.hilbertID }
  }
}
