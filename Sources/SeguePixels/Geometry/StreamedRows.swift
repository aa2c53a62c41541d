import Dispatch
import Glibc

/// Changes a row of RGBA8 where it lies.
package typealias RowConversion = @Sendable (UnsafeMutableRawPointer) -> Void

/// Rows of a picture that is decoded while it is fitted, of which only those that are needed are held.
///
/// A decoder hands them over on a thread of its own, and waits where it is too far ahead. They are asked for from the top, by one
/// thread.
///
/// Unchecked, because the compiler cannot see that semaphores keep both threads from the same rows.
package final class StreamedRows: @unchecked Sendable {
  /// Hands the rows of the picture over from the top, `batch` at a time and fewer at the end.
  package typealias Decoder = @Sendable (_ take: Take) -> Void
  /// Takes some rows, without gaps.
  package typealias Take = (_ rows: UnsafePointer<UInt8>, _ count: Int) -> Void

  /// How many rows are handed over at a time.
  package static let batch = 16

  package let size: PixelSize
  private let decode: Decoder
  private let convert: RowConversion?
  private let (filled, free, ended) = (
    DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchGroup()
  )
  private var ring: PixelStorage?
  /// Rows handed over, rows taken from the ring, and rows that nobody asks for any more.
  private var (given, available, released) = (0, 0, 0)

  /// Takes a decoder of opaque or premultiplied rows, and what changes a row where it is asked for.
  ///
  /// So one core decodes while another one converts. Neither is called yet.
  package init(_ size: PixelSize, convert: RowConversion?, decode: @escaping Decoder) {
    (self.size, self.convert, self.decode) = (size, convert, decode)
  }

  /// Fits the picture to a frame while it is decoded.
  ///
  /// Returns when all of it is decoded.
  package func fitted(
    to framing: Framing, of extent: Extent, _ level: SIMDLevel
  ) throws(RenderError) -> Bitmap {
    defer {
      // What is left is decoded too: only so it is known to be sound.
      for _ in 0...size.height / Self.batch { free.signal() }
      ended.wait()
    }
    return try Fitting(source: self, extent: extent, framing, Execution(level: level)).fitted(to: framing)
  }

  /// The decoder's thread: copies rows where there is room.
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
    // As many as one row is made of, begun anywhere in a batch, and two to be filled meanwhile.
    let batches = (taps + Self.batch - 1) / Self.batch + 3
    let ring = try PixelStorage(PixelSize(width: size.width, height: batches * Self.batch))
    self.ring = ring
    for _ in 0..<batches { free.signal() }
    ended.enter()
    let isStarted = startThread { [self] in
      handOver(to: ring)
      ended.leave()
    }
    guard !isStarted else { return }
    ended.leave()
    // Without a thread all rows are decoded before the first is asked for, and held.
    let all = size.height / Self.batch + 1
    let whole = try PixelStorage(PixelSize(width: size.width, height: all * Self.batch))
    self.ring = whole
    for _ in 0..<all { free.signal() }
    handOver(to: whole)
  }

  private func handOver(to ring: PixelStorage) {
    decode { rows, count in give(rows, count, to: ring) }
    // Where it ended too early, nobody waits for what is missing.
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
