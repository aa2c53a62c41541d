import SeguePixels
package import SegueRendering
package import SegueShaders

/// A shader that is a 3 × 3 convolution; a row kernel computes opaque rows instead, in a tenth of the
/// shader's time.
package struct Convolution: Filter {
  /// A function that returns a shader's weights, from the top left to the bottom right, and an offset, in
  /// which 1 is white.
  package typealias Weights = @Sendable (Shader) -> (weights: [Double], offset: Double)

  private let shader: Shader
  private let weights: Weights

  /// Makes the filter from a shader and a function that returns the shader's weights.
  package init(shader: Shader, weights: @escaping Weights) { (self.shader, self.weights) = (shader, weights) }

  package func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let (weights, offset) = weights(shader)
    return ConvolutionRows(
      input: input, shaded: shader.rows(of: [input], at: progress), weights: weights.map(Float.init),
      offset: Float(255 * offset))
  }

  package static let given: Weights = { ($0.numbers("top") + $0.numbers("middle") + $0.numbers("bottom"), 0) }

  package static let emboss: Weights = { shader in
    let k = shader.numbers("intensity")[0]
    return ([-2 * k, -k, 0, -k, 1, k, 0, k, 2 * k], 0)
  }

  package static let laplacian: Weights = { _ in ([0.5, 1, 0.5, 1, -6, 1, 0.5, 1, 0.5], 0.5) }

  package static let sharpen: Weights = { shader in
    let s = shader.numbers("sharpness")[0]
    return ([0, -s, 0, -s, 1 + 4 * s, -s, 0, -s, 0], 0)
  }
}

private struct ConvolutionRows: FloatSource {
  let input: any RowSource
  /// The rows computed by the shader, which are used near transparent pixels.
  let shaded: any RowSource
  let weights: [Float]
  let offset: Float

  var inputs: [any RowSource] { [input] }
  var inFloats: any RowSource { shaded.floats }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let rows: ConvolutionRows
    private let context: RenderContext
    private let window: RowWindow
    private let short: ShortConvolution?
    private var shaded: (any RowReader)?
    /// The index of the last row read, if this row and its two neighbors are opaque, else nil; for the next
    /// row, only the lowest of its three rows is then tested.
    private var opaque: Int?

    init(_ rows: ConvolutionRows, _ context: RenderContext) throws(RenderError) {
      self.rows = rows
      self.context = context
      window = try RowWindow(rows.input, radius: 1, context)
      short = ShortConvolution(rows.weights, offset: rows.offset)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let around = try window.rows(around: y)
      let isOpaque = context.kernels.areOpaque(around, from: opaque == y - 1 ? 2 : 0, width: row.count)
      opaque = isOpaque ? y : nil
      if isOpaque {
        if let short {
          context.kernels.convolve(around, short, into: &row)
        } else {
          context.kernels.convolve(around, weights: rows.weights, offset: rows.offset, into: &row)
        }
      } else {
        if shaded == nil { shaded = try rows.shaded.makeReader(context) }
        try shaded?.read(y, into: &row)
      }
    }
  }
}
