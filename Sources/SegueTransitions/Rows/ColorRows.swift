import SeguePixels
import SegueRendering

/// A row source of a single color.
struct ColorRows: FloatSource {
  let size: PixelSize
  let color: Pixel
  /// The number of `Pixel`s in memory for one pixel of the picture: 4 for rows of floats.
  var words = 1

  var inputs: [any RowSource] { [] }
  var inFloats: any RowSource {
    ColorRows(size: PixelSize(width: 4 * size.width, height: size.height), color: color, words: 4)
  }

  func rowsAlike(from y: Int) -> Int { size.height }

  func makeReader(_ context: RenderContext) -> any RowReader { Reader(color, words) }

  private final class Reader: RowReader {
    private let color: Pixel
    private let words: Int

    init(_ color: Pixel, _ words: Int) { (self.color, self.words) = (color, words) }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
      if words == 1 { row.fill(color) } else { row.fill(floats: color.floats) }
    }
  }
}
