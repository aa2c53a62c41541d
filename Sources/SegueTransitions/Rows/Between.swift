import SeguePixels
import SegueRendering

/// A blend that returns the input pictures at progress 0 and 1, and computes the frames between these ends.
struct Between: Blend {
  private let rows: @Sendable (any RowSource, any RowSource, Double) -> any RowSource

  /// Makes a blend; `rows` is called only for a progress above 0 and below 1.
  init(
    _ rows: @escaping @Sendable (_ a: any RowSource, _ b: any RowSource, _ progress: Double) -> any RowSource
  ) {
    self.rows = rows
  }

  func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    // Returns the first picture for NaN, too.
    guard progress > 0 else { return a }
    if progress >= 1 { return b }
    return rows(a, b, progress)
  }
}
