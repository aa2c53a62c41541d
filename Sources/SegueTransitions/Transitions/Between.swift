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
    if progress <= 0 { return a }
    if progress >= 1 { return b }
    return rows(a, b, progress)
  }
}

/// One color.
struct ColorRows: RowSource {
  let size: PixelSize
  let color: Pixel

  var inputs: [any RowSource] { [] }

  func rowsAlike(from y: Int) -> Int { size.height }

  func makeReader(_ context: RenderContext) -> any RowReader { Reader(color) }

  private final class Reader: RowReader {
    private let color: Pixel

    init(_ color: Pixel) { self.color = color }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) { row.update(repeating: color) }
  }
}

/// A rectangle of one picture, and another one around it.
struct PartRows: RowSource {
  let inside: any RowSource
  let outside: any RowSource
  let columns: Range<Int>
  let rows: Range<Int>

  var inputs: [any RowSource] { [inside, outside] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: BorrowingReader {
    private let part: PartRows
    private let inside: RowCursor
    private let outside: RowCursor
    /// What whole rows are borrowed from.
    private let bitmaps: (inside: Bitmap?, outside: Bitmap?)

    init(_ part: PartRows, _ context: RenderContext) throws(RenderError) {
      self.part = part
      inside = try RowCursor(part.inside, context)
      outside = try RowCursor(part.outside, context)
      bitmaps = (part.inside.bitmap, part.outside.bitmap)
    }

    func borrowedRows(from y: Int) -> (part: BorrowedPart, rows: Range<Int>)? {
      let isInside = part.rows.contains(y) && !part.columns.isEmpty
      guard let bitmap = isInside ? bitmaps.inside : bitmaps.outside,
        !isInside || part.columns == 0..<bitmap.width,
        let whole = BorrowedPart(bitmap, x: 0, y: 0, width: bitmap.width, height: bitmap.height)
      else { return nil }
      let end =
        isInside
        ? part.rows.upperBound
        : y < part.rows.lowerBound && !part.columns.isEmpty ? part.rows.lowerBound : bitmap.height
      return (whole, y..<end)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let columns = part.rows.contains(y) ? part.columns : 0..<0
      let width = row.count
      if columns.count < width {
        try outside.withRow(y) { pixels in
          for range in columns.isEmpty ? [0..<width] : [0..<columns.lowerBound, columns.upperBound..<width] {
            var rest = row._mutatingExtracting(range)
            rest.copy(from: pixels.extracting(range))
          }
        }
      }
      if !columns.isEmpty {
        var middle = row._mutatingExtracting(columns)
        try inside.withRow(y) { middle.copy(from: $0.extracting(columns)) }
      }
    }
  }
}

/// Rows of one picture in front of another one: which row of it is seen in each, or none.
struct SlidRows: RowSource {
  let front: any RowSource
  let back: any RowSource
  let rows: [Int?]

  var inputs: [any RowSource] { [front, back] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let rows: [Int?]
    private let front: RowCursor
    private let back: RowCursor

    init(_ slid: SlidRows, _ context: RenderContext) throws(RenderError) {
      rows = slid.rows
      front = try RowCursor(slid.front, context)
      back = try RowCursor(slid.back, context)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      if let other = rows[y] {
        try front.withRow(other) { row.copy(from: $0) }
      } else {
        try back.withRow(y) { row.copy(from: $0) }
      }
    }
  }
}

/// Pixels of a picture by their columns and rows.
struct PickedRows: RowSource {
  let input: any RowSource
  /// Which column is shown in each; nil: its own.
  let columns: [Int]?
  /// Which row is shown in each.
  let rows: [Int]

  var inputs: [any RowSource] { [input] }

  /// Takes which columns and rows are shown; those outside are the nearest inside.
  init(_ input: any RowSource, columns: ((Int) -> Int)? = nil, rows: ((Int) -> Int)? = nil) {
    let size = input.size
    self.input = input
    self.columns = columns.map { column in (0..<size.width).map { min(size.width - 1, max(0, column($0))) } }
    self.rows = (0..<size.height).map { min(size.height - 1, max(0, rows?($0) ?? $0)) }
  }

  func rowsAlike(from y: Int) -> Int {
    var end = y + 1
    while end < rows.count, rows[end] == rows[y] { end += 1 }
    return end
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let picked: PickedRows
    private let cursor: RowCursor

    init(_ picked: PickedRows, _ context: RenderContext) throws(RenderError) {
      self.picked = picked
      cursor = try RowCursor(picked.input, context)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try cursor.withRow(picked.rows[y]) { input in
        guard let columns = picked.columns else { return row.copy(from: input) }
        for x in row.indices { row[x] = input[columns[x]] }
      }
    }
  }
}
