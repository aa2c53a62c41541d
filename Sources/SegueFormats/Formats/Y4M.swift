// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

extension Formats {
  /// YUV4MPEG2, which video encoders read: BT.709 in limited range, 8 or 10 bits a sample.
  ///
  /// Transparent pixels are composited over black.
  public struct Y4M: StreamFormat, DeepFormat, Hashable {
    /// The depth: 8 or 10 bits.
    public var depth = EncodedDepth.eight

    /// The chroma subsampling.
    public var chroma = ChromaSubsampling.half

    /// Whether a transparent frame is an error.
    private(set) var isStrict = false

    /// Makes the format with 4:2:0 chroma.
    public init() {}

    /// Makes the format with a chroma subsampling.
    public init(chroma: ChromaSubsampling) { self.chroma = chroma }

    /// Makes the format for opaque video; its encoders throw `TransparentFrame` for a transparent frame.
    package init(opaque chroma: ChromaSubsampling, _ depth: EncodedDepth = .eight) {
      (self.chroma, self.depth, isStrict) = (chroma, depth, true)
    }

    public static let name = "y4m"
    public static let title = "Y4M"
    public static let extensions = ["y4m"]
    public static let summary =
      "YUV4MPEG2, what video encoders read: BT.709, limited range; transparency over black."
    public static let parameters: [NamedParameter<Y4M>] = [.chroma(\.chroma), .depth(\.depth)]
    public static let depths = [EncodedDepth.eight, .ten]

    public func header(size: PixelSize, rate: FrameRate) -> [UInt8] {
      let layout =
        switch (chroma, depth) {
        case (.half, .ten): "420p10 XYSCSS=420P10"
        case (.full, .ten): "444p10 XYSCSS=444P10"
        case (.half, _): "420mpeg2"
        case (.full, _): "444"
        }
      return Array(
        "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate) Ip A1:1 C\(layout) XCOLORRANGE=LIMITED\n".utf8)
    }

    public func makeEncoder(level: SIMDLevel) -> any FrameEncoder { Y4MEncoder(self, level) }
    public func ffmpegInput(size: PixelSize, rate: FrameRate) -> [String] { ["-f", "yuv4mpegpipe"] }
  }
}

extension StreamFormat where Self == Formats.Y4M {
  /// YUV4MPEG2 with 4:2:0 chroma.
  public static var y4m: Formats.Y4M { Formats.Y4M() }
  /// YUV4MPEG2 with a chroma subsampling.
  public static func y4m(chroma: ChromaSubsampling) -> Formats.Y4M { Formats.Y4M(chroma: chroma) }
}

/// Encodes frames for Y4M: the word FRAME, then the Y, Cb and Cr planes of the picture composited over black.
///
/// A `PlanarFrame` of the same layout is copied unchanged. Converting it to pixels and back would change
/// samples, and took 5 % of the time of decoding a clip (1080p, H.264).
private final class Y4MEncoder: FrameEncoder {
  private let format: Formats.Y4M
  private let kernels: Kernels
  private let level: SIMDLevel
  private var planes: YCbCrPlanes?
  private var deep: DeepPlanes?
  /// The planar frame whose bytes are passed on unchanged; nil if the last frame was converted.
  private var passed: PlanarFrame?

  init(_ format: Formats.Y4M, _ level: SIMDLevel) {
    (self.format, self.level) = (format, level)
    kernels = Kernels(level)
  }

  func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws {
    let layout = PlanarLayout(size: frame.size, chroma: format.chroma, bits: format.depth == .ten ? 10 : 8)
    if let planar = frame as? PlanarRows, planar.frame.layout == layout {
      passed = planar.frame
      return
    }
    passed = nil
    if format.depth == .ten {
      let known = deep.flatMap { $0.size == frame.size ? $0 : nil }
      let planes = known ?? DeepPlanes(layout, level, isCentered: false, prefix: PlanarFrame.prefix)
      deep = planes
      return try planes.convert(frame, on: canvas, isStrict: format.isStrict)
    }
    var planes =
      self.planes.take(for: frame.size)
      ?? YCbCrPlanes(.bt709Limited, format.chroma, size: frame.size, prefix: PlanarFrame.prefix)
    defer { self.planes = planes }
    try canvas.withStrips(of: frame) { rows, strip in
      if format.isStrict, !strip.allSatisfy({ rows.withRow($0) { kernels.isOpaque($0) } }) {
        throw TransparentFrame()
      }
      planes.convert(rows, strip, to: strip.lowerBound, count: strip.count, kernels)
    }
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    let bytes = passed?.y4m ?? deep?.bytes ?? planes?.bytes ?? []
    return try body(bytes.span)
  }
}
