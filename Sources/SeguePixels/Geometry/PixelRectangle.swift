/// A point in pixels, with x to the right and y down.
public struct PixelPoint: Hashable, Sendable {
  /// The distance from the left edge of the picture, in pixels.
  public var x: Double
  /// The distance from the top edge of the picture, in pixels.
  public var y: Double

  /// Makes a point from distances in pixels to the left and the top edge.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle in pixels.
public struct PixelRectangle: Hashable, Sendable {
  /// The distance of the rectangle's left edge from the picture's left edge, in pixels.
  public var x: Double
  /// The distance of the rectangle's top edge from the picture's top edge, in pixels.
  public var y: Double
  /// The width in pixels.
  public var width: Double
  /// The height in pixels.
  public var height: Double

  /// Makes a rectangle from its left and top edge, width and height, in pixels.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The center of the rectangle.
  public var center: PixelPoint { PixelPoint(x: x + width / 2, y: y + height / 2) }
}
