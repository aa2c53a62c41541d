import SeguePixels
import SegueRendering

/// A frame with samples of more than 8 bits, in memory that is reused from frame to frame.
///
/// Pixels of 16-bit samples have straight alpha; pixels of floats are premultiplied.
final class DeepFrame {
  /// The size of the last rendered frame in pixels.
  private(set) var size = PixelSize(width: 0, height: 0)
  /// Whether every pixel of the last rendered frame is opaque.
  private(set) var isOpaque = true
  private let kernels: FloatKernels
  private var storage: DeepStorage?
  private var borrowed: DeepStorage?

  init(_ level: SIMDLevel) { kernels = Kernels(level).floats }

  /// Renders a frame; if the frame is a bitmap with samples of `depth`, these samples are used without a
  /// copy.
  func render(_ frame: any RowSource, _ depth: SampleDepth, on canvas: FrameCanvas) throws {
    size = frame.size
    if let bitmap = frame.bitmap, let deep = bitmap.deep, deep.depth == depth {
      (borrowed, isOpaque) = (deep, bitmap.isOpaque)
      return
    }
    borrowed = nil
    let known = storage.flatMap { $0.size == size && $0.depth == depth ? $0 : nil }
    let storage = try known ?? DeepStorage(size, depth)
    self.storage = storage
    isOpaque = true
    if depth == .sixteen, let writeRow = (frame as? any WordSource)?.wordRows {
      for y in 0..<size.height {
        let words = storage.words(y)
        var row = words.mutableSpan
        writeRow(y, &row, kernels)
      }
      return
    }
    let floats = frame.floats
    var end = 0
    try canvas.withStrips(of: floats) { rows, strip in
      for y in strip {
        // Converts the first row of a run of equal rows, and copies it to the other rows of the run.
        if y < end {
          storage.row(y).copyMemory(from: UnsafeRawBufferPointer(storage.row(y - 1)))
          continue
        }
        end = floats.rowsAlike(from: y)
        rows.withRow(y) { row in
          storage.setRow(y, to: row, kernels)
          if isOpaque { isOpaque = kernels.areOpaque(row) }
        }
      }
    }
  }

  /// Calls `body` with the samples of all rows; returns nil, without a call, if there is padding between
  /// rows.
  func withSamples<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result? {
    guard let samples, samples.stride == size.width * samples.depth.pixelBytes else { return nil }
    let bytes = UnsafeRawBufferPointer(start: samples.bytes, count: samples.stride * size.height)
    return try body(bytes.bindMemory(to: UInt8.self).span)
  }

  private var samples: DeepStorage? { borrowed ?? storage }

  /// Returns the samples of row `y` as words of 16 bits.
  func words(_ y: Int) -> UnsafeMutableBufferPointer<UInt16> {
    samples?.words(y) ?? UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  /// Returns the samples of row `y` as floats of 32 bits.
  func floats(_ y: Int) -> UnsafeMutableBufferPointer<Float> {
    samples?.row(y).bindMemory(to: Float.self) ?? UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  /// Converts row `y` of floats to straight alpha.
  func unpremultiply(_ y: Int, into straight: inout [Float]) {
    straight.withUnsafeMutableBufferPointer { kernels.unpremultiply(floats(y), into: $0) }
  }

  /// Packs the 16-bit samples of row `y` into big-endian bytes, without alpha if the frame is opaque.
  func packBigEndian(_ y: Int, into row: inout MutableSpan<UInt8>) {
    let words = words(y)
    let channels = isOpaque ? 3 : 4
    row.withUnsafeMutableBytes { bytes in
      let out = bytes.bindMemory(to: UInt16.self)
      for pixel in 0..<size.width {
        for channel in 0..<channels { out[channels * pixel + channel] = words[4 * pixel + channel].bigEndian }
      }
    }
  }
}
