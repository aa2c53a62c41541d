import SeguePixels
import SegueRendering

/// Rows of a gray and opaque picture whose channels all have the red of the input.
struct RedAsGrayRows: RowSource {
  let input: any RowSource

  var inputs: [any RowSource] { [input] }

  func rowsAlike(from y: Int) -> Int { input.rowsAlike(from: y) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    Reader(context.kernels, try RowCursor(input, context))
  }

  private final class Reader: RowReader {
    private let kernels: Kernels
    private let input: RowCursor

    init(_ kernels: Kernels, _ input: RowCursor) {
      self.kernels = kernels
      self.input = input
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try input.withRow(y) { input in
        kernels.transformColors(
          input, weights: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], offsets: [0, 0, 0, 255], shift: 0,
          into: &row)
      }
    }
  }
}
