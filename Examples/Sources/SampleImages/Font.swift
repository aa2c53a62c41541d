extension Canvas {
  /// Writes a line whose capitals are `size` high, standing on `y`; returns how wide it came out.
  @discardableResult
  mutating func text(
    _ string: String, _ x: Float, _ y: Float, size: Float, weight: Float = 0.125, _ paint: Paint,
    _ alignment: PenAlignment = .left
  ) -> Float {
    let line = PenText(string, x, y, size: size, weight: weight, alignment)
    for letter in line.letters { fill(.strokes(letter), paint) }
    return line.width
  }
}
