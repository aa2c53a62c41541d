package import SeguePixels

extension Bitmap {
  /// Draws a line of text, clipped to the bitmap.
  ///
  /// - Parameters:
  ///   - text: The line of text.
  ///   - color: The color of the text.
  ///   - outline: The color of an outline, half as wide as the strokes and at least one pixel; nil for none.
  package mutating func draw(_ text: PenText, _ color: Pixel, outline: Pixel? = nil) {
    if let outline {
      for letter in text.letters { fill(letter, outline, wider: max(1, letter.width / 2)) }
    }
    for letter in text.letters { fill(letter, color, wider: 0) }
  }

  private mutating func fill(_ strokes: PenStrokes, _ color: Pixel, wider: Float) {
    let reach = strokes.width / 2 + wider + 1
    let (low, high) = (strokes.corners.0 - reach, strokes.corners.1 + reach)
    guard low.x < Float(width), low.y < Float(height), high.x > 0, high.y > 0 else { return }
    let columns = max(0, Int(low.x))..<min(width, Int(min(high.x, 1e9)) + 1)
    for y in max(0, Int(low.y))..<min(height, Int(min(high.y, 1e9)) + 1) {
      withMutableRow(y) { row in
        for x in columns {
          let away = strokes.distance(SIMD2(Float(x) + 0.5, Float(y) + 0.5)) - wider
          let coverage = max(0, min(1, 0.5 - away))
          if coverage > 0 { row[x] = color.over(row[x], coverage) }
        }
      }
    }
  }
}

extension Pixel {
  /// Composites this color over another color; `coverage`, 0…1, scales the alpha of this color.
  package func over(_ below: Pixel, _ coverage: Float = 1) -> Pixel {
    let above = SIMD4<Float>(SIMD4<UInt8>(red, green, blue, alpha)) * coverage
    let rest =
      SIMD4<Float>(SIMD4<UInt8>(below.red, below.green, below.blue, below.alpha)) * (1 - above.w / 255)
    let sum = SIMD4<UInt8>(
      (above + rest).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)),
      rounding: .toNearestOrAwayFromZero)
    return Pixel(red: sum.x, green: sum.y, blue: sum.z, alpha: sum.w)
  }
}
