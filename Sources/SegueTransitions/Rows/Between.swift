import SeguePixels
import SegueRendering

/// A blend that returns the pictures themselves at both ends.
struct Between: Blend {
  private let rows: @Sendable (any RowSource, any RowSource, Double) -> any RowSource

  /// Makes a blend; `rows` is called for a progress between 0 and 1.
  init(
    _ rows: @escaping @Sendable (_ a: any RowSource, _ b: any RowSource, _ progress: Double) -> any RowSource
  ) {
    self.rows = rows
  }

  func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    // NaN counts as the start.
    guard progress > 0 else { return a }
    if progress >= 1 { return b }
    return rows(a, b, progress)
  }
}
