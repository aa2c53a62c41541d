// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePixels
public import SegueRendering

/// Packs the red of 2 × 2 pixels into the channels of one pixel: top left, top right, bottom left and bottom
/// right into red, green, blue and alpha.
///
///     let packed = try (photo --> ColorPacking()).frame()
///
/// The result is data for another program: half the width and height, rounded up, with alpha as data. Pixels
/// are premultiplied, so colors lose precision where alpha is small.
///
/// - Cost: a copy of the rows.
/// - Source: GPUImageColorPackingFilter.
public struct ColorPacking: Filter {
  /// Makes the filter.
  public init() {}

  /// Makes the packed rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    PackedRows(input: input)
  }
}

extension ColorPacking: SelfDescribing {
  public static let name = "color-packing"
  public static let summary = "The red of four pixels in the channels of one: data for other programs."
  public static let source: String? = "GPUImageColorPackingFilter"
  public static let parameters: [NamedParameter<ColorPacking>] = []
}

private struct PackedRows: RowSource {
  let input: any RowSource

  var inputs: [any RowSource] { [input] }
  var size: PixelSize {
    // Reads the input's size only once: with two reads in each of n nested filters, there would be 2ⁿ calls.
    let whole = input.size
    return PixelSize(width: (whole.width + 1) / 2, height: (whole.height + 1) / 2)
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    Reader(input.size, try RowCursor(input, context))
  }

  private final class Reader: RowReader {
    private let size: PixelSize
    private let input: RowCursor
    private var upper: [UInt8]

    init(_ size: PixelSize, _ input: RowCursor) {
      self.size = size
      self.input = input
      upper = Array(repeating: 0, count: size.width)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try input.withRow(2 * y) { pixels in for x in upper.indices { upper[x] = Self.red(pixels[x]) } }
      try input.withRow(min(2 * y + 1, size.height - 1)) { lower in
        for x in row.indices {
          let (left, right) = (2 * x, min(2 * x + 1, size.width - 1))
          row[x] = Pixel(
            straightRed: upper[left], green: upper[right], blue: Self.red(lower[left]),
            alpha: Self.red(lower[right]))
        }
      }
    }

    /// Returns the red of the straight color.
    private static func red(_ pixel: Pixel) -> UInt8 {
      pixel.alpha == 0
        ? 0 : UInt8(min(255, (510 * Int(pixel.red) + Int(pixel.alpha)) / (2 * Int(pixel.alpha))))
    }
  }
}

extension Pixel {
  fileprivate init(straightRed red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    func channel(_ value: UInt8) -> UInt8 { UInt8((2 * Int(value) * Int(alpha) + 255) / 510) }
    self.init(red: channel(red), green: channel(green), blue: channel(blue), alpha: alpha)
  }
}
