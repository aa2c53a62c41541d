// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

/// Draws straight lines across the picture.
///
///     var lines = Lines()
///     lines.lines = [[0.5, 0], [-0.5, 0]]
///     let crossed = try (photo --> lines).frame()
///
/// A line is y = slope · x + intercept, with x from −1 at the left to 1 at the right, and y from −1 at the
/// top to 1 at the bottom. A slope beyond 100000 makes a vertical line at x = intercept.
///
/// - Cost: writing the pixels.
/// - Source: GPUImageLineGenerator, which draws without a picture below.
public struct Lines: Filter {
  /// The slope and intercept of each line; NaN draws nothing.
  public var lines: [SIMD2<Double>] = [[1, 0]]
  /// The width of the lines in pixels.
  public var lineWidth: Animated = 1
  /// The color of the lines.
  public var color = Pixel(red: 0, green: 255, blue: 0)
  /// Whether lines are drawn on the picture; otherwise they are white on black.
  public var marks = true

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let rows = StraightLineRows(
      size: input.size,
      lines: lines.filter { !$0.x.isNaN && !$0.y.isNaN }.map { line($0, in: input.size) },
      reach: lineWidth(at: progress).within(0...1000) / 2)
    return marks ? Stage.mark(input, rows, at: progress, ["mark": color.parts]) : rows
  }

  private func line(_ line: SIMD2<Double>, in size: PixelSize) -> StraightLine {
    let (width, height) = (Double(size.width), Double(size.height))
    guard abs(line.x) <= 100_000 else {
      return StraightLine(across: 1, down: 0, distance: (line.y + 1) * width / 2 - 0.5)
    }
    let length = (width * width + height * height * line.x * line.x).squareRoot()
    let (across, down) = (-height * line.x / length, width / length)
    // The line's y at the left edge of the picture, in pixels from the top edge; distances of lines count
    // from the center of the first pixel.
    let left = (line.y - line.x + 1) * height / 2
    return StraightLine(across: across, down: down, distance: down * left - (across + down) / 2)
  }
}

extension Lines: SelfDescribing {
  public static let name = "line"
  public static let aliases = ["lines", "line-generator"]
  public static let summary = "Straight lines across the picture."
  public static let source: String? = "GPUImageLineGenerator; renderLinesFromArray = lines; lineColor = color"
  public static let example: String? = "lines=0.5,0,-0.5,0,lineWidth=3"
  public static let parameters: [NamedParameter<Lines>] = [
    .groups(
      "lines", of: "slope,intercept", \.lines, in: -1e6...1e6,
      "Where y = slope · x + intercept, from −1 to 1 across the picture and down."),
    .number("lineWidth", \.lineWidth, in: 0...1000, unit: "pixels", "How wide they are."),
    .color("color", \.color, "Their color."),
    .flag("marks", \.marks, "Lines on the picture; white on black otherwise."),
  ]
}
