// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

extension Formats {
  /// Raw RGBA with straight alpha: 4 bytes a pixel, without row padding and header.
  public struct RGBA: StreamFormat, Hashable {
    /// Makes the format, which has no options.
    public init() {}

    public static let name = "rgba"
    public static let extensions: [String] = []
    public static let summary = "Raw pixels: 4 bytes each, straight alpha, no header."
    public static let parameters: [NamedParameter<RGBA>] = []

    public func header(size: PixelSize, rate: FrameRate) -> [UInt8] { [] }
    public func makeEncoder(level: SIMDLevel) -> any FrameEncoder { RGBAEncoder(level) }
  }
}

extension StreamFormat where Self == Formats.RGBA {
  /// Raw RGBA with straight alpha.
  public static var rgba: Formats.RGBA { Formats.RGBA() }
}

private final class RGBAEncoder: FrameEncoder {
  private let kernels: Kernels
  private var packed: [UInt8] = []
  private var direct: Bitmap?

  init(_ level: SIMDLevel) { kernels = Kernels(level) }

  func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws {
    let bitmap = try canvas.bitmap(of: frame, isReadAtOnce: true)
    let source = bitmap.straight ?? bitmap.storage
    let rowBytes = 4 * bitmap.width
    // Opaque pixels are the same in straight and premultiplied alpha. If rows also have no padding, the
    // frame's memory is written without a copy.
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

  /// Passes the bytes to `body`, then releases the frame for reuse of its memory.
  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    guard let frame = direct.take() else {
      let bytes = packed
      return try body(bytes.span)
    }
    let source = frame.straight ?? frame.storage
    let bytes = source.bytes.assumingMemoryBound(to: UInt8.self)
    return try body(UnsafeBufferPointer(start: bytes, count: source.stride * source.size.height).span)
  }
}
