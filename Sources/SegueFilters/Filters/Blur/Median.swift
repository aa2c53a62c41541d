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

private struct MedianRows: RowSource {
  let input: any RowSource

  var inputs: [any RowSource] { [input] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    Reader(context.kernels, try RowWindow(input, radius: 1, context))
  }

  private final class Reader: RowReader {
    private let kernels: Kernels
    private let window: RowWindow

    init(_ kernels: Kernels, _ window: RowWindow) {
      self.kernels = kernels
      self.window = window
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      kernels.median(try window.rows(around: y), into: &row)
    }
  }
}
