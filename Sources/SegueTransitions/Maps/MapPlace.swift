package import SegueFilters
package import SeguePixels

/// A pixel center, with the coordinates that map formulas use.
package struct MapPlace {
  /// Width of the frame in pixels.
  package let width: Double
  /// Height of the frame in pixels.
  package let height: Double
  /// The horizontal position, 0…1.
  package let u: Double
  /// The vertical position, 0…1.
  package let v: Double

  /// Makes the center of a pixel.
  package init(x: Int, y: Int, _ size: PixelSize) {
    (width, height) = (Double(size.width), Double(size.height))
    (u, v) = ((Double(x) + 0.5) / width, (Double(y) + 0.5) / height)
  }

  /// The distance from the vertical center line, 0…1.
  var a: Double { abs(2 * u - 1) }
  /// The distance from the horizontal center line, 0…1.
  var b: Double { abs(2 * v - 1) }

  /// The pixels to the right of a share of the width.
  func right(of share: Double) -> Double { (u - share) * width }
  /// The pixels below a share of the height.
  func below(_ share: Double) -> Double { (v - share) * height }
}

/// A named map: the turn of each pixel, 0 first … 1 last, for any frame size.
package struct MapFormula: Sendable {
  package let name: String
  package var aliases: [String] = []
  package let summary: String
  /// The directions in which values differ.
  package var extent = OrderMap.Extent.both
  package let value: @Sendable (MapPlace) -> Double
}
