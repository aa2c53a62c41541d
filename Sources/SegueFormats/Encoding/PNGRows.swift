import CSegueCodecs
import SeguePlatform
import SeguePixels

/// Rows of a bitmap, or of a rectangle in the bitmap, as RGB or straight RGBA for PNG.
struct PNGRows {
  /// Whether pixels are RGBA rather than RGB.
  let alpha: Bool
  private let source: PixelStorage
  private let part: segue_rectangle
  private let isStraight: Bool
  private let kernels: Kernels

  /// Makes rows of the whole bitmap or of the rectangle `part`.
  ///
  /// Nil for `alpha` keeps alpha unless the bitmap is opaque.
  init(_ bitmap: Bitmap, _ kernels: Kernels, part: segue_rectangle? = nil, alpha: Bool? = nil) {
    self.kernels = kernels
    self.part = part ?? segue_rectangle(wholeOf: bitmap.size)
    source = bitmap.straight ?? bitmap.storage
    isStraight = bitmap.straight != nil || bitmap.isOpaque
    self.alpha = alpha ?? !bitmap.isOpaque
  }

  private var step: Int { alpha ? 4 : 3 }
  private var rowBytes: Int { step * Int(part.width) }

  /// The number of rows of the bitmap or rectangle.
  var count: Int { Int(part.height) }

  /// The number of bytes in a filtered row, including the byte before it that has the filter type.
  var lineBytes: Int { rowBytes + 1 }

  /// Writes the pixels of all rows to `all`, without filtering and without filter types.
  func pack(into all: inout [UInt8]) {
    resize(&all, rowBytes * count)
    var span = all.mutableSpan
    for y in 0..<count {
      var row = span._mutatingExtracting(y * rowBytes..<(y + 1) * rowBytes)
      pack(y, into: &row)
    }
  }

  /// Filters rows: with Up if a row equals the row above, which leaves zeros; with Sub in the first row; else
  /// with Average.
  ///
  /// Of PNG's five filters, each applied to all rows, Average gives the smallest files for photographs, and
  /// takes the least time, since it leaves the fewest bytes to deflate
  /// (docs/decisions/0013-png-rows-by-average-or-up.md). Choosing among all filters for each row would save
  /// some bytes, but not enough for the time that it takes.
  ///
  /// - Parameters:
  ///   - range: The rows to filter; successive calls must pass successive ranges.
  ///   - above: The unfiltered row above the range; afterwards, the unfiltered last row of the range.
  ///   - scratch: Memory for one row.
  ///   - lines: Receives the filtered rows, each preceded by its filter type.
  func filter(_ range: Range<Int>, above: inout [UInt8], scratch: inout [UInt8], into lines: inout [UInt8]) {
    resize(&above, rowBytes)
    resize(&scratch, rowBytes)
    resize(&lines, max(lines.count, range.count * lineBytes))
    var out = lines.mutableSpan
    for y in range {
      let start = (y - range.lowerBound) * lineBytes
      let repeats = repeatsPrevious(y)
      out[start] = (repeats ? Filter.up : y == 0 ? .sub : .average).rawValue
      var line = out._mutatingExtracting(start + 1..<start + lineBytes)
      if repeats {
        for index in line.indices { line[index] = 0 }
        continue
      }
      var row = scratch.mutableSpan
      pack(y, into: &row)
      if y == 0 {
        kernels.subtractLeft(row.span, step: step, into: &line)
      } else {
        kernels.subtractAverage(row.span, above: above.span, step: step, into: &line)
      }
      swap(&above, &scratch)
    }
  }

  /// The filter types of PNG that `filter` uses.
  private enum Filter: UInt8 {
    case sub = 1
    case up = 2
    case average = 3
  }

  private func repeatsPrevious(_ y: Int) -> Bool {
    guard y > 0, let row = pixels(y).baseAddress, let above = pixels(y - 1).baseAddress else { return false }
    return memcmp(row, above, 4 * Int(part.width)) == 0
  }

  private func pack(_ y: Int, into row: inout MutableSpan<UInt8>) {
    let pixels = pixels(y)
    guard alpha else { return kernels.dropAlpha(pixels.span, into: &row) }
    row.withUnsafeMutableBytes { bytes in
      if isStraight {
        bytes.copyMemory(from: UnsafeRawBufferPointer(pixels))
      } else {
        let straight = bytes.assumingMemoryBound(to: Pixel.self)
        var span = straight.mutableSpan
        kernels.unpremultiply(pixels.span, into: &span)
      }
    }
  }

  private func pixels(_ y: Int) -> UnsafeMutableBufferPointer<Pixel> {
    UnsafeMutableBufferPointer(
      rebasing: source.row(Int(part.y) + y)[Int(part.x)..<Int(part.x + part.width)])
  }

  private func resize(_ bytes: inout [UInt8], _ count: Int) {
    if bytes.count != count { bytes = Array(repeating: 0, count: count) }
  }
}

/// Filters rows in batches, with reused memory.
struct PNGBatches {
  private var packed: [UInt8] = []
  private var above: [UInt8] = []
  private var filtered: [UInt8] = []

  /// Filters all rows, and calls `body` for each batch with a buffer, the number of its bytes in use, and
  /// whether the batch is the last one.
  mutating func filter(
    _ rows: PNGRows, _ body: ([UInt8], Int, Bool) throws -> Void
  ) throws {
    // A batch of about 256 KiB stays in the L2 cache between filtering and deflating.
    let batch = max(1, 262_144 / rows.lineBytes)
    for start in stride(from: 0, to: rows.count, by: batch) {
      let end = min(start + batch, rows.count)
      rows.filter(start..<end, above: &above, scratch: &packed, into: &filtered)
      try body(filtered, (end - start) * rows.lineBytes, end == rows.count)
    }
  }
}
