extension Canvas {
  /// Draws a line of text on the baseline `y`, with capitals of height `size`; returns its width.
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
