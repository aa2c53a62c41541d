// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePixels
public import SegueRendering

/// Draws square blocks of one color each.
///
///     let blocks = try (photo --> Pixellate(fraction: 0.05)).frame()    // a twentieth of the width
///     let smooth = try (photo --> Pixellate(fraction: 0.05, sampling: .mean)).frame()
///
/// A block's side is `fraction` × width pixels in both axes, not rounded; the grid starts at the top left, so
/// the last blocks may be partial. A side of one pixel or less changes nothing.
///
/// - Cost: one bilinear sample a block, and writing the frame; `.mean` reads the whole picture.
/// - Source: GPUImagePixellateFilter, evaluated in Double with block centers clamped to the edge.
public struct Pixellate: Filter {
  /// The source of a block's color.
  public enum Sampling: String, CaseIterable, Sendable {
    /// One bilinear sample at the block's center.
    case center
    /// The mean of the block's pixels.
    case mean
  }

  /// The block's side as a fraction of the width, 0…1; may follow the progress.
  public var fraction: Animated = 0.05
  /// The source of a block's color.
  public var sampling = Sampling.center

  /// Makes blocks of a twentieth of the width.
  public init() {}

  /// Makes blocks of `fraction` of the width.
  public init(fraction: Animated, sampling: Sampling = .center) {
    self.fraction = fraction
    self.sampling = sampling
  }

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let width = Double(input.size.width)
    let fraction = fraction(at: progress)
    guard fraction > 1 / width else { return input }
    // Limits the side to twice the longer side of the picture. At this size, one block covers the picture,
    // and its center is clamped to the bottom right pixel, as for any larger block.
    let side = min(fraction * width, 2 * Double(max(input.size.width, input.size.height)))
    return BlockRows(
      input: input, columns: BlockGrid(pixels: input.size.width, side: side, isSpread: true),
      rows: BlockGrid(pixels: input.size.height, side: side, isSpread: false), sampling: sampling)
  }
}

extension Pixellate: SelfDescribing {
  public static let name = "pixellate"
  public static let source: String? = "GPUImagePixellateFilter; fractionalWidthOfAPixel = fraction"
  public static let summary = "Square blocks of one color each."
  public static let parameters: [NamedParameter<Pixellate>] = [
    .number(
      "fraction", \.fraction, in: 0...1, unit: "of the width", "Side of a block; one pixel is the least."),
    .word("sampling", \.sampling, "A block's color: the sample at its center, or the mean of its pixels."),
  ]
}

private struct BlockRows: FloatSource {
  let input: any RowSource
  let columns: BlockGrid
  let rows: BlockGrid
  let sampling: Pixellate.Sampling
  /// Whether the input and the result have four floats a pixel.
  var hasFloats = false

  var inputs: [any RowSource] { [input] }
  var inFloats: any RowSource {
    BlockRows(input: input.floats, columns: columns, rows: rows, sampling: sampling, hasFloats: true)
  }

  func rowsAlike(from y: Int) -> Int { rows.end(after: y) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    switch (sampling, hasFloats) {
    case (.center, false): try CenterReader(self, context)
    case (.mean, false): try MeanReader(self, context)
    case (_, true): try FloatReader(self, context)
    }
  }

  private final class CenterReader: RowReader {
    let kernels: Kernels
    let rows: BlockGrid
    let columns: BlockGrid
    let lastRow: Int
    let upper: RowCursor
    let lower: RowCursor
    let colors: RowBuffer

    init(_ blocks: BlockRows, _ context: RenderContext) throws(RenderError) {
      kernels = context.kernels
      rows = blocks.rows
      columns = blocks.columns
      lastRow = blocks.size.height - 1
      upper = try RowCursor(blocks.input, context)
      lower = RowCursor(sharing: upper)
      colors = RowBuffer(width: blocks.columns.count)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let (above, weight) = rows.center(of: rows.block(of: y))
      try colors.withMutableRow { (colors) throws(RenderError) in
        try upper.withRow(above) { (top) throws(RenderError) in
          try lower.withRow(min(above + 1, lastRow)) { bottom in
            kernels.sample(top, bottom, weight: weight, columns, into: &colors)
          }
        }
      }
      try colors.withRow { kernels.expand($0, columns, into: &row) }
    }
  }

  private final class FloatReader: RowReader {
    private let blocks: BlockRows
    private let kernels: FloatKernels
    private let upper: RowCursor
    private let lower: RowCursor
    private let colors: RowBuffer

    init(_ blocks: BlockRows, _ context: RenderContext) throws(RenderError) {
      self.blocks = blocks
      kernels = context.kernels.floats
      upper = try RowCursor(blocks.input, context)
      lower = RowCursor(sharing: upper)
      colors = RowBuffer(width: 4 * blocks.columns.count)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let block = blocks.rows.block(of: y)
      switch blocks.sampling {
      case .center: try sample(blocks.rows.center(of: block))
      case .mean: try mean(of: blocks.rows.pixels(of: block))
      }
      try colors.withRow { kernels.expand($0, blocks.columns, into: &row) }
    }

    private func sample(_ center: (before: Int, weight: Float)) throws(RenderError) {
      let below = min(center.before + 1, blocks.size.height - 1)
      try colors.withMutableRow { (colors) throws(RenderError) in
        try upper.withRow(center.before) { (top) throws(RenderError) in
          try lower.withRow(below) { bottom in
            kernels.sample(top, bottom, weight: center.weight, blocks.columns, into: &colors)
          }
        }
      }
    }

    private func mean(of rows: Range<Int>) throws(RenderError) {
      var sums = [Double](repeating: 0, count: blocks.size.width)
      var totals = sums.mutableSpan
      for y in rows { try upper.withRow(y) { kernels.add($0, to: &totals) } }
      try colors.withMutableRow { kernels.mean(of: totals.span, rows: rows.count, blocks.columns, into: &$0) }
    }
  }

  private final class MeanReader: RowReader {
    let blocks: BlockRows
    let kernels: Kernels
    let input: RowCursor
    let colors: RowBuffer
    var sums: [UInt32]

    init(_ blocks: BlockRows, _ context: RenderContext) throws(RenderError) {
      self.blocks = blocks
      kernels = context.kernels
      input = try RowCursor(blocks.input, context)
      colors = RowBuffer(width: blocks.columns.count)
      sums = Array(repeating: 0, count: 4 * blocks.size.width)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let rows = blocks.rows.pixels(of: blocks.rows.block(of: y))
      for index in sums.indices { sums[index] = 0 }
      var totals = sums.mutableSpan
      for y in rows { try input.withRow(y) { kernels.add($0, to: &totals) } }
      try colors.withMutableRow {
        kernels.mean(of: totals.span, rows: rows.count, blocks.columns, into: &$0)
      }
      try colors.withRow { kernels.expand($0, blocks.columns, into: &row) }
    }
  }
}
