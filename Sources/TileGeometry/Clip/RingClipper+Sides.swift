/// Edges keep the sides of vertices on which they were (``SideKeeper``).
extension RingClipper {
  /// Finds the vertices that the edges in the rectangle must go through.
  mutating func findDetours(
    _ x: Span<Int64>, _ y: Span<Int64>, _ ringEnds: Span<Int32>, _ first: Int, _ rect: GridRect,
    _ lines: CutLines?
  ) {
    var chain: [SideKeeper.Vertex] = []
    var start = first
    for ring in ringEnds.indices {
      let end = Int(ringEnds[ring])
      for i in start..<end {
        let before = i == start ? end - 1 : i - 1
        let (ax, ay, bx, by) = (x[before], y[before], x[i], y[i])
        let (codeA, codeB) = (rect.onOrBeyond(ax, ay), rect.onOrBeyond(bx, by))
        guard codeA & codeB == 0 else { continue }
        let entry = codeA == 0 ? nil : lastSide(ax, ay, bx, by, codeA, rect)
        let exit = codeB == 0 ? nil : lastSide(bx, by, ax, ay, codeB, rect)
        guard passes(entry, exit) else { continue }
        func place(_ hit: Hit?, orVertex vx: Int64, _ vy: Int64) {
          guard let hit else { return chain.append(SideKeeper.Vertex(x: vx, y: vy)) }
          let place = SideCrossing(
            hit.side, of: rect, ax: ax, ay: ay, bx: bx, by: by, chain: 0, isEntry: true)
          chain.append(SideKeeper.Vertex(x: place.x, y: place.y))
        }
        chain.removeAll(keepingCapacity: true)
        place(entry, orVertex: ax, ay)
        lines?.bend(ax, ay, bx, by, in: rect) { chain.append(SideKeeper.Vertex(x: $0, y: $1)) }
        place(exit, orVertex: bx, by)
        sides.append(
          before, ax, ay, bx, by, chain: chain, isWhole: (first: entry == nil, last: exit == nil))
      }
      start = end
    }
    sides.find()
  }

  /// The vertices that the edge `edge` gets between a and b, in order: where neighbours cut it, and
  /// those that it must go through.
  func between(
    _ edge: Int, _ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64, _ rect: GridRect,
    _ lines: CutLines?
  ) -> [SideKeeper.Vertex] {
    var vertices: [SideKeeper.Vertex] = []
    lines?.bend(ax, ay, bx, by, in: rect) { vertices.append(SideKeeper.Vertex(x: $0, y: $1)) }
    let detours = sides.detours(of: edge)
    guard !detours.isEmpty else { return vertices }
    for detour in detours { vertices.append(SideKeeper.Vertex(x: detour.x, y: detour.y)) }
    func way(_ vertex: SideKeeper.Vertex) -> Int64 { abs(vertex.x - ax) + abs(vertex.y - ay) }
    vertices.sort { way($0) < way($1) }
    return vertices
  }
}
