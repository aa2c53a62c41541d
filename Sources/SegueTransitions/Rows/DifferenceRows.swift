import SeguePixels
import SegueRendering

/// A blend of two pictures by a lookup table of the channel difference: b + left[a − b].
struct DifferenceRows: RowSource {
  let a: any RowSource
  let b: any RowSource
  /// The lookup table: the remaining difference for each original difference −255…255.
  let left: [Int16]

  var inputs: [any RowSource] { [a, b] }

  func rowsAlike(from y: Int) -> Int { min(a.rowsAlike(from: y), b.rowsAlike(from: y)) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let left: [Int16]
    private let a: RowCursor
    private let b: RowCursor
    private let kernels: Kernels

    init(_ rows: DifferenceRows, _ context: RenderContext) throws(RenderError) {
      left = rows.left
      a = try RowCursor(rows.a, context)
      b = try RowCursor(rows.b, context)
      kernels = context.kernels
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try a.withRow(y) { (a) throws(RenderError) in
        try b.withRow(y) { b in kernels.mix(a, b, differences: left, into: &row) }
      }
    }
  }
}
