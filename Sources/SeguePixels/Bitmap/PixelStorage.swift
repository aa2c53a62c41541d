import SeguePlatform
import Synchronization

/// The memory of a bitmap, freed with the last reference.
///
/// Rows of 128 pixels and more are aligned to 64 bytes, which adds at most an eighth of their size. Narrower
/// rows have no padding: with padding, a picture one pixel wide would take 16 times the memory.
///
/// The class is `@unchecked Sendable`, since the compiler cannot verify that a storage is written only while
/// a single bitmap holds it.
package final class PixelStorage: @unchecked Sendable {
  package let size: PixelSize
  /// The distance between rows in bytes; depends only on the width.
  package let stride: Int
  /// The memory; its pixels are undefined while `isPending`.
  private let memory: UnsafeMutableRawPointer
  /// A function that writes all pixels at their first use and is then set to nil; nil from the start if the
  /// owner of the storage writes the pixels.
  private let pending: Mutex<((UnsafeMutableRawPointer, _ stride: Int) -> Void)?>
  private let isPending: Atomic<Bool>
  /// The cached result of `isOpaque`: 0 unknown, 1 false, 2 true.
  private let opacity = Atomic(0)

  package convenience init(_ size: PixelSize) throws(RenderError) { try self.init(size, pending: nil) }

  /// Reserves memory for pixels that are written at their first use.
  ///
  /// - Parameters:
  ///   - size: The size.
  ///   - fill: Writes all rows, at a distance of `stride` bytes.
  /// - Throws: `RenderError` if the size is invalid or memory is exhausted.
  convenience init(
    _ size: PixelSize, filledOnUse fill: sending @escaping (UnsafeMutableRawPointer, _ stride: Int) -> Void
  ) throws(RenderError) {
    try self.init(size, pending: fill)
  }

  private init(
    _ size: PixelSize, pending: sending ((UnsafeMutableRawPointer, _ stride: Int) -> Void)?
  ) throws(RenderError) {
    isPending = Atomic(pending != nil)
    self.pending = Mutex(pending)
    let (rowBytes, rowOverflow) = size.width.multipliedReportingOverflow(by: 4)
    let (padded, padOverflow) = rowBytes.addingReportingOverflow(63)
    let isNarrow = size.width < 128
    let stride = isNarrow ? rowBytes : padded & ~63
    let (pixelBytes, pixelOverflow) = stride.multipliedReportingOverflow(by: size.height)
    // Adds 8 bytes, since kernels read pairs of pixels: in a picture of one column, the second pixel of the
    // last pair is past the last row.
    let (count, endOverflow) = pixelBytes.addingReportingOverflow(isNarrow ? 8 : 0)
    guard size.width > 0, size.height > 0, !rowOverflow, !padOverflow, !pixelOverflow,
      !endOverflow
    else {
      throw .invalidSize(size)
    }
    var memory: UnsafeMutableRawPointer?
    // Requests huge pages from the system: a 1080p frame has 4 pages instead of 2,025 (decoding two frames
    // and rendering one takes 0.9 × the time that it takes with small pages). The last page is also huge,
    // unless more than a quarter of it would be unused.
    let hugePage = 2 << 20
    let hugeBytes = (count + hugePage / 4) / hugePage * hugePage
    let isLarge = hugeBytes >= 2 * hugePage
    guard posix_memalign(&memory, isLarge ? hugePage : 64, max(count, isLarge ? hugeBytes : 0)) == 0,
      let memory
    else { throw .outOfMemory(size) }
    if isLarge { madvise(memory, hugeBytes, MADV_HUGEPAGE) }
    self.size = size
    self.stride = stride
    self.memory = memory
  }

  deinit { free(memory) }

  /// The address of the first row; pending pixels are written before it is returned.
  package var bytes: UnsafeMutableRawPointer {
    if isPending.load(ordering: .acquiring) { fill() }
    return memory
  }

  private func fill() {
    pending.withLock { fill in
      fill?(memory, stride)
      fill = nil
      isPending.store(false, ordering: .releasing)
    }
  }

  /// Whether every pixel is opaque; cached until pixels change.
  var isOpaque: Bool {
    let known = opacity.load(ordering: .relaxed)
    if known != 0 { return known == 2 }
    let isOpaque = Kernels.preferred.isOpaque(self)
    opacity.store(isOpaque ? 2 : 1, ordering: .relaxed)
    return isOpaque
  }

  /// Whether each pixel is opaque or transparent black, so that straight and premultiplied pixels are equal.
  ///
  /// If true, the bitmap needs no second copy of its pixels: for example, a small picture on a large
  /// transparent canvas.
  var isAlsoPremultiplied: Bool {
    (0..<size.height).allSatisfy { y in
      let row = (bytes + y * stride).assumingMemoryBound(to: UInt32.self)
      return (0..<size.width).allSatisfy { x in
        let pixel = UInt32(littleEndian: row[x])
        return pixel == 0 || pixel >= 0xff00_0000
      }
    }
  }

  /// Clears the cached result of `isOpaque`; to be called before pixels are written.
  func willChange() { opacity.store(0, ordering: .relaxed) }

  package func row(_ y: Int) -> UnsafeMutableBufferPointer<Pixel> {
    precondition(y >= 0 && y < size.height, "row outside the bitmap")
    let start = (bytes + y * stride).assumingMemoryBound(to: Pixel.self)
    return UnsafeMutableBufferPointer(start: start, count: size.width)
  }

  /// Fills all pixels with one color.
  package func fill(_ pixel: Pixel) {
    for y in 0..<size.height {
      let row = row(y)
      var pixels = row.mutableSpan
      pixels.fill(pixel)
    }
  }

  /// Copies the pixels; traps if memory is exhausted.
  func copy() -> PixelStorage {
    guard let copy = try? PixelStorage(size) else { preconditionFailure("out of memory") }
    memcpy(copy.bytes, bytes, stride * size.height)
    return copy
  }

  func hasSamePixels(as other: PixelStorage) -> Bool {
    (0..<size.height).allSatisfy { y in
      memcmp(bytes + y * stride, other.bytes + y * other.stride, size.width * 4) == 0
    }
  }
}
