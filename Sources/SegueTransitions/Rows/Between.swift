import SeguePixels
import SegueRendering

/// Rows that are made of both pictures, with the pictures themselves at the ends.
struct Between: Blend {
  private let rows: @Sendable (any RowSource, any RowSource, Double) -> any RowSource

  /// Takes what makes the rows of a frame at a progress between 0 and 1.
  init(
    _ rows: @escaping @Sendable (_ a: any RowSource, _ b: any RowSource, _ progress: Double) -> any RowSource
  ) {
    self.rows = rows
  }

  func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    // What is no number is the start, too.
    guard progress > 0 else { return a }
    if progress >= 1 { return b }
    return rows(a, b, progress)
  }
}
