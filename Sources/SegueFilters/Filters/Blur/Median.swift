// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePixels
public import SegueRendering

/// Removes specks: each channel becomes the median of 3 × 3 pixels.
///
///     let clean = try (photo --> Median()).frame()
///
/// Neighbors outside the picture repeat its edge.
///
/// - Cost: memory-bound. Holds 3 rows.
/// - Source: GPUImageMedianFilter.
public struct Median: Filter {
  /// Makes the filter.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    MedianRows(input: input)
  }
}

extension Median: SelfDescribing {
  public static let name = "median"
  public static let summary = "Specks gone, edges kept: the median of 3 × 3 pixels."
  public static let source: String? = "GPUImageMedianFilter"
  public static let parameters: [NamedParameter<Median>] = []
}

private struct MedianRows: FloatSource {
  let input: any RowSource

  /// Whether the input and the result have four floats a pixel.
  var hasFloats = false

  var inputs: [any RowSource] { [input] }
  var inFloats: any RowSource { MedianRows(input: input.floats, hasFloats: true) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    Reader(context.kernels, try RowWindow(input, radius: 1, context), hasFloats: hasFloats)
  }

  private final class Reader: RowReader {
    private let kernels: Kernels
    private let window: RowWindow
    private let hasFloats: Bool

    init(_ kernels: Kernels, _ window: RowWindow, hasFloats: Bool) {
      (self.kernels, self.window, self.hasFloats) = (kernels, window, hasFloats)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let rows = try window.rows(around: y)
      if hasFloats { kernels.floats.median(rows, into: &row) } else { kernels.median(rows, into: &row) }
    }
  }
}
