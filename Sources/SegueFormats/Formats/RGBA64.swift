// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

extension Formats {
  /// Raw RGBA with 16 bits a sample and straight alpha: 8 bytes a pixel, little-endian, without padding or
  /// header.
  public struct RGBA64: StreamFormat, DeepFormat, Hashable {
    /// The depth: 16 bits.
    public var depth = EncodedDepth.sixteen

    /// Makes the format, which has no options.
    public init() {}

    public static let name = "rgba64le"
    public static let extensions: [String] = []
    public static let summary = "Raw pixels: 8 bytes each, 16 bits a sample, straight alpha, no header."
    public static let parameters: [NamedParameter<RGBA64>] = []
    public static let depths = [EncodedDepth.sixteen]

    public func header(size: PixelSize, rate: FrameRate) -> [UInt8] { [] }
    public func makeEncoder(level: SIMDLevel) -> any FrameEncoder {
      PlainEncoder(.sixteen, level, isRaw: true) { frame, _ in
        frame.rows { bytes, y in bytes.append(contentsOf: UnsafeRawBufferPointer(frame.words(y))) }
      }
    }
  }

  /// Raw RGBA with floats of 32 bits and straight alpha: 16 bytes a pixel, little-endian, without padding or
  /// header.
  public struct RGBAF32: StreamFormat, DeepFormat, Hashable {
    /// The depth: floats of 32 bits.
    public var depth = EncodedDepth.float

    /// Makes the format, which has no options.
    public init() {}

    public static let name = "rgbaf32le"
    public static let extensions: [String] = []
    public static let summary = "Raw pixels: 16 bytes each, floats, straight alpha, no header."
    public static let parameters: [NamedParameter<RGBAF32>] = []
    public static let depths = [EncodedDepth.float]

    public func header(size: PixelSize, rate: FrameRate) -> [UInt8] { [] }
    public func makeEncoder(level: SIMDLevel) -> any FrameEncoder {
      PlainEncoder(.float, level) { frame, _ in
        var straight = [Float](repeating: 0, count: 4 * frame.size.width)
        return frame.rows { bytes, y in
          frame.unpremultiply(y, into: &straight)
          straight.withUnsafeBytes { bytes.append(contentsOf: $0) }
        }
      }
    }
  }
}

extension DeepFrame {
  /// Returns `start`, followed by the bytes of all rows; calls `append` for each row number, from 0 on, to
  /// append the bytes of a row.
  func rows(from start: [UInt8] = [], _ append: (inout [UInt8], Int) -> Void) -> [UInt8] {
    var bytes = start
    bytes.reserveCapacity(start.count + 16 * size.width * size.height)
    for y in 0..<size.height { append(&bytes, y) }
    return bytes
  }
}
