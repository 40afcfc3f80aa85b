#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The edges of rings, turned so that the long ones lie level, in a tree of their own.
///
/// The boxes of long slanted edges side by side, as in a comb, all meet each other. Turned, they
/// are as thin as the edges, and a search by boxes finds just those that come close. Owns scratch
/// memory.
struct TurnedEdges {
  private var chains = RingChains()
  private var tree = EdgeTree()

  /// Shows `visitor` every pair of edges of `original` that may meet; see
  /// ``EdgeTree/visitPairs(of:_:limit:)``.
  mutating func visitPairs<Visitor: EdgePairVisitor>(
    of original: borrowing RingChains, _ visitor: inout Visitor, limit: Int = .max
  ) -> Bool {
    let (dx, dy) = original.mainDirection
    chains.turn(like: original, dx: dx, dy: dy)
    tree.build(chains)
    var through = Through(visitor: visitor, original: copy original)
    let isDone = tree.visitPairs(of: chains, &through, limit: limit)
    visitor = through.visitor
    return isDone
  }

  /// Shows a visitor the edges as they were.
  private struct Through<Visitor: EdgePairVisitor>: EdgePairVisitor {
    var visitor: Visitor
    let original: RingChains

    mutating func visit(_ first: Int, _ second: Int, of chains: borrowing RingChains) -> Bool {
      visitor.visit(first, second, of: original)
    }
  }
}

extension RingChains {
  /// Length of a direction: fine enough for edges as long as a tile's side.
  private static let directionLength = 4096.0

  /// The direction in which edges run, the long ones most of all.
  fileprivate var mainDirection: (dx: Int64, dy: Int64) {
    // Squares of complex numbers add up whichever way an edge runs.
    var (real, imaginary) = (0.0, 0.0)
    for ring in 0..<ringCount {
      for i in starts[ring]..<starts[ring + 1] - 1 {
        let (ex, ey) = (Double(x[i + 1] &- x[i]), Double(y[i + 1] &- y[i]))
        real += ex * ex - ey * ey
        imaginary += 2 * ex * ey
      }
    }
    let length = (real * real + imaginary * imaginary).squareRoot()
    guard length > 0 else { return (1, 0) }
    let dx = max(0, (1 + real / length) / 2).squareRoot() * Self.directionLength
    let dy = max(0, (1 - real / length) / 2).squareRoot() * Self.directionLength
    return (Int64(dx.rounded()), Int64(imaginary < 0 ? -dy.rounded() : dy.rounded()))
  }
}
