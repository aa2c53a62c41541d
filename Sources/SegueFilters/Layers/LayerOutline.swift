import SeguePixels

/// The coverage of the frame's pixels by a layer.
struct LayerOutline: Sendable {
  /// The transform from the frame to the layer.
  private let inverse: PixelTransform
  private let halfWidth: Double
  private let halfHeight: Double
  private let radius: Double
  private let edges: Layers.Layer.Edges
  /// The extent of half a pixel of the frame, in pixels of the layer; 0 for hard edges.
  let margin: (across: Double, down: Double)

  /// Makes an outline; nil for a layer with hard edges and square corners.
  init?(_ layer: Layers.Layer, _ inverse: PixelTransform, width: Double, height: Double) {
    guard layer.edges == .smooth || layer.cornerRadius > 0 else { return nil }
    self.inverse = inverse
    (halfWidth, halfHeight) = (width / 2, height / 2)
    radius = max(0, min(layer.cornerRadius, width / 2, height / 2))
    edges = layer.edges
    margin =
      edges == .smooth
      ? (Self.length(inverse.a, inverse.c) / 2, Self.length(inverse.b, inverse.d) / 2) : (0, 0)
  }

  private static func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

  /// Whether every pixel of row `y` in a range of columns is fully covered.
  func isWhole(_ y: Int, _ columns: Range<Int>) -> Bool { whole(of: y, within: columns) == columns }

  /// Returns the fully covered pixels of a row.
  func whole(of y: Int, within columns: Range<Int>) -> Range<Int> { run(columns) { coverage($0, y) == 1 } }

  /// Returns the pixels of a row that are covered at least in part.
  func touched(of y: Int, within columns: Range<Int>) -> Range<Int> { run(columns) { coverage($0, y) > 0 } }

  /// Returns the columns from the first to the last column that passes a test; since layers are convex, the
  /// columns between also pass.
  private func run(_ columns: Range<Int>, where isIn: (Int) -> Bool) -> Range<Int> {
    guard let first = columns.first(where: isIn) else { return columns.upperBound..<columns.upperBound }
    return first..<(columns.last(where: isIn) ?? first) + 1
  }

  /// Returns the coverage of a pixel, 0…1.
  func coverage(_ x: Int, _ y: Int) -> Float {
    let (column, row) = (Double(x) + 0.5, Double(y) + 0.5)
    let u = inverse.a * column + inverse.c * row + inverse.tx - halfWidth
    let v = inverse.b * column + inverse.d * row + inverse.ty - halfHeight
    // The vector to the pixel from the center of the circle that rounds the nearest corner.
    let (across, down) = (abs(u) - halfWidth + radius, abs(v) - halfHeight + radius)
    if across > 0 && down > 0 && radius > 0 {
      let distance = Self.length(across, down)
      guard edges == .smooth else { return distance < radius ? 1 : 0 }
      // The magnitude of the distance's gradient, for steps of one pixel of the frame.
      let (left, up) = (u < 0 ? -across : across, v < 0 ? -down : down)
      let steepness = Self.length(
        (left * inverse.a + up * inverse.b) / distance, (left * inverse.c + up * inverse.d) / distance)
      return Float(max(0, min(1, 0.5 + (radius - distance) / steepness)))
    }
    guard edges == .smooth else { return abs(u) < halfWidth && abs(v) < halfHeight ? 1 : 0 }
    return Float(
      Self.overlap(u, halfWidth, margin.across) * Self.overlap(v, halfHeight, margin.down))
  }

  /// Returns the share of the interval `center` ± `reach` that lies in the interval ±`half`.
  private static func overlap(_ center: Double, _ half: Double, _ reach: Double) -> Double {
    let inside = min(center + reach, half) - max(center - reach, -half)
    return inside >= 2 * reach ? 1 : max(0, inside / (2 * reach))
  }
}
