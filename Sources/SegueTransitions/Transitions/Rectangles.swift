import SeguePixels

extension PixelRectangle {
  /// Returns a part of the rectangle, given in shares of its width and height.
  func part(x: Double, y: Double, width: Double, height: Double) -> PixelRectangle {
    PixelRectangle(
      x: self.x + x * self.width, y: self.y + y * self.height, width: width * self.width,
      height: height * self.height)
  }

  /// Returns the rectangle, rounded to whole pixels and limited to `bounds`; its width and height are at
  /// least 1 pixel.
  func rounded(within bounds: PixelRectangle) -> PixelRectangle {
    let left = max(0, min(bounds.width - 1, x.rounded()))
    let top = max(0, min(bounds.height - 1, y.rounded()))
    return PixelRectangle(
      x: left, y: top, width: max(1, min(bounds.width - left, width.rounded())),
      height: max(1, min(bounds.height - top, height.rounded())))
  }

  /// Returns a corner of the rectangle, or the middle of a side.
  func corner(_ corner: Corner) -> PixelPoint {
    PixelPoint(
      x: x + width * Double(corner.across + 1) / 2, y: y + height * Double(corner.down + 1) / 2)
  }

  /// Returns the smallest y coordinate of the rectangle after a transform.
  func top(after transform: PixelTransform) -> Double {
    transform.ty + min(transform.b * x, transform.b * (x + width))
      + min(transform.d * y, transform.d * (y + height))
  }

  /// Interpolates linearly between this rectangle and another.
  func between(_ other: PixelRectangle, _ progress: Double) -> PixelRectangle {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * progress }
    return PixelRectangle(
      x: mix(x, other.x), y: mix(y, other.y), width: mix(width, other.width),
      height: mix(height, other.height))
  }

  /// Returns the intersection with another rectangle, rounded to whole pixels; nil if the intersection is
  /// empty.
  func whole(within bounds: PixelRectangle) -> PixelRectangle? {
    let (left, top) = (max(x, bounds.x).rounded(), max(y, bounds.y).rounded())
    let right = min(x + width, bounds.x + bounds.width).rounded()
    let bottom = min(y + height, bounds.y + bounds.height).rounded()
    guard left < right, top < bottom else { return nil }
    return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension PixelTransform {
  /// Returns the scale and translation that map one rectangle to another.
  static func taking(_ start: PixelRectangle, to end: PixelRectangle) -> PixelTransform {
    PixelTransform.translation(x: -start.x, y: -start.y)
      .followed(
        by: .scale(x: end.width / start.width, y: end.height / start.height, about: PixelPoint(x: 0, y: 0))
      )
      .translated(x: end.x, y: end.y)
  }
}
