// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePlatform
import SeguePixels
public import SegueRendering

/// Detects straight lines by a Hough transform of edges.
///
///     let marked = try (photo --> HoughTransformLineDetection()).frame()
///
/// Edge pixels of `CannyEdgeDetection` vote for lines in 180 directions; parallel lines are one pixel apart.
/// A line is drawn if the share of edge pixels on it reaches the threshold, and its number of votes is a
/// local maximum.
///
/// - Cost: Canny's edges of the whole picture, and 180 additions for each edge pixel.
/// - Source: GPUImageHoughTransformLineDetector, which votes in parallel coordinates, with a threshold
///   relative to the highest count.
public struct HoughTransformLineDetection: Filter {
  /// The standard deviation of the blur before edge detection, in pixels.
  public var sigma: Animated = 2
  /// The magnitude of the gradient, 0…1, from which pixels are edges.
  public var upperThreshold: Animated = 0.4
  /// The magnitude of the gradient, 0…1, up to which pixels are not edges.
  public var lowerThreshold: Animated = 0.1
  /// The minimum share of edge pixels on a line.
  public var threshold: Animated = 0.25
  /// Whether lines are drawn on the picture; otherwise they are white on black.
  public var marks = true

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    var edges = CannyEdgeDetection()
    (edges.sigma, edges.upperThreshold, edges.lowerThreshold) = (sigma, upperThreshold, lowerThreshold)
    let threshold = threshold(at: progress)
    let lines = MeasuredRows(
      edges.apply(to: input, at: progress),
      { picture, _, _ in LineCounts(of: picture).lines(above: threshold) }
    ) { picture, lines in StraightLineRows(size: picture.size, lines: lines, reach: 1) }
    return marks ? Stage.mark(input, lines, at: progress) : lines
  }
}

extension HoughTransformLineDetection: SelfDescribing {
  public static let name = "hough-transform-line-detection"
  public static let aliases = ["hough", "hough-transform-line-detector"]
  public static let summary = "Straight lines through many edge pixels."
  public static let source: String? =
    "GPUImageHoughTransformLineDetector; blurRadiusInPixels = sigma; edgeThreshold = upperThreshold; lineDetectionThreshold = threshold"
  public static let parameters: [NamedParameter<HoughTransformLineDetection>] = [
    .number("sigma", \.sigma, in: 0...500, unit: "pixels", "Standard deviation of the blur before."),
    .number(
      "upperThreshold", \.upperThreshold, in: 0...1, "Gradient from which a pixel belongs to an edge."),
    .number(
      "lowerThreshold", \.lowerThreshold, in: 0...1, "Gradient up to which a pixel belongs to no edge."),
    .number("threshold", \.threshold, in: 0...1, "How much of a line must be edge."),
    .flag("marks", \.marks, "Red lines on the picture; white on black otherwise."),
  ]
}

/// The accumulator of the Hough transform: the number of votes for each line.
private struct LineCounts {
  private static let directions = 180

  private let size: PixelSize
  private let reach: Int
  /// The votes for lines, by direction, then by distance from −reach to reach pixels.
  private var counts: [Int32]

  private var span: Int { 2 * reach + 1 }

  private static func direction(_ index: Int) -> (across: Double, down: Double) {
    let angle = Double(index) * .pi / Double(directions)
    return (cos(angle), sin(angle))
  }

  init(of edges: Bitmap) {
    size = edges.size
    reach = Int(hypot(Double(size.width), Double(size.height)).rounded(.up))
    counts = Array(repeating: 0, count: Self.directions * (2 * reach + 1))
    let directions = (0..<Self.directions).map(Self.direction)
    for y in 0..<edges.height {
      edges.withRow(y) { row in
        for x in row.indices where row[x].red > 127 {
          for (index, direction) in directions.enumerated() {
            let distance = Int((Double(x) * direction.across + Double(y) * direction.down).rounded())
            counts[index * span + reach + distance] += 1
          }
        }
      }
    }
  }

  /// Returns the lines that have a share of edge pixels of at least `threshold`, and the maximum number of
  /// votes among lines within 3 directions and 5 pixels.
  func lines(above threshold: Double) -> [StraightLine] {
    var lines: [StraightLine] = []
    for index in 0..<Self.directions {
      let direction = Self.direction(index)
      for distance in -reach...reach {
        let count = counts[index * span + reach + distance]
        guard count > 0 else { continue }
        let line = StraightLine(across: direction.across, down: direction.down, distance: Double(distance))
        // Lines that cross only a corner of the picture need as many votes as a line that is a quarter as
        // long as the picture's shorter side.
        let length = max(crossed(by: line), Double(min(size.width, size.height)) / 4)
        if Double(count) >= threshold * length && isHighest(index, distance, count) { lines.append(line) }
      }
    }
    return lines
  }

  /// Returns the number of columns or of rows of the picture that a line crosses, whichever is larger.
  private func crossed(by line: StraightLine) -> Double {
    let (width, height) = (Double(size.width), Double(size.height))
    // The part of the line inside the picture, as a range of distances along the line.
    var part = -1e9...1e9
    for (start, step, end) in [
      (line.across * line.distance, -line.down, width), (line.down * line.distance, line.across, height),
    ] {
      if abs(step) < 1e-9 {
        if start < -0.5 || start > end - 0.5 { return 0 }
        continue
      }
      let (a, b) = ((-0.5 - start) / step, (end - 0.5 - start) / step)
      let (low, high) = (max(part.lowerBound, min(a, b)), min(part.upperBound, max(a, b)))
      guard low < high else { return 0 }
      part = low...high
    }
    return (part.upperBound - part.lowerBound) * max(abs(line.across), abs(line.down))
  }

  private func isHighest(_ index: Int, _ distance: Int, _ count: Int32) -> Bool {
    for turn in -3...3 {
      for step in -5...5 where turn != 0 || step != 0 {
        var (other, place) = (index + turn, distance + step)
        // A direction beyond half a turn gives the same lines, with negated distances.
        if other < 0 || other >= Self.directions {
          other = (other + Self.directions) % Self.directions
          place = -place
        }
        guard abs(place) <= reach else { continue }
        let neighbor = counts[other * span + reach + place]
        // Of several lines with equal counts, the first is taken.
        if neighbor > count || (neighbor == count && (turn, step) < (0, 0)) { return false }
      }
    }
    return true
  }
}
