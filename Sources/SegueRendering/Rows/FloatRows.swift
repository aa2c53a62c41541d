package import SeguePixels

/// A source that can also compute its rows with floats.
///
/// A row of floats has four premultiplied floats a pixel, stored as four `Pixel`s, so a source of floats is
/// four times as wide as the picture. Cursors, windows and canvases store these rows like 8-bit rows. A
/// source that only moves pixels returns a source of its own type, over the float rows of its inputs, with
/// four columns for each column of the picture.
package protocol FloatSource: RowSource {
  /// The rows as floats.
  var inFloats: any RowSource { get }
}

/// A source that can also compute opaque rows of 16 bits directly, without floats.
package protocol WordSource: RowSource {
  /// A function that writes row `y` of an opaque frame with 16 bits a sample; nil if rows must be computed as
  /// floats.
  var wordRows: (@Sendable (_ y: Int, inout MutableSpan<UInt16>, FloatKernels) -> Void)? { get }
}

extension RowSource {
  /// The rows as floats; rows of a source that computes with 8 bits are converted.
  package var floats: any RowSource { (self as? any FloatSource)?.inFloats ?? WidenedRows(source: self) }

  /// The 8-bit rows, converted to floats.
  package var widened: any RowSource { WidenedRows(source: self) }

  /// The size of the picture in pixels, for a source of floats.
  package var floatSize: PixelSize { PixelSize(width: size.width / 4, height: size.height) }

  /// For a source of floats, the names of the filters that compute with 8 bits, among its direct and indirect
  /// inputs.
  package var eightBitFilters: [String] {
    var names: [String] = []
    if let rows = self as? WidenedRows {
      if !rows.isPicture { names.append(rows.name) }
    } else {
      for name in inputs.flatMap(\.eightBitFilters) where !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Renders all rows to a bitmap with the given sample depth, in the given context.
  ///
  /// - Throws: `RenderError` if memory is exhausted or the rows cannot be rendered.
  package func rendered(as depth: SampleDepth, _ context: RenderContext) throws(RenderError) -> Bitmap {
    if depth == .eight { return try rendered(context) }
    if let bitmap, bitmap.depth == depth { return bitmap }
    let kernels = context.kernels.floats
    let picture = try WholeInput(floats).bitmap(context)
    return try Bitmap(DeepStorage.of(floats: picture, depth, kernels), kernels: kernels)
  }
}

/// The 8-bit rows of another source, converted to floats.
private struct WidenedRows: RowSource {
  let source: any RowSource

  var inputs: [any RowSource] { [source] }
  var size: PixelSize { PixelSize(width: 4 * source.size.width, height: source.size.height) }
  /// Whether the source is a picture, not a filter.
  var isPicture: Bool { source.inputs.isEmpty }
  /// The name of the filter, derived from the name of the source's type.
  var name: String {
    var name = ""
    for letter in String(describing: type(of: source)).split(separator: "<")[0] {
      if letter.isUppercase, !name.isEmpty { name.append("-") }
      name.append(letter.lowercased())
    }
    return name.hasSuffix("-rows") ? String(name.dropLast(5)) : name
  }

  func rowsAlike(from y: Int) -> Int { source.rowsAlike(from: y) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    Reader(try RowCursor(source, context), context.kernels.floats)
  }

  private final class Reader: RowReader {
    private let cursor: RowCursor
    private let kernels: FloatKernels

    init(_ cursor: RowCursor, _ kernels: FloatKernels) { (self.cursor, self.kernels) = (cursor, kernels) }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try cursor.withRow(y) { kernels.read($0, into: &row) }
    }
  }
}

/// The rows of a bitmap with more than 8 bits, converted to floats when they are read.
package struct DeepRows: RowSource {
  /// The bitmap's samples.
  package let storage: DeepStorage

  package var inputs: [any RowSource] { [] }
  package var size: PixelSize { PixelSize(width: 4 * storage.size.width, height: storage.size.height) }

  package func makeReader(_ context: RenderContext) -> any RowReader {
    Reader(storage, context.kernels.floats)
  }

  private final class Reader: RowReader {
    private let storage: DeepStorage
    private let kernels: FloatKernels

    init(_ storage: DeepStorage, _ kernels: FloatKernels) {
      (self.storage, self.kernels) = (storage, kernels)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
      storage.readFloats(y, 0..<storage.size.width, into: &row, kernels)
    }
  }
}

extension Range<Int> {
  /// The range of columns that a range of pixels takes in a row of floats, which has four columns a pixel.
  package var inFloats: Range<Int> { 4 * lowerBound..<4 * upperBound }
}

extension Bitmap: FloatSource {
  package var inFloats: any RowSource { deep.map { DeepRows(storage: $0) } ?? WidenedRows(source: self) }
}
