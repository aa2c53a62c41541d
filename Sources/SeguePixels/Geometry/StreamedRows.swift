import Dispatch
import SeguePlatform

/// A function that converts a row of RGBA8 pixels in place, for example to another color space.
package typealias RowConversion = @Sendable (UnsafeMutableRawPointer) -> Void

/// A picture that is resampled while it is decoded.
///
/// A ring buffer holds only the rows in use.
///
/// The decoder delivers rows on its own thread, and waits while the ring is full. A single thread reads the
/// rows from the top.
///
/// The class is `@unchecked Sendable`, since the compiler cannot verify that semaphores prevent simultaneous
/// access.
package final class StreamedRows: @unchecked Sendable {
  /// A function that decodes all rows from the top and delivers them in batches; the last batch may be
  /// smaller.
  package typealias Decoder = @Sendable (_ take: Take) -> Void
  /// A function that receives a batch of rows without padding.
  package typealias Take = (_ rows: UnsafePointer<UInt8>, _ count: Int) -> Void

  /// The number of rows in a batch.
  package static let batch = 16

  package let size: PixelSize
  private let decode: Decoder
  private let convert: RowConversion?
  private let (filled, free, ended) = (
    DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchGroup()
  )
  private var ring: PixelStorage?
  /// Numbers of rows, counted from the top of the picture: rows delivered by the decoder, rows available to
  /// the reader, and rows released by the reader.
  private var (given, available, released) = (0, 0, 0)

  /// Makes a picture from a decoder of opaque or premultiplied rows; the reader applies `convert` to each
  /// row.
  ///
  /// Decoding and conversion run on different threads. Nothing is decoded before the picture is fitted.
  package init(_ size: PixelSize, convert: RowConversion?, decode: @escaping Decoder) {
    (self.size, self.convert, self.decode) = (size, convert, decode)
  }

  /// Resamples the picture to a frame while decoding; returns after all rows are decoded.
  package func fitted(
    to framing: Framing, of extent: Extent, _ level: SIMDLevel
  ) throws(RenderError) -> Bitmap {
    defer {
      // Lets the decoder read the remaining rows as well, which validates the whole file.
      for _ in 0...size.height / Self.batch { free.signal() }
      ended.wait()
    }
    return try Fitting(source: self, extent: extent, framing, Execution(level: level)).fitted(to: framing)
  }

  /// Copies a batch of rows into the ring, on the decoder's thread.
  private func give(_ rows: UnsafePointer<UInt8>, _ count: Int, to ring: PixelStorage) {
    free.wait()
    for index in 0..<count {
      let row = ring.bytes + (given + index) % ring.size.height * ring.stride
      memcpy(row, rows + 4 * index * size.width, 4 * size.width)
    }
    given += count
    filled.signal()
  }
}

extension StreamedRows: ResampleSource {
  func begin(taps: Int) throws(RenderError) {
    // The number of batches in the ring: the batches that an output row needs at any alignment, plus two that
    // are being filled.
    let batches = (taps + Self.batch - 1) / Self.batch + 3
    let ring = try PixelStorage(PixelSize(width: size.width, height: batches * Self.batch))
    self.ring = ring
    for _ in 0..<batches { free.signal() }
    guard !startThread(in: ended, { [self] in handOver(to: ring) }) else { return }
    // If no thread can be started, decodes all rows first and holds them.
    let all = size.height / Self.batch + 1
    let whole = try PixelStorage(PixelSize(width: size.width, height: all * Self.batch))
    self.ring = whole
    for _ in 0..<all { free.signal() }
    handOver(to: whole)
  }

  private func handOver(to ring: PixelStorage) {
    decode { rows, count in give(rows, count, to: ring) }
    // Unblocks the reader if the decoder stopped early.
    for _ in 0...size.height / Self.batch { filled.signal() }
  }

  func add(
    row y: Int, _ columns: Range<Int>, weight: Float, to sums: inout MutableSpan<Float>, first: Bool,
    _ kernels: Kernels
  ) {
    guard let ring else { return }
    while first && released + Self.batch <= y {
      released += Self.batch
      free.signal()
    }
    while available <= y {
      filled.wait()
      for row in available..<min(available + Self.batch, size.height) {
        convert?(ring.bytes + row % ring.size.height * ring.stride)
      }
      available += Self.batch
    }
    let row = ring.row(y % ring.size.height).span
    kernels.resampleDown(row.extracting(columns), weight: weight, into: &sums, first: first)
  }
}
