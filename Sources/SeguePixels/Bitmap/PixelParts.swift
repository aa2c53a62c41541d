import CSegueKernels

/// Parts of rows that are copied from pictures, each column to its own place.
///
/// A row of a frame can have dozens of them, a few vectors long, so one call copies all of a row.
package final class PixelParts {
  private let pictures: [Bitmap]
  private let parts: UnsafeMutablePointer<segue_part>
  private let capacity: Int
  private var count = 0
  /// The columns and rows that there must be.
  private var width = 0
  private var height = Int.max

  /// Makes room for so many parts of some pictures.
  package init(of pictures: [Bitmap], capacity: Int) {
    self.pictures = pictures
    self.capacity = capacity
    parts = .allocate(capacity: max(1, capacity))
  }

  deinit { parts.deallocate() }

  package func removeAll() { (count, width, height) = (0, 0, .max) }

  /// Adds some columns of a picture.
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

  /// Copies the parts of row `y`, which all pictures have, to a row of a frame that has their columns.
  package func copy(_ y: Int, to row: inout MutableSpan<Pixel>) {
    guard count > 0 else { return }
    precondition(width <= row.count && y >= 0 && y < height)
    row.withBytes { bytes, _ in segue_copy_parts(bytes, parts, count, y) }
  }
}
