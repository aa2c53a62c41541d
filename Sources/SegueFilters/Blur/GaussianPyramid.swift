import SeguePixels
import SegueRendering

/// One axis of a wide Gaussian: samples at a step of some pixels are blurred, and spread again.
///
/// A Gaussian of a Gaussian is a Gaussian whose variances add up. So σ is divided: a blur that makes the picture smooth
/// enough to be sampled at a step, one of the samples, and one that fills what is between. With 0.66 steps for the first
/// and the last, what aliasing leaves is below 1/5000 (e^(−2π²·0.66²)), so the result is that of one Gaussian, at a cost
/// that does not depend on σ.
struct GaussianPyramid {
  /// Below this the weights themselves are few.
  static let leastSigma = 2.67
  /// Of the first and last blur, in steps.
  private static let share = 0.66
  /// Samples on each side of a pixel's own that count for it.
  static let reach = 2

  /// Pixels from sample to sample: 2, or a multiple of 4.
  let step: Int
  /// Pixels of the axis.
  let count: Int
  /// Standard deviation of the samples' blur, in steps.
  private let inner: Double

  init(count: Int, sigma: Double) {
    let most = 0.75 * sigma
    step = most < 4 ? 2 : Int(most / 4) * 4
    self.count = count
    let own = Self.share * Double(step)
    inner = (sigma * sigma - 2 * own * own).squareRoot() / Double(step)
  }

  /// Cells of `step` pixels that cover the axis.
  var cells: Int { (count + step - 1) / step }
  /// The weights of the samples' blur.
  var innerWeights: [Double] { GaussianWeights.symmetric(sigma: inner) }
  /// How many samples that needs on each side.
  var innerRadius: Int { innerWeights.count / 2 }
  /// How many samples lie before the first cell's.
  var margin: Int { Self.reach + innerRadius }
  /// How many samples there are: one in the middle of each cell, and the margins.
  var samples: Int { cells + 2 * margin }

  private var sigma: Double { Self.share * Double(step) }

  /// The pixels that a sample is made of, −margin…, and their weights; outside is the edge.
  func sources(ofSample sample: Int) -> (first: Int, weights: [Double]) {
    let middle = Double(sample * step) + Double(step - 1) / 2
    let radius = GaussianWeights.reach * sigma
    let range = Int((middle - radius).rounded(.up))...Int((middle + radius).rounded(.down))
    let weights = GaussianWeights.normalized(sigma: sigma, at: range.map { Double($0) - middle })
    let (first, last) = (clamped(range.lowerBound), clamped(range.upperBound))
    var folded = Array(repeating: 0.0, count: last - first + 1)
    for (pixel, weight) in zip(range, weights) { folded[clamped(pixel) - first] += weight }
    return (first, folded)
  }

  private func clamped(_ pixel: Int) -> Int { min(count - 1, max(0, pixel)) }

  /// The weights of the samples −reach…reach around a pixel's own, by the pixel's place in its cell.
  func spreadWeights(atPlace place: Int) -> [Double] {
    let offset = Double(place) - Double(step - 1) / 2
    return GaussianWeights.normalized(
      sigma: sigma, at: (-Self.reach...Self.reach).map { Double($0 * step) - offset })
  }
}

/// What the columns of a wide Gaussian need, as kernels take it.
struct PyramidColumns {
  let axis: GaussianPyramid
  /// From pixels to samples.
  let sampling: (starts: [UInt32], weights: [Float], taps: Int)
  /// From samples to blurred samples, without the margin of the blur.
  let blurring: (starts: [UInt32], weights: [Float], taps: Int)
  /// From these to pixels, in blocks of four.
  let spreading: (weights: [Float], taps: Int, phases: Int, advance: Int)

  init(_ axis: GaussianPyramid) {
    self.axis = axis
    let sources = (0..<axis.samples).map { axis.sources(ofSample: $0 - axis.margin) }
    sampling = Self.padded(sources.map { ($0.first, $0.weights) })
    let inner = axis.innerWeights
    blurring = Self.padded((0..<axis.cells + 2 * GaussianPyramid.reach).map { ($0, inner) })
    // Blocks of four pixels: of two cells, or some of them in one.
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

  /// The same taps for all, a multiple of 4; weights of what is not there are 0.
  private static func padded(
    _ sources: [(first: Int, weights: [Double])]
  ) -> (starts: [UInt32], weights: [Float], taps: Int) {
    let taps = ((sources.map(\.weights.count).max() ?? 1) + 3) / 4 * 4
    let weights = sources.flatMap { source in
      source.weights.map(Float.init) + Array(repeating: 0, count: taps - source.weights.count)
    }
    return (sources.map { UInt32($0.first) }, weights, taps)
  }
}

/// The rows of a wide Gaussian: narrowed as they come, and blurred downwards while they are narrow.
struct PyramidRows: RowSource {
  let input: any RowSource
  let columns: PyramidColumns
  let lines: GaussianPyramid

  var inputs: [any RowSource] { [input] }

  init(input: any RowSource, sigma: Double) {
    self.input = input
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
    /// Rows of the input, narrowed; rows of samples, blurred across; these blurred downwards.
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
      // A sample takes 2·3.5·0.66 steps of rows, and the next begins one step on.
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
        let blurring = columns.blurring
        kernels.combine(
          gathered, starts: blurring.starts, weights: blurring.weights, taps: blurring.taps, into: out)
      }
    }

    private func narrowRow(_ y: Int) throws(RenderError) -> ScratchRow<Float> {
      try narrow.row(y) { (out) throws(RenderError) in
        try input.withRow(y) { kernels.widen($0, into: wide) }
        let sampling = columns.sampling
        kernels.combine(
          wide, starts: sampling.starts, weights: sampling.weights, taps: sampling.taps, into: out)
      }
    }
  }
}
