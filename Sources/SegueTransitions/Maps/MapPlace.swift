package import SegueFilters
package import SeguePixels

/// The middle of a pixel, as formulas of maps ask for it.
package struct MapPlace {
  /// Width of the frame in pixels.
  package let width: Double
  /// Height of the frame in pixels.
  package let height: Double
  /// Share of the width that is left of it.
  package let u: Double
  /// Share of the height that is above it.
  package let v: Double

  /// The place of a pixel of a frame.
  package init(x: Int, y: Int, _ size: PixelSize) {
    (width, height) = (Double(size.width), Double(size.height))
    (u, v) = ((Double(x) + 0.5) / width, (Double(y) + 0.5) / height)
  }

  /// How far it is from the vertical line through the middle, of 1.
  var a: Double { abs(2 * u - 1) }
  /// How far it is from the horizontal line through the middle, of 1.
  var b: Double { abs(2 * v - 1) }

  /// Pixels to the right of a share of the width.
  func right(of share: Double) -> Double { (u - share) * width }
  /// Pixels below a share of the height.
  func below(_ share: Double) -> Double { (v - share) * height }
}

/// A map by its name: when a pixel changes, 0 first … 1 last, whatever the size of the frame.
package struct MapFormula: Sendable {
  package let name: String
  package var aliases: [String] = []
  package let summary: String
  /// In which direction its values differ.
  package var extent = OrderMap.Extent.both
  package let value: @Sendable (MapPlace) -> Double
}
