import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

import SegueFilters

/// Compares mixes of two pictures by an order map with the formula.
@Suite struct MapMixTests {
  private static let size = PixelSize(width: 150, height: 40)

  private func check(
    _ order: OrderMap, _ edge: MapMix.Edge, _ turn: (Int, Int) -> Float,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (a, b) = (
      try Bitmap.noise(Self.size.width, Self.size.height, seed: 1),
      try Bitmap.noise(Self.size.width, Self.size.height, seed: 2)
    )
    let frame = try ((.picture(a), .picture(b)) --> MapMix(order) { _, _ in edge }).frame(at: 0.5)
    let (from, to) = (ReferencePicture(a), ReferencePicture(b))
    let expected = from.map { x, y, c in
      let z = Double((edge.turn - turn(x, y)) / edge.softness)
      let within = min(max(z, 0), 1)
      let share: Double =
        if edge.softness == 0 {
          turn(x, y) <= edge.turn ? 1 : 0
        } else {
          edge.isSmooth ? within * within * (3 - 2 * within) : within
        }
      return from[x, y, c] + (to[x, y, c] - from[x, y, c]) * share
    }
    #expect(expected.largestDifference(from: frame) < 0.53, sourceLocation: sourceLocation)
  }

  private static let edges = [-3, 0, 1, 70, 71.5, 149, 400].flatMap { turn in
    [0, 0.5, 3, 100].flatMap { softness in
      [false, true].map { MapMix.Edge(turn: turn, softness: softness, isSmooth: $0) }
    }
  }

  @Test(arguments: edges) func equalsTheDefinitionForAnyEdge(edge: MapMix.Edge) throws {
    try check(
      OrderMap(.columns) { _, _, row in for x in row.indices { row[x] = Float(x) } }, edge
    ) { x, _ in Float(x) }
    try check(OrderMap(.rows) { _, y, row in row[0] = Float(3 * y) }, edge) { _, y in Float(3 * y) }
    // The right end of each row never changes, since its order is NaN.
    try check(
      OrderMap { _, y, row in for x in row.indices { row[x] = x > 140 ? .nan : Float((x + y) % 90) } }, edge
    ) { x, y in x > 140 ? .infinity : Float((x + y) % 90) }
  }

  @Test func endsEqualThePictures() throws {
    let (a, b) = (try Bitmap.noise(9, 7, seed: 3), try Bitmap.noise(9, 7, seed: 4))
    let never = OrderMap { _, _, row in for x in row.indices { row[x] = .nan } }
    let chain = (.picture(a), .picture(b)) --> MapMix(never) { _, _ in .init(turn: 0.5) }
    #expect(try chain.frame(at: 0) == a)
    #expect(try chain.frame(at: 0.5) == a)
    #expect(try chain.frame(at: 1) == b)
  }

  @Test("Beyond 0…1 the frame is one of the pictures", arguments: [-3, -0.01, 1.01, 7])
  func beyondTheEnds(progress: Double) throws {
    let (a, b) = (try Bitmap.noise(9, 7, seed: 3), try Bitmap.noise(9, 7, seed: 4))
    let order = OrderMap(.columns) { _, _, row in for x in row.indices { row[x] = Float(x) } }
    let chain = (.picture(a), .picture(b)) --> MapMix(order) { _, _ in .init(turn: 4, softness: 3) }
    #expect(try chain.frame(at: progress) == (progress < 0 ? a : b))
  }

  /// Expects z²(3 − 2z) at z = 3/4, 1/2, 1/4 and 0.
  @Test("An edge is smooth by default") func edgesAreSmooth() throws {
    let size = PixelSize(width: 4, height: 1)
    let (black, white) = (try Bitmap(size, filledWith: .black), try Bitmap(size, filledWith: .white))
    let order = OrderMap(.columns) { _, _, row in for x in row.indices { row[x] = Float(x) } }
    let mix = MapMix(order) { _, _ in .init(turn: 3, softness: 4) }
    let frame = try ((.picture(black), .picture(white)) --> mix).frame(at: 0.5)
    #expect((0..<4).map { frame[$0, 0].red } == [215, 128, 40, 0])
  }

  @Test(arguments: FailingRows.all) func inputsThatFailAreErrors(rows: FailingRows) throws {
    for order in [
      OrderMap(.columns) { _, _, row in for x in row.indices { row[x] = Float(x) } },
      OrderMap(.rows) { _, y, row in row[0] = Float(y) },
    ] {
      for softness in [0, 5] as [Float] {
        let blend = MapMix(order) { _, _ in .init(turn: 12, softness: softness) }
        try expectFailure((.picture(rows), .to) --> blend)
        try expectFailure((.from, .picture(rows)) --> blend)
      }
    }
  }

  @Test func theOrderIsComputedForEachSize() throws {
    let order = OrderMap(.columns) { size, _, row in
      for x in row.indices { row[x] = Float(x) / Float(size.width) }
    }
    for size in [
      PixelSize(width: 4, height: 2), PixelSize(width: 9, height: 3), PixelSize(width: 4, height: 2),
    ] {
      let (a, b) = (try Bitmap(size, filledWith: .black), try Bitmap(size, filledWith: .white))
      let frame = try ((.picture(a), .picture(b)) --> MapMix(order) { _, _ in .init(turn: 0.5) }).frame(
        at: 0.5)
      for x in 0..<size.width { #expect(frame[x, 1] == (2 * x <= size.width ? .white : .black)) }
    }
  }
}
