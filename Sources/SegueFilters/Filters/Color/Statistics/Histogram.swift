// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePixels
public import SegueRendering

/// Draws the picture's histogram, from black on the left to white on the right.
///
///     let bars = try (photo --> Histogram()).frame()
///
/// The bar of the most frequent level has the picture's height. Overlapping bars of red, green and blue are
/// added: white where all three overlap.
///
/// - Cost: the whole picture is rendered and counted once.
/// - Source: GPUImageHistogramGenerator with GPUImageHistogramFilter, which counts every 16th pixel; this
///   filter counts all pixels.
public struct Histogram: Filter {
  /// The channel or channels whose histogram is drawn.
  public var channel = HistogramChannel.rgb

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let channel = channel
    return MeasuredRows(input, { picture, _, _ in PictureHistogram(of: picture) }) { picture, histogram in
      BarRows(histogram, channel, picture.size)
    }
  }
}

extension Histogram: SelfDescribing {
  public static let name = "histogram"
  public static let summary = "The frequency of each level, from black to white."
  public static let source: String? =
    "GPUImageHistogramFilter, GPUImageHistogramGenerator; histogramType = channel"
  public static let parameters: [NamedParameter<Histogram>] = [
    .word("channel", \.channel, "Channel that is counted.")
  ]
}

private struct BarRows: RowSource {
  let size: PixelSize
  /// The heights of the bars of red, green and blue in each column, in pixels.
  let heights: [SIMD4<Double>]

  var inputs: [any RowSource] { [] }

  init(_ histogram: PictureHistogram, _ channel: HistogramChannel, _ size: PixelSize) {
    self.size = size
    func counts(_ color: Int) -> [Int] { histogram[channel == .luminance ? 3 : color] }
    let most = Double(max(1, channel.colors.compactMap { counts($0).max() }.max() ?? 1))
    heights = (0..<size.width).map { x in
      let first = x * 256 / size.width
      let levels = first..<max(first + 1, (x + 1) * 256 / size.width)
      var heights = SIMD4<Double>.zero
      for color in channel.colors {
        heights[color] = Double(counts(color)[levels].max() ?? 0) / most * Double(size.height)
      }
      return heights
    }
  }

  func makeReader(_ context: RenderContext) -> any RowReader { Reader(self) }

  private final class Reader: RowReader {
    private let bars: BarRows

    init(_ bars: BarRows) { self.bars = bars }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
      let height = Double(bars.size.height - y) - 0.5
      for x in row.indices {
        let heights = bars.heights[x]
        row[x] = Pixel(
          red: heights.x > height ? 255 : 0, green: heights.y > height ? 255 : 0,
          blue: heights.z > height ? 255 : 0)
      }
    }
  }
}
