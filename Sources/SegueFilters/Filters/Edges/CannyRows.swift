import SeguePixels
import SegueRendering

/// The edges of `CannyEdgeDetection`.
///
/// Rows that depend only on opaque pixels are computed by kernels over one byte a pixel, in a tenth of the
/// shaders' time.
struct CannyRows: RowSource {
  let input: any RowSource
  /// The rows computed by shaders, which are used near transparent pixels.
  let shaded: any RowSource
  /// The thinned edges before hysteresis, with one byte a pixel.
  private let crests: PlaneRows

  var inputs: [any RowSource] { [input] }

  /// Makes rows from the weights of the blur, from the center on, and the thresholds, 0…1.
  init(
    _ input: any RowSource, weights: [Int16], thresholds: ClosedRange<Double>, shaded: any RowSource
  ) {
    self.input = input
    self.shaded = shaded
    let width = input.size.width
    let light = PlaneRows(luminanceOf: input)
    let smooth =
      weights.count == 1
      ? light
      : PlaneRows(light, radius: weights.count - 1) { kernels in
        let padding = weights.count - 1
        let sums = ScratchRow<Int16>(count: width + 2 * padding)
        return { rows, out in
          kernels.smoothDown(planes: rows, width: width, weights: weights, padding: padding, into: sums)
          sums.extendEdges(width: width, padding: padding, step: 1)
          kernels.smoothAcross(plane: sums, width: width, weights: weights, into: &out)
        }
      }
    let slopes = PlaneRows(smooth, radius: 1, planes: 2) { kernels in
      { kernels.slopes($0, width: width, stride: light.stride, into: &$1) }
    }
    let (lower, upper) = (thresholds.lowerBound, max(thresholds.upperBound, thresholds.lowerBound + 0.0001))
    crests = PlaneRows(slopes, radius: 1) { kernels in
      { kernels.crests($0, width: width, stride: light.stride, from: lower, to: upper, into: &$1) }
    }
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let rows: CannyRows
    private let context: RenderContext
    private let window: RowWindow
    private var shaded: (any RowReader)?

    init(_ rows: CannyRows, _ context: RenderContext) throws(RenderError) {
      self.rows = rows
      self.context = context
      window = try RowWindow(rows.crests, radius: 1, context)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let around = try window.rows(around: y)
      if rows.crests.areOpaque(around) { return context.kernels.links(around, into: &row) }
      if shaded == nil { shaded = try rows.shaded.makeReader(context) }
      try shaded?.read(y, into: &row)
    }
  }
}

/// Rows of byte planes: one byte for each pixel, four bytes stored in a `Pixel`, and the planes of a row one
/// after the other.
///
/// An additional `Pixel` at the end of a row records whether all pixels from which the row was computed are
/// opaque.
struct PlaneRows: RowSource {
  /// Computes a row from the rows around it.
  typealias Kernel = (_ rows: LentRows, _ out: inout MutableSpan<Pixel>) -> Void

  let size: PixelSize
  /// The number of `Pixel`s that hold one row of a plane.
  let stride: Int
  private let input: any RowSource
  private let radius: Int
  /// The kernel that computes planes from planes; nil for the luminance plane, which is computed from pixels.
  private let kernel: (@Sendable (Kernels) -> Kernel)?

  var inputs: [any RowSource] { [input] }

  /// Makes the luminance plane of a picture.
  init(luminanceOf input: any RowSource) {
    self.input = input
    stride = (input.size.width + 3) / 4
    size = PixelSize(width: stride + 1, height: input.size.height)
    radius = 0
    kernel = nil
  }

  /// Makes planes that a kernel computes from other planes, each row from the rows within `radius`.
  init(_ input: PlaneRows, radius: Int, planes: Int = 1, kernel: @escaping @Sendable (Kernels) -> Kernel) {
    self.input = input
    stride = input.stride
    size = PixelSize(width: planes * stride + 1, height: input.size.height)
    self.radius = radius
    self.kernel = kernel
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  /// Whether all pixels from which the given rows of planes were computed are opaque.
  func areOpaque(_ rows: LentRows) -> Bool {
    (0..<rows.count).allSatisfy { rows[row: $0, size.width - 1] == .white }
  }

  private final class Reader: RowReader {
    private let rows: PlaneRows
    private let kernels: Kernels
    private let kernel: Kernel?
    private let window: RowWindow

    init(_ rows: PlaneRows, _ context: RenderContext) throws(RenderError) {
      self.rows = rows
      kernels = context.kernels
      kernel = rows.kernel?(context.kernels)
      window = try RowWindow(rows.input, radius: rows.radius, context)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let around = try window.rows(around: y)
      let isOpaque: Bool
      if let kernel, let input = rows.input as? PlaneRows {
        kernel(around, &row)
        isOpaque = input.areOpaque(around)
      } else {
        isOpaque = kernels.areOpaque(around, width: rows.input.size.width)
        try window.withRow(y) { kernels.luminance($0, into: &row) }
      }
      row[row.count - 1] = isOpaque ? .white : .clear
    }
  }
}
