/// Unretained access to the rows of a bitmap; the holder must retain the bitmap itself.
///
/// Retaining the bitmap for every row would cost more than blending the row: the atomic operation waits until
/// the row's streaming stores have left the core (a cross-dissolve at 1080p that retained rows took 1.7 times
/// as long).
package struct BorrowedRows: @unchecked Sendable {
  private let bytes: UnsafeMutableRawPointer
  private let stride: Int
  private let width: Int
  private let rows: Range<Int>

  package init(_ bitmap: Bitmap) { self.init(bitmap.storage, rows: 0..<bitmap.height) }

  /// Borrows storage that holds the given rows of a frame, from row `rows.lowerBound` on.
  package init(_ storage: PixelStorage, rows: Range<Int>) {
    precondition(rows.count <= storage.size.height, "no such rows")
    bytes = storage.bytes
    stride = storage.stride
    width = storage.size.width
    self.rows = rows
  }

  @inline(__always)
  package func withRow<Result, Failure>(
    _ y: Int, _ body: (Span<Pixel>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(rows.contains(y), "row outside the bitmap")
    let start = (bytes + (y - rows.lowerBound) * stride).assumingMemoryBound(to: Pixel.self)
    return try body(UnsafeBufferPointer(start: start, count: width).span)
  }
}

/// Unretained access to a rectangle of a bitmap; the holder must retain the bitmap itself.
package struct BorrowedPart: @unchecked Sendable {
  let bytes: UnsafePointer<UInt8>
  let stride: Int
  package let size: PixelSize

  /// Borrows a rectangle; nil if the rectangle is empty or exceeds the bitmap.
  package init?(_ bitmap: Bitmap, x: Int, y: Int, width: Int, height: Int) {
    guard x >= 0, y >= 0, width > 0, height > 0, width <= bitmap.width - x, height <= bitmap.height - y else {
      return nil
    }
    let start = bitmap.storage.bytes + y * bitmap.storage.stride + 4 * x
    bytes = UnsafePointer(start.assumingMemoryBound(to: UInt8.self))
    stride = bitmap.storage.stride
    size = PixelSize(width: width, height: height)
  }

  @inline(__always)
  package func withRow<Result, Failure>(
    _ y: Int, _ body: (Span<Pixel>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(y >= 0 && y < size.height, "row outside the part")
    let row = UnsafeRawPointer(bytes + y * stride).assumingMemoryBound(to: Pixel.self)
    return try body(UnsafeBufferPointer(start: row, count: size.width).span)
  }
}
