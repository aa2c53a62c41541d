import SeguePixels
import SegueRendering

/// One axis of a wide Gaussian: the picture is downsampled, blurred, and upsampled.
///
/// The variances of successive Gaussians add up, so σ is divided between a prefilter for sampling, a blur of
/// the samples, and an interpolation filter. With a σ of 0.66 steps for the prefilter and the interpolation,
/// aliasing is below 1/5000 (e^(−2π²·0.66²)). So the result equals a single Gaussian, at a cost independent
/// of σ.
struct GaussianPyramid {
  /// The minimum σ for which a pyramid is used; a narrower Gaussian has few weights.
  static let leastSigma = 2.67
  /// The σ of the prefilter and of the interpolation, in units of `step`.
  private static let share = 0.66
  /// The number of samples that interpolation reads on each side of a pixel's cell.
  static let reach = 2

  /// The distance between samples in pixels: 2, or a multiple of 4.
  let step: Int
  /// The number of pixels on the axis.
  let count: Int
  /// The σ of the filter that blurs the samples, in units of `step`.
  private let inner: Double
  /// The source pixels of sample 0 and their weights, before clamping to the edges.
  private let source: (range: ClosedRange<Int>, weights: [Double])

  init(count: Int, sigma: Double) {
    let most = 0.75 * sigma
    step = most < 4 ? 2 : Int(most / 4) * 4
    self.count = count
    let own = Self.share * Double(step)
    inner = (sigma * sigma - 2 * own * own).squareRoot() / Double(step)
    let middle = Double(step - 1) / 2
    let radius = GaussianWeights.reach * own
    let range = Int((middle - radius).rounded(.up))...Int((middle + radius).rounded(.down))
    source = (range, GaussianWeights.normalized(sigma: own, at: range.map { Double($0) - middle }))
  }

  /// The number of cells of `step` pixels that cover the axis.
  var cells: Int { (count + step - 1) / step }
  /// The weights of the filter that blurs the samples.
  var innerWeights: [Double] { GaussianWeights.symmetric(sigma: inner) }
  /// The radius, in samples, of the filter that blurs the samples.
  var innerRadius: Int { innerWeights.count / 2 }
  /// The number of samples before the sample of the first cell.
  var margin: Int { Self.reach + innerRadius }
  /// The number of samples: one at each cell's center, and the margins.
  var samples: Int { cells + 2 * margin }

  private var sigma: Double { Self.share * Double(step) }

  /// Returns the first source pixel of a sample, and the weights of its source pixels, clamped to the edge;
  /// the first sample is −margin.
  func sources(ofSample sample: Int) -> (first: Int, weights: [Double]) {
    let range = source.range.lowerBound + sample * step...source.range.upperBound + sample * step
    let (first, last) = (clamped(range.lowerBound), clamped(range.upperBound))
    if first...last == range { return (first, source.weights) }
    var folded = Array(repeating: 0.0, count: last - first + 1)
    for (pixel, weight) in zip(range, source.weights) { folded[clamped(pixel) - first] += weight }
    return (first, folded)
  }

  private func clamped(_ pixel: Int) -> Int { min(count - 1, max(0, pixel)) }

  /// Returns the weights of the samples −reach…reach around a pixel, which depend on the pixel's position in
  /// its cell.
  func spreadWeights(atPlace place: Int) -> [Double] {
    let offset = Double(place) - Double(step - 1) / 2
    return GaussianWeights.normalized(
      sigma: sigma, at: (-Self.reach...Self.reach).map { Double($0 * step) - offset })
  }
}

/// The horizontal filters of a wide Gaussian, as arguments of kernels.
struct PyramidColumns {
  let axis: GaussianPyramid
  /// The filter from pixels to samples.
  let sampling: TapFilters
  /// The filter from samples to blurred samples; the result lacks the margin of samples that only the blur
  /// reads.
  let blurring: TapFilters
  /// The filter from blurred samples to pixels, in blocks of four pixels.
  let spreading: (weights: [Float], taps: Int, phases: Int, advance: Int)

  init(_ axis: GaussianPyramid) {
    self.axis = axis
    sampling = TapFilters((0..<axis.samples).map { axis.sources(ofSample: $0 - axis.margin) })
    let inner = axis.innerWeights
    blurring = TapFilters((0..<axis.cells + 2 * GaussianPyramid.reach).map { ($0, inner) })
    // A block of four pixels is two cells (for a step of 2), one cell, or a part of a cell.
    let cells = max(1, 4 / axis.step)
    let phases = max(1, axis.step / 4)
    let taps = 2 * GaussianPyramid.reach + cells
    var weights = Array(repeating: Float(0), count: 16 * taps * phases)
    for phase in 0..<phases {
      for pixel in 0..<4 {
        let (cell, place) = (4 * phase + pixel).quotientAndRemainder(dividingBy: axis.step)
        for (tap, weight) in axis.spreadWeights(atPlace: place).enumerated() {
          for channel in 0..<4 {
            weights[16 * (taps * phase + tap + cell) + 4 * pixel + channel] = Float(weight)
          }
        }
      }
    }
    spreading = (weights, taps, phases, cells)
  }
}

/// The rows of a picture blurred by a wide Gaussian: input rows are downsampled horizontally, then combined
/// vertically.
struct PyramidRows: RowSource {
  let input: any RowSource
  let sigma: Double
  let columns: PyramidColumns
  let lines: GaussianPyramid

  var inputs: [any RowSource] { [input] }

  init(input: any RowSource, sigma: Double) {
    (self.input, self.sigma) = (input, sigma)
    columns = PyramidColumns(GaussianPyramid(count: input.size.width, sigma: sigma))
    lines = GaussianPyramid(count: input.size.height, sigma: sigma)
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let kernels: Kernels
    private let columns: PyramidColumns
    private let lines: GaussianPyramid
    private let innerWeights: [Float]
    private let spreadWeights: [[Float]]
    private let input: RowCursor
    private let wide: ScratchRow<Float>
    private let gathered: ScratchRow<Float>
    private let spread: ScratchRow<Float>
    /// Three ring buffers: input rows downsampled horizontally; rows downsampled in both directions and
    /// blurred horizontally; rows downsampled and blurred in both directions.
    private let narrow: RowRing
    private let samples: RowRing
    private let blurred: RowRing

    init(_ rows: PyramidRows, _ context: RenderContext) throws(RenderError) {
      kernels = context.kernels
      columns = rows.columns
      lines = rows.lines
      innerWeights = lines.innerWeights.map(Float.init)
      spreadWeights = (0..<lines.step).map { [lines] in lines.spreadWeights(atPlace: $0).map(Float.init) }
      input = try RowCursor(rows.input, context)
      let axis = columns.axis
      wide = ScratchRow(count: 4 * (axis.count + columns.sampling.taps))
      let narrowCount = 4 * (axis.samples + columns.blurring.taps)
      let blurredCount = 4 * (axis.cells + 2 * GaussianPyramid.reach + 2)
      gathered = ScratchRow(count: narrowCount)
      spread = ScratchRow(count: blurredCount)
      // A sample reads the rows of 2·3.5·0.66 = 4.62 steps, and the next sample begins one step further down,
      // so 6 steps suffice.
      narrow = RowRing(capacity: 6 * lines.step, count: narrowCount)
      samples = RowRing(capacity: innerWeights.count + 1, count: blurredCount)
      blurred = RowRing(capacity: 2 * GaussianPyramid.reach + 2, count: blurredCount)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let (cell, place) = y.quotientAndRemainder(dividingBy: lines.step)
      var rows: [ScratchRow<Float>] = []
      for offset in -GaussianPyramid.reach...GaussianPyramid.reach {
        rows.append(try blurredRow(cell + offset))
      }
      kernels.sum(rows, weights: spreadWeights[place], into: spread)
      let spreading = columns.spreading
      kernels.spread(
        spread, weights: spreading.weights, taps: spreading.taps, phases: spreading.phases,
        advance: spreading.advance, into: &row)
    }

    private func blurredRow(_ cell: Int) throws(RenderError) -> ScratchRow<Float> {
      try blurred.row(cell) { (out) throws(RenderError) in
        var rows: [ScratchRow<Float>] = []
        for offset in -lines.innerRadius...lines.innerRadius { rows.append(try sampleRow(cell + offset)) }
        kernels.sum(rows, weights: innerWeights, into: out)
      }
    }

    private func sampleRow(_ cell: Int) throws(RenderError) -> ScratchRow<Float> {
      try samples.row(cell) { (out) throws(RenderError) in
        let (first, weights) = lines.sources(ofSample: cell)
        var rows: [ScratchRow<Float>] = []
        for offset in weights.indices { rows.append(try narrowRow(first + offset)) }
        kernels.sum(rows, weights: weights.map(Float.init), into: gathered)
        kernels.combine(gathered, columns.blurring, into: out)
      }
    }

    private func narrowRow(_ y: Int) throws(RenderError) -> ScratchRow<Float> {
      try narrow.row(y) { (out) throws(RenderError) in
        try input.withRow(y) { kernels.widen($0, into: wide) }
        kernels.combine(wide, columns.sampling, into: out)
      }
    }
  }
}
