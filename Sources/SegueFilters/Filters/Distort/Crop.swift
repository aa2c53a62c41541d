// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePixels
public import SegueRendering

/// Crops the picture to a rectangle.
///
///     let middle = try (photo --> Crop(x: 0.25, y: 0.25, width: 0.5, height: 0.5)).frame()
///
/// The rectangle is given as fractions of the sides, from the top left. Its edges are rounded to whole pixels
/// and clamped to the picture, with at least one pixel.
///
/// - Cost: a copy of the rows.
/// - Source: GPUImageCropFilter.
public struct Crop: Filter {
  /// The left edge, 0…1 of the width.
  public var x = 0.0
  /// The upper edge, 0…1 of the height.
  public var y = 0.0
  /// The width of the rectangle, 0…1 of the picture's width.
  public var width = 1.0
  /// The height of the rectangle, 0…1 of the picture's height.
  public var height = 1.0

  /// Makes a crop to the whole picture.
  public init() {}

  /// Makes a crop to a rectangle, in fractions of the sides.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Makes the rows inside the rectangle.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let columns = Self.range(x, width, input.size.width)
    let rows = Self.range(y, height, input.size.height)
    if columns.count == input.size.width && rows.count == input.size.height { return input }
    return CroppedRows(input: input, columns: columns, rows: rows)
  }

  /// Converts a part of a side, given by start and length as fractions, to whole pixels: at least one of the
  /// `count` pixels of the side.
  private static func range(_ start: Double, _ length: Double, _ count: Int) -> Range<Int> {
    func edge(_ place: Double, _ least: Int, _ most: Int) -> Int {
      place.isFinite ? Int(min(max(place * Double(count), Double(least)), Double(most)).rounded()) : least
    }
    let first = edge(start, 0, count - 1)
    return first..<edge(start + length, first + 1, count)
  }
}

extension Crop: SelfDescribing {
  public static let name = "crop"
  public static let summary = "A rectangle of the picture, without the rest."
  public static let source: String? = "GPUImageCropFilter; cropRegion = x, y, width, height"
  public static let parameters: [NamedParameter<Crop>] = [
    .number("x", \.x, in: 0...1, unit: "of the width", "The left edge.").shown("0.25"),
    .number("y", \.y, in: 0...1, unit: "of the height", "The upper edge.").shown("0.25"),
    .number(
      "width", \.width, in: 0...1, unit: "of the width", "How much of it stays; one pixel is the least."
    )
    .shown("0.5"),
    .number(
      "height", \.height, in: 0...1, unit: "of the height", "How much of it stays; one pixel is the least."
    )
    .shown("0.5"),
  ]
}

private struct CroppedRows: FloatSource {
  let input: any RowSource
  let columns: Range<Int>
  let rows: Range<Int>

  var inputs: [any RowSource] { [input] }
  var inFloats: any RowSource {
    CroppedRows(input: input.floats, columns: columns.inFloats, rows: rows)
  }
  var size: PixelSize { PixelSize(width: columns.count, height: rows.count) }

  func rowsAlike(from y: Int) -> Int {
    min(input.rowsAlike(from: rows.lowerBound + y) - rows.lowerBound, rows.count)
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    Reader(self, try RowCursor(input, context))
  }

  private final class Reader: RowReader {
    private let cropped: CroppedRows
    private let cursor: RowCursor

    init(_ cropped: CroppedRows, _ cursor: RowCursor) {
      self.cropped = cropped
      self.cursor = cursor
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try cursor.withRow(cropped.rows.lowerBound + y) { pixels in
        for x in row.indices { row[x] = pixels[cropped.columns.lowerBound + x] }
      }
    }
  }
}
