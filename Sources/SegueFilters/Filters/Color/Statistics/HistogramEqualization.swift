// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePixels
public import SegueRendering

/// Equalizes the histogram: levels with many pixels get more contrast.
///
///     let clear = try (photo --> HistogramEqualization()).frame()
///
/// - Cost: the whole picture is rendered and counted once.
/// - Source: GPUImageHistogramEqualizationFilter, which counts every 16th pixel; this filter counts all
///   pixels.
public struct HistogramEqualization: Filter {
  /// The channel or channels to equalize; `luminance` does not change hues.
  public var channel = HistogramChannel.rgb

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let channel = channel
    return MeasuredRows(input, { picture, _, _ in PictureHistogram(of: picture) }) { picture, histogram in
      if channel == .luminance {
        return LuminanceRows(input: picture, levels: histogram.equalized(3))
      }
      let levels = (0..<3).map { channel.colors.contains($0) ? histogram.equalized($0) : nil }
      return ChannelRows(input: picture) { channel, value in
        levels[channel].map { $0[Int((value * 255).rounded())] } ?? value
      } floatFunction: { channel, value in
        levels[channel].map { Self.level(of: value, in: $0) } ?? value
      }
    }
  }
}

extension HistogramEqualization {
  /// Returns the equalized value of a channel value 0…1, interpolated between the 256 levels.
  fileprivate static func level(of value: Double, in levels: [Double]) -> Double {
    let place = value * 255
    let first = Int(place)
    return levels[first] + (levels[min(first + 1, 255)] - levels[first]) * (place - Double(first))
  }
}

extension HistogramEqualization: SelfDescribing {
  public static let name = "histogram-equalization"
  public static let aliases = ["equalize"]
  public static let summary = "More contrast where most pixels are."
  public static let source: String? = "GPUImageHistogramEqualizationFilter; histogramType = channel"
  public static let parameters: [NamedParameter<HistogramEqualization>] = [
    .word("channel", \.channel, "Channel that is equalized; luminance keeps the hues.")
  ]
}

/// Rows of a picture with equalized luminance: all color channels of a pixel are shifted by the change of the
/// pixel's luminance.
private struct LuminanceRows: FloatSource {
  let input: any RowSource
  let levels: [Double]

  var inputs: [any RowSource] { [input] }

  var inFloats: any RowSource {
    let levels = levels + [levels[255]]
    return FloatMap(input.floats) { _, row, _, out, _ in
      let count = row.count / 4
      out.withFloats { out in
        row.withFloats { row in
          for pixel in 0..<count {
            let alpha = row[4 * pixel + 3]
            var color = SIMD4<Double>.zero
            for channel in 0..<3 where alpha > 0 { color[channel] = Double(row[4 * pixel + channel] / alpha) }
            let distance = Self.distance(of: color, in: levels)
            for channel in 0..<3 {
              out[4 * pixel + channel] = Float((color[channel] + distance).within(0...1)) * alpha
            }
            out[4 * pixel + 3] = alpha
          }
        }
      }
    }
  }

  /// Returns the amount by which equalization changes a color's luminance, interpolated between levels.
  private static func distance(of color: SIMD4<Double>, in levels: [Double]) -> Double {
    let light = luminance(of: color).within(0...1)
    let (level, share) = (Int(light * 255), (light * 255).truncatingRemainder(dividingBy: 1))
    return levels[level] + (levels[level + 1] - levels[level]) * share - light
  }

  func rowsAlike(from y: Int) -> Int { input.rowsAlike(from: y) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    Reader(levels, try RowCursor(input, context))
  }

  private final class Reader: RowReader {
    private let levels: [Double]
    private let input: RowCursor

    init(_ levels: [Double], _ input: RowCursor) {
      self.levels = levels + [levels[255]]
      self.input = input
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try input.withRow(y) { pixels in for x in row.indices { row[x] = moved(pixels[x]) } }
    }

    /// Shifts the color channels of a pixel by the change of the pixel's luminance.
    private func moved(_ pixel: Pixel) -> Pixel {
      guard pixel.alpha > 0 else { return .clear }
      let alpha = Double(pixel.alpha)
      let color = SIMD4(Double(pixel.red), Double(pixel.green), Double(pixel.blue), 0) / alpha
      let distance = LuminanceRows.distance(of: color, in: levels)
      func channel(_ value: Double) -> UInt8 { UInt8(((value + distance).within(0...1) * alpha).rounded()) }
      return Pixel(red: channel(color.x), green: channel(color.y), blue: channel(color.z), alpha: pixel.alpha)
    }
  }
}
