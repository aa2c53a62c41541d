public import SegueRendering
public import SeguePixels

/// A format of frames one after another in one stream.
public enum StreamFormat: Hashable, Sendable {
  /// Straight RGBA, 4 bytes a pixel, no header.
  case rgba
  /// RGB over black, 3 bytes a pixel, no header.
  case rgb24
  /// YUV4MPEG2: BT.709 in limited range over black, 8 bits.
  case y4m(ChromaSubsampling)

  /// What stands before the first frame.
  public func header(size: PixelSize, rate: FrameRate) -> [UInt8] {
    guard case .y4m(let chroma) = self else { return [] }
    let layout =
      switch chroma {
      case .half: "420mpeg2"
      case .full: "444"
      }
    return Array(
      "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate) Ip A1:1 C\(layout) XCOLORRANGE=LIMITED\n".utf8)
  }

  /// Makes an encoder of frames, for one thread at a time.
  public func makeEncoder(level: SIMDLevel = .preferred) -> any StreamEncoder {
    switch self {
    case .rgba: RawEncoder(level: level)
    case .rgb24: RGBEncoder(level: level)
    case .y4m(let chroma): Y4MEncoder(chroma, level: level)
    }
  }
}

/// Turns one frame after another into the bytes that a stream takes.
public protocol StreamEncoder: AnyObject {
  /// Packs a frame, a bitmap or rows that are rendered on a canvas meanwhile; its bytes stand until the next.
  ///
  /// - Parameter name: What errors call it.
  /// - Throws: `RenderError` where the rows cannot be rendered.
  func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws
  /// Calls `body` with the bytes of the last frame, once.
  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result
}

extension StreamEncoder {
  /// Packs a frame, on a canvas of its own.
  public func encode(_ frame: any RowSource) throws {
    try encode(frame, on: FrameCanvas(), named: "frame")
  }
}

extension RawEncoder: StreamEncoder {}

/// Packs frames as RGB over black, 3 bytes a pixel, rows without gaps.
final class RGBEncoder: StreamEncoder {
  private let kernels: Kernels
  private var packed: [UInt8] = []

  init(level: SIMDLevel) { kernels = Kernels(level) }

  func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws {
    let rowBytes = 3 * frame.size.width
    if packed.count != rowBytes * frame.size.height {
      packed = Array(repeating: 0, count: rowBytes * frame.size.height)
    }
    try canvas.withStrips(of: frame) { rows, strip in
      var span = packed.mutableSpan
      for y in strip {
        var row = span._mutatingExtracting(y * rowBytes..<(y + 1) * rowBytes)
        // Premultiplied channels are those of the picture over black.
        rows.withRow(y) { kernels.dropAlpha($0, into: &row) }
      }
    }
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    let bytes = packed
    return try body(bytes.span)
  }
}
