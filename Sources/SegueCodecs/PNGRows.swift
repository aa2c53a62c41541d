import Glibc
import SeguePixels

/// The rows of a bitmap as a PNG has them: packed RGB where it is opaque, else straight RGBA.
struct PNGRows {
  /// Whether pixels have four bytes.
  let alpha: Bool
  private let source: PixelStorage
  private let isStraight: Bool
  private let kernels: Kernels

  init(_ bitmap: Bitmap, _ kernels: Kernels) {
    self.kernels = kernels
    isStraight = bitmap.straight != nil
    source = bitmap.straight ?? bitmap.storage
    alpha = isStraight || !kernels.isOpaque(source)
  }

  private var step: Int { alpha ? 4 : 3 }
  private var rowBytes: Int { step * source.size.width }

  /// Bytes of a row with the number of its filter before it.
  var lineBytes: Int { rowBytes + 1 }

  /// Packs all rows, unfiltered.
  func pack(into all: inout [UInt8]) {
    resize(&all, rowBytes * source.size.height)
    var span = all.mutableSpan
    for y in 0..<source.size.height {
      var row = span._mutatingExtracting(y * rowBytes..<(y + 1) * rowBytes)
      pack(y, into: &row)
    }
  }

  /// Filters some rows: Up where a row repeats the one above, which leaves zeros, else Average.
  ///
  /// Of PNG's five filters alone, Average gives the smallest photographs and, having fewer bytes to code, the
  /// fastest (docs/performance.md); choosing one a row costs more time than it saves bytes.
  ///
  /// - Parameters:
  ///   - range: The rows; call in rising order.
  ///   - above: The packed row before them, and afterwards the last of them.
  ///   - scratch: A row's worth of memory.
  ///   - lines: Where the filtered rows go, each after the number of its filter.
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

  /// PNG's numbers for the filters in use.
  private enum Filter: UInt8 {
    case sub = 1
    case up = 2
    case average = 3
  }

  private func repeatsPrevious(_ y: Int) -> Bool {
    guard y > 0 else { return false }
    let row = source.bytes + y * source.stride
    return memcmp(row, row - source.stride, 4 * source.size.width) == 0
  }

  private func pack(_ y: Int, into row: inout MutableSpan<UInt8>) {
    let pixels = source.row(y)
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

  private func resize(_ bytes: inout [UInt8], _ count: Int) {
    if bytes.count != count { bytes = Array(repeating: 0, count: count) }
  }
}
