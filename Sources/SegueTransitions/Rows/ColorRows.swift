package import SeguePixels
package import SegueRendering

/// A row source of a single color.
package struct ColorRows: FloatSource {
  package let size: PixelSize
  private let color: Pixel
  /// The number of `Pixel`s in memory for one pixel of the picture: 4 for rows of floats.
  private var words = 1

  /// Makes rows of a color.
  package init(size: PixelSize, color: Pixel) { (self.size, self.color) = (size, color) }

  package var inputs: [any RowSource] { [] }
  package var inFloats: any RowSource {
    var rows = ColorRows(size: PixelSize(width: 4 * size.width, height: size.height), color: color)
    rows.words = 4
    return rows
  }

  package func rowsAlike(from y: Int) -> Int { size.height }

  package func makeReader(_ context: RenderContext) -> any RowReader { Reader(color, words) }

  private final class Reader: RowReader {
    private let color: Pixel
    private let words: Int

    init(_ color: Pixel, _ words: Int) { (self.color, self.words) = (color, words) }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
      if words == 1 { row.fill(color) } else { row.fill(floats: color.floats) }
    }
  }
}
