public import SegueRendering
public import SeguePixels

/// Packs frames as raw RGBA: straight alpha, 4 bytes a pixel, rows without gaps.
public final class RawEncoder {
  private let kernels: Kernels
  private var packed: [UInt8] = []
  private var direct: Bitmap?

  /// Makes an encoder, for one thread at a time.
  public init(level: SIMDLevel = .preferred) { kernels = Kernels(level) }

  /// Packs a frame, a bitmap or rows that are rendered on a canvas first; its bytes stand until the next.
  ///
  /// - Parameter name: What errors call it.
  /// - Throws: `RenderError` where the rows cannot be rendered.
  public func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws {
    let bitmap = try canvas.bitmap(of: frame)
    let source = bitmap.straight ?? bitmap.storage
    let rowBytes = 4 * bitmap.width
    // Opaque pixels are straight already, and most widths leave no gap: nothing to do but write.
    let isReady = bitmap.straight != nil || kernels.isOpaque(source)
    direct = isReady && source.stride == rowBytes ? bitmap : nil
    guard direct == nil else { return }
    if packed.count != rowBytes * bitmap.height {
      packed = Array(repeating: 0, count: rowBytes * bitmap.height)
    }
    packed.withUnsafeMutableBytes { packed in
      for y in 0..<bitmap.height {
        let line = UnsafeMutableRawBufferPointer(rebasing: packed[y * rowBytes..<(y + 1) * rowBytes])
        let row = line.assumingMemoryBound(to: Pixel.self)
        var out = row.mutableSpan
        if isReady {
          out.copy(from: source.row(y).span)
        } else {
          kernels.unpremultiply(source.row(y).span, into: &out)
        }
      }
    }
  }

  /// Calls `body` with the bytes of the last frame, once: the frame is let go of afterwards, so that its memory
  /// can take the next one.
  public func withBytes<Result>(
    _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    guard let frame = direct.take() else {
      let bytes = packed
      return try body(bytes.span)
    }
    let source = frame.straight ?? frame.storage
    let bytes = source.bytes.assumingMemoryBound(to: UInt8.self)
    return try body(UnsafeBufferPointer(start: bytes, count: source.stride * source.size.height).span)
  }
}
