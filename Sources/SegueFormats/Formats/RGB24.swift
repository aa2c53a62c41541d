// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

extension Formats {
  /// Raw RGB, composited over black: 3 bytes a pixel, without row padding and header.
  public struct RGB24: StreamFormat, Hashable {
    /// Makes the format, which has no options.
    public init() {}

    public static let name = "rgb24"
    public static let extensions: [String] = []
    public static let summary = "Raw pixels: 3 bytes each, no header; transparency over black."
    public static let parameters: [NamedParameter<RGB24>] = []

    public func header(size: PixelSize, rate: FrameRate) -> [UInt8] { [] }
    public func makeEncoder(level: SIMDLevel) -> any FrameEncoder { RGB24Encoder(level) }
  }
}

extension StreamFormat where Self == Formats.RGB24 {
  /// Raw RGB, composited over black.
  public static var rgb24: Formats.RGB24 { Formats.RGB24() }
}

private final class RGB24Encoder: FrameEncoder {
  private let kernels: Kernels
  private var packed: [UInt8] = []

  init(_ level: SIMDLevel) { kernels = Kernels(level) }

  func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws {
    let rowBytes = 3 * frame.size.width
    if packed.count != rowBytes * frame.size.height {
      packed = Array(repeating: 0, count: rowBytes * frame.size.height)
    }
    try canvas.withStrips(of: frame) { rows, strip in
      var span = packed.mutableSpan
      for y in strip {
        var row = span._mutatingExtracting(y * rowBytes..<(y + 1) * rowBytes)
        // Uses the premultiplied colors, which are the picture composited over black.
        rows.withRow(y) { kernels.dropAlpha($0, into: &row) }
      }
    }
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    let bytes = packed
    return try body(bytes.span)
  }
}
