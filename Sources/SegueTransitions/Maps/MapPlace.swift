package import SegueFilters
package import SeguePixels

/// A pixel center, with the coordinates that map formulas use.
package struct MapPlace {
  /// Width of the frame in pixels.
  package let width: Double
  /// Height of the frame in pixels.
  package let height: Double
  /// The horizontal position, 0 at the left and 1 at the right edge.
  package let u: Double
  /// The vertical position, 0 at the top and 1 at the bottom edge.
  package let v: Double

  /// Computes the coordinates of a pixel's center.
  package init(x: Int, y: Int, _ size: PixelSize) {
    (width, height) = (Double(size.width), Double(size.height))
    (u, v) = ((Double(x) + 0.5) / width, (Double(y) + 0.5) / height)
  }

  /// The horizontal distance from the center: 0 in the middle, 1 at the left and right edges.
  var a: Double { abs(2 * u - 1) }
  /// The vertical distance from the center: 0 in the middle, 1 at the top and bottom edges.
  var b: Double { abs(2 * v - 1) }

  /// Returns the horizontal distance in pixels from a column, given as a share of the width; positive to the
  /// right of the column.
  func right(of share: Double) -> Double { (u - share) * width }
  /// Returns the vertical distance in pixels from a row, given as a share of the height; positive below the
  /// row.
  func below(_ share: Double) -> Double { (v - share) * height }
}

/// A wipe map as a formula, for any frame size.
///
/// The value of a pixel is the progress at which the pixel changes: 0 first, 1 last.
package struct MapFormula: Sendable {
  package let name: String
  package var aliases: [String] = []
  package let summary: String
  /// The directions in which values vary: only from row to row, only from column to column, or both.
  package var extent = OrderMap.Extent.both
  package let value: @Sendable (MapPlace) -> Double
}
