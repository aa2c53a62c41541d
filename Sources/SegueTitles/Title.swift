public import SeguePixels
public import SegueRendering
import Synchronization

/// A filter that writes a text over a picture; the text is drawn once for each frame size.
///
///     let titled = try photo.filtered(Title("Summer 2026"))
///
/// All scripts are supported, including right-to-left scripts. Lines break at the width of the frame, less
/// the margins. Emoji have colors if their font has colors. FreeType, HarfBuzz, FriBidi and Fontconfig are
/// loaded on first use.
public struct Title: Filter {
  /// The text; a newline ends a line.
  public let text: String
  /// The appearance of the text.
  public let style: TitleStyle
  /// The opacity, 0…1, which may follow the progress.
  public var opacity: Animated = 1
  /// The progress 0…1 of the text's entrance, whose kind is in `style`; 1 shows the text at its position.
  public var presence: Animated = 1
  /// The distance in pixels by which the text is moved from the position in the style: up if the position is
  /// in the lower half of the frame, else down.
  package var distance = 0
  private let drawn = Drawn()

  /// The drawn text for each of up to four frame sizes.
  private final class Drawn: Sendable {
    let titles = Mutex<[PixelSize: DrawnTitle]>([:])
  }

  /// Makes a title.
  public init(_ text: String, _ style: TitleStyle = TitleStyle()) { (self.text, self.style) = (text, style) }

  /// The most recently used titles, at most four.
  private static let recent = Mutex<[Title]>([])

  /// Returns the cached title that has this text and style, or makes one and adds it to the cache, which has
  /// the four most recent titles.
  ///
  /// A filter with formulas is made again for each frame; without the cache, its text would be drawn again,
  /// too.
  package static func kept(_ text: String, _ style: TitleStyle) -> Title {
    recent.withLock { titles in
      let known = titles.firstIndex { $0.text == text && $0.style == style }
      let title = known.map { titles.remove(at: $0) } ?? Title(text, style)
      titles.append(title)
      if titles.count > 4 { titles.removeFirst() }
      return title
    }
  }

  /// Draws the text for a frame size, and returns characters for which no font has a glyph, at most 32.
  ///
  /// - Throws: `TitleError` if a library or the font is missing, or if the text is too long; `RenderError` if
  ///   memory is exhausted.
  @discardableResult
  public func prepare(for size: PixelSize) throws -> [Unicode.Scalar] { try title(for: size).missing }

  /// Returns the height of the lines, including the box behind them, in pixels of a frame of the given size.
  ///
  /// - Throws: `TitleError` if a library or the font is missing, or if the text is too long; `RenderError` if
  ///   memory is exhausted.
  package func height(for size: PixelSize) throws -> Double { try title(for: size).height }

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
    let presence = min(1, presence(at: progress))
    let opacity = min(1, opacity(at: progress)) * (style.entrance == .fade ? presence : 1)
    guard presence > 0, opacity > 0, !text.isEmpty else { return input }
    // Moves the text quickly at the edge of the frame and slowly near its final position.
    let way = style.entrance == .fade ? 1 : 1 - (1 - presence) * (1 - presence) * (1 - presence)
    return TitledRows(input: input, title: self, opacity: Float(opacity), way: way)
  }

  /// Returns the text's pixels for a frame size, and the position of their top left corner in the frame;
  /// `way` is the position of a sliding text, as in `TitledRows`.
  fileprivate func place(in frame: PixelSize, way: Double) throws -> (
    text: any RowSource, left: Int, top: Int
  ) {
    let drawn = try title(for: frame)
    var (x, y) = (Double(drawn.left), Double(drawn.top + (style.place.down > 0.5 ? -distance : distance)))
    let (width, height) = (Double(drawn.picture.width), Double(drawn.picture.height))
    switch style.entrance {
    case .fade: break
    case .left: x = -width + way * (x + width)
    case .right: x = Double(frame.width) + way * (x - Double(frame.width))
    case .top: y = -height + way * (y + height)
    case .bottom: y = Double(frame.height) + way * (y - Double(frame.height))
    }
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let isWhole = x == left && y == top
    return (
      isWhole ? drawn.picture : ShiftedRows(picture: drawn.picture, x: Float(x - left), y: Float(y - top)),
      Int(left), Int(top)
    )
  }
}

/// A picture moved by a fraction of a pixel to the right and down; the result has one more column and row.
private struct ShiftedRows: RowSource {
  let picture: Bitmap
  let x: Float
  let y: Float

  var inputs: [any RowSource] { [picture] }
  var size: PixelSize { PixelSize(width: picture.width + 1, height: picture.height + 1) }

  func makeReader(_ context: RenderContext) -> any RowReader { Reader(self, context.kernels) }

  private final class Reader: RowReader {
    private let rows: ShiftedRows
    private let kernels: Kernels
    private var above: [Pixel]
    private var below: [Pixel]

    init(_ rows: ShiftedRows, _ kernels: Kernels) {
      (self.rows, self.kernels) = (rows, kernels)
      above = Array(repeating: .clear, count: rows.size.width)
      below = above
    }

    private static func weight(_ share: Float) -> Int16 { Int16(min(32767, (share * 32768).rounded())) }

    /// Writes row `y` of the picture, moved to the right by a fraction of a pixel; writes a transparent row
    /// if `y` is outside of the picture.
    private func fill(_ line: inout [Pixel], _ y: Int) {
      let (count, height) = (rows.picture.width, rows.picture.height)
      guard (0..<height).contains(y) else {
        for index in line.indices { line[index] = .clear }
        return
      }
      let padded: [Pixel] = rows.picture.withRow(y) { row in [.clear] + (0..<count).map { row[$0] } + [.clear]
      }
      var out = line.mutableSpan
      kernels.mix(
        padded.span.extracting(1...), padded.span.extracting(..<(count + 1)), weight: Self.weight(rows.x),
        into: &out, streaming: false)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
      fill(&above, y - 1)
      fill(&below, y)
      let (first, second) = (below, above)
      kernels.mix(first.span, second.span, weight: Self.weight(rows.y), into: &row, streaming: false)
    }
  }
}

/// A picture with a text over it.
private struct TitledRows: FloatSource {
  let input: any RowSource
  let title: Title
  let opacity: Float
  /// The position of a sliding text: 0 outside the frame, 1 at its final position.
  let way: Double

  var inputs: [any RowSource] { [input] }
  var inFloats: any RowSource { TitledFloats(rows: self) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    let kernels = context.kernels
    return try reader(of: input, { $0 }, 1, context) { text, part in
      kernels.overlay(text, opacity: opacity, onto: &part)
    }
  }

  /// Makes a reader of rows in which each pixel takes `scale` elements; `form` converts the text to rows of
  /// this kind, and `overlay` composites a part of a text row onto a part of an input row.
  fileprivate func reader(
    of input: any RowSource, _ form: (any RowSource) -> any RowSource, _ scale: Int, _ context: RenderContext,
    _ overlay: @escaping (Span<Pixel>, inout MutableSpan<Pixel>) -> Void
  ) throws(RenderError) -> any RowReader {
    let (text, left, top): (any RowSource, Int, Int)
    do {
      (text, left, top) = try title.place(in: self.input.size, way: way)
    } catch let error as RenderError {
      throw error
    } catch {
      throw .unrenderable("\(error)")
    }
    let rows = form(text)
    return Reader(
      input: try RowCursor(input, context), text: try RowCursor(rows, context),
      columns: scale * left..<scale * left + rows.size.width, lines: top..<top + rows.size.height,
      overlay: overlay)
  }

  private final class Reader: RowReader {
    private let input: RowCursor
    private let text: RowCursor
    private let columns: Range<Int>
    private let lines: Range<Int>
    private let overlay: (Span<Pixel>, inout MutableSpan<Pixel>) -> Void

    init(
      input: RowCursor, text: RowCursor, columns: Range<Int>, lines: Range<Int>,
      overlay: @escaping (Span<Pixel>, inout MutableSpan<Pixel>) -> Void
    ) {
      (self.input, self.text, self.columns, self.lines, self.overlay) = (input, text, columns, lines, overlay)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try input.withRow(y) { pixels in row.copy(from: pixels) }
      guard lines.contains(y) else { return }
      let shown = columns.clamped(to: 0..<row.count)
      guard !shown.isEmpty else { return }
      try text.withRow(y - lines.lowerBound) { text in
        var part = row._mutatingExtracting(shown)
        overlay(
          text.extracting(shown.lowerBound - columns.lowerBound..<shown.upperBound - columns.lowerBound),
          &part)
      }
    }
  }
}

/// A picture with float samples, with a text over it.
private struct TitledFloats: RowSource {
  let rows: TitledRows
  private let input: any RowSource

  init(rows: TitledRows) { (self.rows, input) = (rows, rows.input.floats) }

  var inputs: [any RowSource] { [input] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    let (kernels, opacity) = (context.kernels.floats, rows.opacity)
    return try rows.reader(of: input, { $0.floats }, 4, context) { text, part in
      kernels.overlay(text, opacity: opacity, onto: &part)
    }
  }
}
