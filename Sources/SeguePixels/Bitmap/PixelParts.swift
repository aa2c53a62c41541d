import CSegueKernels

/// A list of column spans to copy from pictures to the same columns of a row.
///
/// A row may have dozens of short spans; one call copies all of them.
package final class PixelParts {
  private let pictures: [Bitmap]
  private let parts: UnsafeMutablePointer<segue_part>
  private let capacity: Int
  private var count = 0
  /// The smallest width and the largest height of a frame for which all spans are valid.
  private var width = 0
  private var height = Int.max

  /// Makes a list for up to `capacity` spans of the given pictures.
  package init(of pictures: [Bitmap], capacity: Int) {
    self.pictures = pictures
    self.capacity = capacity
    parts = .allocate(capacity: max(1, capacity))
  }

  deinit { parts.deallocate() }

  package func removeAll() { (count, width, height) = (0, 0, .max) }

  /// Adds a span of one of the pictures.
  package func add(_ columns: Range<Int>, of picture: Int) {
    let storage = pictures[picture].storage
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
    guard count > 0 else { return }
    precondition(width <= row.count && y >= 0 && y < height)
    row.withBytes { bytes, _ in segue_copy_parts(bytes, parts, count, y) }
  }
}
