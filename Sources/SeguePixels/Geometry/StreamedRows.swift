import Dispatch
import Glibc

/// Converts a row of RGBA8 in place.
package typealias RowConversion = @Sendable (UnsafeMutableRawPointer) -> Void

/// A picture that is resampled while it is decoded; only the rows needed are held, in a ring.
///
/// A decoder delivers rows on its own thread, and waits while the ring is full. One thread reads them, from
/// the top.
///
/// Unchecked, since the compiler cannot see that semaphores keep the two threads apart.
package final class StreamedRows: @unchecked Sendable {
  /// Delivers the rows from the top, `batch` at a time; the last batch may be smaller.
  package typealias Decoder = @Sendable (_ take: Take) -> Void
  /// Receives rows without gaps.
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
  /// Rows delivered, rows available to the reader, and rows that are no longer needed.
  private var (given, available, released) = (0, 0, 0)

  /// Makes a picture from a decoder of opaque or premultiplied rows, and a conversion that the reader applies
  /// to each row.
  ///
  /// Decoding and conversion thus run on two cores. Nothing is called yet.
  package init(_ size: PixelSize, convert: RowConversion?, decode: @escaping Decoder) {
    (self.size, self.convert, self.decode) = (size, convert, decode)
  }

  /// Resamples the picture to a frame while it is decoded; returns when all of it is decoded.
  package func fitted(
    to framing: Framing, of extent: Extent, _ level: SIMDLevel
  ) throws(RenderError) -> Bitmap {
    defer {
      // Decodes the remaining rows as well, which validates the file.
      for _ in 0...size.height / Self.batch { free.signal() }
      ended.wait()
    }
    return try Fitting(source: self, extent: extent, framing, Execution(level: level)).fitted(to: framing)
  }

  /// Copies a batch into the ring, on the decoder's thread.
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
    // The rows of one output row, starting anywhere in a batch, and two batches to be filled meanwhile.
    let batches = (taps + Self.batch - 1) / Self.batch + 3
    let ring = try PixelStorage(PixelSize(width: size.width, height: batches * Self.batch))
    self.ring = ring
    for _ in 0..<batches { free.signal() }
    guard !startThread(in: ended, { [self] in handOver(to: ring) }) else { return }
    // Without a thread all rows are decoded before the first is read, and held.
    let all = size.height / Self.batch + 1
    let whole = try PixelStorage(PixelSize(width: size.width, height: all * Self.batch))
    self.ring = whole
    for _ in 0..<all { free.signal() }
    handOver(to: whole)
  }

  private func handOver(to ring: PixelStorage) {
    decode { rows, count in give(rows, count, to: ring) }
    // Unblocks the reader if the decoder ended early.
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
