import SegueRendering
import SeguePixels

/// Packs frames of a Y4M stream: the word FRAME, then planes of Y, Cb and Cr in `YCbCr.bt709Limited`, from the picture
/// over black.
final class Y4MEncoder: StreamEncoder {
  private let chroma: ChromaSubsampling
  private let kernels: Kernels
  private var planes: YCbCrPlanes?

  init(_ chroma: ChromaSubsampling, level: SIMDLevel) {
    self.chroma = chroma
    kernels = Kernels(level)
  }

  func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws {
    var planes =
      self.planes.take(for: frame.size)
      ?? YCbCrPlanes(.bt709Limited, chroma, size: frame.size, prefix: Array("FRAME\n".utf8))
    defer { self.planes = planes }
    try canvas.withStrips(of: frame) { rows, strip in
      planes.convert(rows, strip, to: strip.lowerBound, count: strip.count, kernels)
    }
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    let bytes = planes?.bytes ?? []
    return try body(bytes.span)
  }
}
