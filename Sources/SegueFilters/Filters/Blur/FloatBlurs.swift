import SeguePixels
import SegueRendering

/// A separable symmetric filter over rows of floats, clamped to the edge.
struct FloatSmoothing: RowSource {
  /// The picture, as floats.
  let input: any RowSource
  /// Half of the kernel, from its center; the whole kernel sums to 1.
  let weights: [Float]

  var inputs: [any RowSource] { [input] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let kernels: FloatKernels
    private let weights: [Float]
    private let height: Int
    private let window: RowWindow
    private let sums: RowBuffer

    init(_ rows: FloatSmoothing, _ context: RenderContext) throws(RenderError) {
      (kernels, weights, height) = (context.kernels.floats, rows.weights, rows.size.height)
      window = try RowWindow(rows.input, radius: weights.count - 1, context)
      sums = RowBuffer(width: rows.size.width + 8 * (weights.count - 1))
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let (count, radius) = (row.count, weights.count - 1)
      let inner = 4 * radius..<4 * radius + count
      try sums.withMutableRow { (sums) throws(RenderError) in
        for offset in -radius...radius {
          try window.withRow(max(0, min(height - 1, y + offset))) { input in
            var part = sums._mutatingExtracting(inner)
            kernels.add(input, times: weights[abs(offset)], onto: &part, first: offset == -radius)
          }
        }
        sums.extendFloatEdges(of: inner)
      }
      try sums.withRow { sums in
        for offset in -radius...radius {
          let start = inner.lowerBound + 4 * offset
          kernels.add(
            sums.extracting(start..<start + count), times: weights[abs(offset)], onto: &row,
            first: offset == -radius)
        }
      }
    }
  }
}

extension SmoothedRows: FloatSource {
  var inFloats: any RowSource { FloatSmoothing(input: input.floats, weights: unrounded.map { Float($0) }) }
}

extension PyramidRows: FloatSource {
  var inFloats: any RowSource {
    FloatSmoothing(input: input.floats, weights: GaussianWeights.half(sigma: sigma).map { Float($0) })
  }
}

extension BoxRows: FloatSource {
  var inFloats: any RowSource {
    let weight = 1 / Float(2 * radius + 1)
    return FloatSmoothing(input: input.floats, weights: Array(repeating: weight, count: radius + 1))
  }
}

extension MutableSpan<Pixel> {
  /// Fills all pixels before and after a part of a row of floats with the part's first and last pixel.
  mutating func extendFloatEdges(of part: Range<Int>) {
    for index in 0..<part.lowerBound { self[index] = self[part.lowerBound + index % 4] }
    for index in part.upperBound..<count {
      self[index] = self[part.upperBound - 4 + (index - part.upperBound) % 4]
    }
  }
}
