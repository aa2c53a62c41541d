public import SeguePixels
public import SegueRendering
import Synchronization

/// A filter that writes a text over a picture; the text is drawn once for each frame size.
///
///     let titled = try photo.filtered(Title("Summer 2026"))
///
/// All scripts are supported, also from right to left. Lines break at the width of the frame, less the
/// margins. Emoji have colors if their font has colors. FreeType, HarfBuzz, FriBidi and Fontconfig are loaded
/// on first use.
public struct Title: Filter {
  /// The text; a newline ends a line.
  public let text: String
  /// The appearance.
  public let style: TitleStyle
  /// The opacity, 0…1, which may follow the progress.
  public var opacity: Animated = 1
  private let drawn = Drawn()

  /// The drawn texts of the last few frame sizes.
  private final class Drawn: Sendable {
    let titles = Mutex<[PixelSize: DrawnTitle]>([:])
  }

  /// Makes a title.
  public init(_ text: String, _ style: TitleStyle = TitleStyle()) { (self.text, self.style) = (text, style) }

  /// Draws the text for a frame size, and returns the characters for which no font has a glyph.
  ///
  /// - Throws: `TitleError` if a library or the font is missing; `RenderError` if memory is exhausted.
  @discardableResult
  public func prepare(for size: PixelSize) throws -> [Unicode.Scalar] { try title(for: size).missing }

  fileprivate func title(for size: PixelSize) throws -> DrawnTitle {
    try drawn.titles.withLock { titles in
      if let known = titles[size] { return known }
      let title = try DrawnTitle(text, style, in: size)
      if titles.count >= 4 { titles.removeAll() }
      titles[size] = title
      return title
    }
  }

  /// Makes the row source of the picture with the text.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let opacity = opacity(at: progress)
    return opacity > 0 && !text.isEmpty
      ? TitledRows(input: input, title: self, opacity: min(1, opacity)) : input
  }
}

/// A picture with a text over it.
private struct TitledRows: RowSource {
  let input: any RowSource
  let title: Title
  let opacity: Double

  var inputs: [any RowSource] { [input] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    let drawn: DrawnTitle
    do {
      drawn = try title.title(for: input.size)
    } catch let error as RenderError {
      throw error
    } catch {
      throw .unrenderable("\(error)")
    }
    return Reader(drawn, Float(opacity), context.kernels, try RowCursor(input, context))
  }

  private final class Reader: RowReader {
    private let title: DrawnTitle
    private let opacity: Float
    private let kernels: Kernels
    private let input: RowCursor

    init(_ title: DrawnTitle, _ opacity: Float, _ kernels: Kernels, _ input: RowCursor) {
      (self.title, self.opacity, self.kernels, self.input) = (title, opacity, kernels, input)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try input.withRow(y) { pixels in row.copy(from: pixels) }
      let line = y - title.top
      guard line >= 0, line < title.picture.height else { return }
      let columns = max(0, title.left)..<max(0, min(row.count, title.left + title.picture.width))
      guard !columns.isEmpty else { return }
      let (kernels, opacity, left) = (kernels, opacity, title.left)
      title.picture.withRow(line) { text in
        var part = row._mutatingExtracting(columns)
        kernels.overlay(
          text.extracting(columns.lowerBound - left..<columns.upperBound - left), opacity: opacity,
          onto: &part)
      }
    }
  }
}
