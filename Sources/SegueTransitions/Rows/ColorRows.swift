import SeguePixels
import SegueRendering

/// A row source of a single color.
struct ColorRows: RowSource {
  let size: PixelSize
  let color: Pixel

  var inputs: [any RowSource] { [] }

  func rowsAlike(from y: Int) -> Int { size.height }

  func makeReader(_ context: RenderContext) -> any RowReader { Reader(color) }

  private final class Reader: RowReader {
    private let color: Pixel

    init(_ color: Pixel) { self.color = color }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) { row.fill(color) }
  }
}
