import CSegueKernels

/// Four rows of pixels, computed together in parts of 8 columns: one vector for the upper two rows, and one
/// for the lower two rows.
///
/// Machine code computes these two vectors at a time, so its loops run until the 32 pixels of a part are
/// done.
final class PixelQuads {
  static let count = 4
  private static let columns = Int(SEGUE_LANES) / 2
  /// The number of the first row; nil before the first computation.
  var first: Int?
  /// The number of bytes per pixel.
  private let size: Int
  private let memory: UnsafeMutablePointer<UInt8>

  init(vectors: Int, words: Int) {
    size = 4 * words
    memory = .allocate(capacity: vectors * Int(SEGUE_LANES) * size)
  }

  deinit { memory.deallocate() }

  /// Returns the number of vectors for the four rows.
  static func vectors(width: Int) -> Int { 2 * ((width + columns - 1) / columns) }

  static func column(ofLane lane: Int) -> Int { lane / (count * columns) * columns + lane % columns }

  /// Returns the upper row of a vector, whose lower row is the next row.
  ///
  /// A pair of rows below the frame repeats the pair above it.
  static func row(ofVector vector: Int, first: Int, height: Int) -> Int {
    first + (vector % 2 == 1 && first + 2 < height ? 2 : 0)
  }

  func pixels(of lane: Int) -> UnsafeMutablePointer<UInt8> { memory + lane * size }

  func copy(row: Int, to pixels: UnsafeMutablePointer<UInt8>, count: Int) {
    for start in stride(from: 0, to: count, by: Self.columns) {
      let from = memory + (Self.count * start + Self.columns * row) * size
      (pixels + start * size).update(from: from, count: min(Self.columns, count - start) * size)
    }
  }
}
