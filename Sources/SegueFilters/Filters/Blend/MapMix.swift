public import SeguePixels
public import SegueRendering

/// Blends two pictures by a map of turns; the turn of a pixel is the progress at which the pixel changes.
///
///     let order = OrderMap(.columns) { size, _, row in
///       for x in row.indices { row[x] = Float(x) / Float(size.width) }
///     }
///     let chain = (.from, .to) --> MapMix(order) { progress, _ in .init(turn: Float(progress), softness: 0.1) }
///
/// At progress 0 the frame is the first picture, at progress 1 the second picture, byte for byte.
///
/// - Cost: blocks that show one picture are copied; for other blocks, the cost of a dissolve and of reading 4
///   bytes of the map for each pixel.
public struct MapMix: Blend {
  /// The moving edge between the pictures.
  public struct Edge: Sendable {
    /// The position of the edge, as a number of the map: pixels with smaller numbers have begun to change.
    public var turn: Float
    /// The width of the edge: the second picture's weight is (turn − number) / softness, clamped to 0…1.
    public var softness: Float
    /// Whether a smoothstep maps the weight z to z²(3 − 2z).
    public var isSmooth: Bool

    /// Makes an edge, which is hard if its softness is 0.
    public init(turn: Float, softness: Float = 0, isSmooth: Bool = true) {
      self.turn = turn
      self.softness = softness
      self.isSmooth = isSmooth
    }
  }

  private let order: OrderMap
  private let edge: @Sendable (Double, PixelSize) -> Edge

  /// Makes a blend by a map, with the edge as a function of progress and frame size.
  public init(_ order: OrderMap, edge: @escaping @Sendable (_ progress: Double, _ size: PixelSize) -> Edge) {
    self.order = order
    self.edge = edge
  }

  /// Makes the blended rows of a frame.
  public func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    guard progress > 0 else { return a }
    guard progress < 1 else { return b }
    return MapMixRows(a: a, b: b, order: order, edge: edge(progress, a.size))
  }
}

private struct MapMixRows: FloatSource {
  let a: any RowSource
  let b: any RowSource
  let order: OrderMap
  let edge: MapMix.Edge
  /// The number of `Pixel`s in memory for one pixel of the picture: 4 for rows of floats.
  var words = 1

  var inputs: [any RowSource] { [a, b] }
  var inFloats: any RowSource { MapMixRows(a: a.floats, b: b.floats, order: order, edge: edge, words: 4) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  /// The picture that a block shows: the first, the second, or a mix of both.
  private enum Seen { case first, second, both }

  private final class Reader: BorrowingReader {
    private let a: RowCursor
    private let b: RowCursor
    /// The first and the second picture, whose rows can be borrowed without a copy; nil for a picture that is
    /// not a bitmap.
    private let bitmaps: (Bitmap?, Bitmap?)
    private let turns: Turns
    private let edge: MapMix.Edge
    private let scale: Float
    private let kernels: Kernels
    private let streams: Bool
    private let words: Int

    init(_ rows: MapMixRows, _ context: RenderContext) throws(RenderError) {
      a = try RowCursor(rows.a, context)
      b = try RowCursor(rows.b, context)
      bitmaps = (rows.a.bitmap, rows.b.bitmap)
      words = rows.words
      turns = rows.order.turns(words == 1 ? rows.size : rows.floatSize)
      edge = rows.edge
      scale = 1 / rows.edge.softness
      kernels = context.kernels
      streams = context.streams
    }

    private func seen(_ range: ClosedRange<Float>) -> Seen {
      if edge.softness > 0 {
        if range.lowerBound >= edge.turn { return .first }
        return (edge.turn - range.upperBound) * scale >= 1 ? .second : .both
      }
      return range.upperBound <= edge.turn ? .second : range.lowerBound <= edge.turn ? .both : .first
    }

    func borrowedRows(from y: Int) -> (part: BorrowedPart, rows: Range<Int>)? {
      let seen = seen(turns.range(ofRow: y))
      guard seen != .both, let bitmap = seen == .first ? bitmaps.0 : bitmaps.1,
        let part = BorrowedPart(bitmap, x: 0, y: 0, width: bitmap.width, height: bitmap.height)
      else { return nil }
      var end = y + 1
      while end < bitmap.height, self.seen(turns.range(ofRow: end)) == seen { end += 1 }
      return (part, y..<end)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let width = row.count / words
      var start = 0
      while start < width {
        // Merges neighboring blocks that show the same picture.
        let seen = seen(turns.range(ofBlock: start / Turns.block, inRow: y))
        var end = start
        repeat {
          end = min(width, end + Turns.block)
        } while end < width
          && self.seen(turns.range(ofBlock: end / Turns.block, inRow: y)) == seen
        let place = words * start..<words * end
        var part = row._mutatingExtracting(place)
        switch seen {
        case .first: try a.withRow(y) { part.copy(from: $0.extracting(place)) }
        case .second: try b.withRow(y) { part.copy(from: $0.extracting(place)) }
        case .both:
          try a.withRow(y) { (a) throws(RenderError) in
            try b.withRow(y) { b in mix(a, b, y, start..<end, into: &part) }
          }
        }
        start = end
      }
    }

    private func mix(
      _ a: Span<Pixel>, _ b: Span<Pixel>, _ y: Int, _ columns: Range<Int>, into out: inout MutableSpan<Pixel>
    ) {
      if words == 4 { return mixFloats(a, b, y, columns, into: &out) }
      if let number = turns.number(ofRow: y) {
        let weight = kernels.weight(
          ofTurn: number, edge: edge.turn, scale: scale, isSmooth: edge.isSmooth)
        return kernels.mix(a, b, weight: weight, into: &out, streaming: streams)
      }
      let (a, b) = (a.extracting(columns), b.extracting(columns))
      turns.withNumbers(columns, ofRow: y) { numbers in
        if edge.softness > 0 {
          kernels.mix(
            a, b, turns: numbers, edge: edge.turn, scale: scale, isSmooth: edge.isSmooth, into: &out)
        } else {
          kernels.take(a, b, turns: numbers, edge: edge.turn, into: &out)
        }
      }
    }

    private func mixFloats(
      _ a: Span<Pixel>, _ b: Span<Pixel>, _ y: Int, _ columns: Range<Int>, into out: inout MutableSpan<Pixel>
    ) {
      let (place, kernels) = (4 * columns.lowerBound..<4 * columns.upperBound, kernels.floats)
      let (a, b) = (a.extracting(place), b.extracting(place))
      if let number = turns.number(ofRow: y) {
        let z = max(0, min(1, (edge.turn - number) * scale))
        return kernels.mix(a, b, weight: edge.isSmooth ? z * z * (3 - 2 * z) : z, into: &out)
      }
      turns.withNumbers(columns, ofRow: y) { numbers in
        if edge.softness > 0 {
          kernels.mix(
            a, b, turns: numbers, edge: edge.turn, scale: scale, isSmooth: edge.isSmooth, into: &out)
        } else {
          kernels.take(a, b, turns: numbers, edge: edge.turn, into: &out)
        }
      }
    }
  }
}
