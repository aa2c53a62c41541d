import CSegueKernels

/// A list of column spans to copy from pictures to the same columns of a row.
///
/// A row may have dozens of short spans; one call copies all of them.
package final class PixelParts {
  /// A source picture: 8-bit pixels, floats, or samples of more than 8 bits that are converted to floats.
  package enum Picture {
    case pixels(Bitmap)
    /// Four floats a pixel; each `Pixel` of the bitmap holds one float.
    case floats(Bitmap)
    case words(DeepStorage, FloatKernels)
  }

  private let pictures: [Picture]
  private let parts: UnsafeMutablePointer<segue_part>
  private let capacity: Int
  private var count = 0
  /// The spans of pictures of the case `words`, which `copy` converts to floats.
  private var converted: [(columns: Range<Int>, words: DeepStorage, kernels: FloatKernels)] = []
  /// The minimum number of `Pixel`s in a row, and the maximum height of a frame, for which all spans are
  /// valid.
  private var width = 0
  private var height = Int.max

  /// Makes a list for up to `capacity` spans of the given pictures.
  package init(of pictures: [Picture], capacity: Int) {
    self.pictures = pictures
    self.capacity = capacity
    parts = .allocate(capacity: max(1, capacity))
  }

  deinit { parts.deallocate() }

  package func removeAll() {
    (count, width, height) = (0, 0, .max)
    converted.removeAll(keepingCapacity: true)
  }

  /// Adds a span of columns of the picture at an index.
  package func add(_ columns: Range<Int>, of picture: Int) {
    switch pictures[picture] {
    case .pixels(let bitmap): add(columns, bitmap.storage)
    case .floats(let bitmap): add(4 * columns.lowerBound..<4 * columns.upperBound, bitmap.storage)
    case .words(let words, let kernels):
      converted.append((columns, words, kernels))
      (width, height) = (max(width, 4 * columns.upperBound), min(height, words.size.height))
    }
  }

  private func add(_ columns: Range<Int>, _ storage: PixelStorage) {
    precondition(count < capacity && columns.lowerBound >= 0 && columns.upperBound <= storage.size.width)
    (parts + count).initialize(
      to: segue_part(
        rows: UnsafePointer(storage.bytes.assumingMemoryBound(to: UInt8.self)), stride: storage.stride,
        height: storage.size.height, start: 4 * columns.lowerBound, bytes: 4 * columns.count))
    count += 1
    (width, height) = (max(width, columns.upperBound), min(height, storage.size.height))
  }

  /// Copies the spans from row `y` of their pictures to a row of a frame.
  package func copy(_ y: Int, to row: inout MutableSpan<Pixel>) {
    precondition(width <= row.count && y >= 0 && y < height)
    if count > 0 { row.withBytes { bytes, _ in segue_copy_parts(bytes, parts, count, y) } }
    for part in converted {
      var columns = row._mutatingExtracting(4 * part.columns.lowerBound..<4 * part.columns.upperBound)
      part.words.readFloats(y, part.columns, into: &columns, part.kernels)
    }
  }
}
