// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePixels
public import SegueRendering

/// Blurs by a Gaussian of any width.
///
///     let soft = try (photo --> GaussianBlur(sigma: 6)).frame()
///     let focusing = Chain.from --> GaussianBlur(sigma: 40 * (1 - .progress))
///
/// The weight of a pixel at distance d is proportional to e^(−d²/2σ²); pixels outside the picture repeat its
/// edge. σ is continuous, so that animations are smooth.
///
/// - Cost: grows with σ up to 2.67 pixels, and is constant beyond. Holds about 7σ rows; for σ above 2.67, at
///   most 4.5σ downsampled rows.
/// - Source: the Gaussian itself, with an error of at most 1/255; GPUImageGaussianBlurFilter has whole σ
///   only.
public struct GaussianBlur: Filter {
  /// The standard deviation in pixels, 0…500; may follow the progress.
  public var sigma: Animated = 2

  /// Makes a blur with a standard deviation of 2 pixels.
  public init() {}

  /// Makes a blur with a standard deviation of `sigma` pixels.
  public init(sigma: Animated) { self.sigma = sigma }

  private static let range = 0.0...500

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let sigma = sigma(at: progress).within(Self.range)
    guard let weights = Self.weights(sigma: sigma) else { return PyramidRows(input: input, sigma: sigma) }
    return weights.count > 1
      ? SmoothedRows(input: input, unrounded: GaussianWeights.half(sigma: sigma), weights: weights) : input
  }

  /// Returns the weights from the center outward, in units of 1/32768; nil for wide Gaussians, which use a
  /// pyramid.
  static func weights(sigma: Double) -> [Int16]? {
    let sigma = sigma.within(range)
    return sigma < GaussianPyramid.leastSigma ? GaussianWeights.halved(sigma: sigma) : nil
  }
}

extension GaussianBlur: SelfDescribing {
  public static let name = "gaussian-blur"
  public static let aliases = ["blur"]
  public static let summary = "Soft, by a Gaussian of any width."
  public static let source: String? = "GPUImageGaussianBlurFilter; blurRadiusInPixels = sigma"
  public static let example: String? = "sigma=8"
  public static let parameters: [NamedParameter<GaussianBlur>] = [
    .number("sigma", \.sigma, in: range, unit: "pixels", "Standard deviation; 0 changes nothing.")
  ]
}

/// A narrow symmetric blur, such as a Gaussian: a vertical and a horizontal filter in one pass over the rows.
struct SmoothedRows: RowSource {
  let input: any RowSource
  /// The weights from the center outward, without rounding, for rows of floats.
  let unrounded: [Double]
  /// The weights from the center outward, in units of 1/32768.
  let weights: [Int16]

  var inputs: [any RowSource] { [input] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let kernels: Kernels
    private let weights: [Int16]
    private let width: Int
    private let window: RowWindow
    /// Four vertically filtered rows, which are computed together since they share most of their inputs.
    private let sums: ScratchRow<Int16>
    /// The number of the row in the first quarter of `sums`, a multiple of 4; nil before the first read.
    private var first: Int?

    init(_ rows: SmoothedRows, _ context: RenderContext) throws(RenderError) {
      kernels = context.kernels
      weights = rows.weights
      width = rows.size.width
      window = try RowWindow(rows.input, radius: weights.count - 1, more: 3, context)
      sums = ScratchRow(count: 16 * (width + 2 * (weights.count - 1)))
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let padding = weights.count - 1
      let quarter = y % 4
      if first != y - quarter {
        kernels.smoothDown(
          try window.rows(around: y - quarter), weights: weights, padding: padding, into: sums)
        for place in 0..<4 {
          sums.extendEdges(at: place * (sums.count / 4), width: width, padding: padding)
        }
        first = y - quarter
      }
      kernels.smoothAcross(sums, quarter: quarter, weights: weights, into: &row)
    }
  }
}
