import SeguePixels
import SegueRendering

/// Rows whose straight colors are mapped through a 3D table.
struct GridRows: FloatSource {
  let input: any RowSource
  let grid: ColorGrid
  let intensity: Float
  let isTetrahedral: Bool

  var inputs: [any RowSource] { [input] }

  var inFloats: any RowSource {
    let (grid, intensity, isTetrahedral) = (grid, intensity, isTetrahedral)
    return FloatMap(input.floats) { _, row, _, out, kernels in
      kernels.mapColors(row, grid, intensity: intensity, tetrahedral: isTetrahedral, into: &out)
    }
  }

  func rowsAlike(from y: Int) -> Int { input.rowsAlike(from: y) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    Reader(self, context.kernels, try RowCursor(input, context))
  }

  private final class Reader: RowReader {
    private let rows: GridRows
    private let kernels: Kernels
    private let input: RowCursor

    init(_ rows: GridRows, _ kernels: Kernels, _ input: RowCursor) {
      self.rows = rows
      self.kernels = kernels
      self.input = input
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try input.withRow(y) {
        kernels.mapColors(
          $0, rows.grid, intensity: rows.intensity, tetrahedral: rows.isTetrahedral, into: &row)
      }
    }
  }
}
