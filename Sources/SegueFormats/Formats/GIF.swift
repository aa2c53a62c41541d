// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CSegueCodecs
public import SeguePixels
public import SegueRendering

extension Formats {
  /// GIF: each frame has its own palette.
  ///
  /// In an animation without transparency, a frame stores only the rectangle that has changed.
  ///
  /// A frame has at most `colors` colors, 256 by default; a frame with fewer colors keeps its exact colors.
  /// Pixels with alpha 128 and more become opaque in their straight color; other pixels become transparent.
  /// Durations are rounded to hundredths of a second, without accumulating errors, and are at most 655.35
  /// seconds. Frame rates above 50, which browsers play slowly, are reduced to 50 by dropping frames evenly;
  /// the first and the last frame are kept.
  public struct GIF: AnimationFormat, Hashable {
    /// The number of times that the animation is played, 0…65535; 0 repeats it forever.
    public var loops = 0

    /// The maximum number of colors of a frame, 2…256, transparency included.
    public var colors = 256 { didSet { colors = max(2, min(256, colors)) } }

    /// Makes the format for an animation that repeats forever.
    public init() {}

    /// Makes the format; `loops` is clamped to 0…65535, and `colors` to 2…256.
    public init(loops: Int = 0, colors: Int = 256) {
      (self.loops, self.colors) = (max(0, min(65535, loops)), max(2, min(256, colors)))
    }

    public static let name = "gif"
    public static let extensions = ["gif"]
    public static let mediaTypes = ["image/gif"]
    public static let summary = "GIF: one file of all frames, 256 colors in each, at most 50 frames a second."
    public static let parameters: [NamedParameter<GIF>] = [
      .loops(\.loops),
      .integer("colors", \.colors, in: 2...256, "Most colors of a frame; fewer make smaller files."),
    ]

    /// With the layout `opaque`, frames are drawn over the previous frame; with `transparent`, frames replace
    /// the previous frame, so that pixels can become transparent.
    public var layouts: [PixelLayout] { [.opaque, .transparent] }
    public var headerIsWrittenLast: Bool { false }
    public var maxFramesPerSecond: Int? { 50 }
    public var reductions: [AnimationReduction] {
      [128, 64, 32].filter { $0 < colors }.map {
        AnimationReduction(GIF(loops: loops, colors: $0), key: "colors", value: $0)
      }
    }

    public func header(of animation: AnimationDescription, named name: String) throws -> [UInt8] {
      let dimensions = try segue_dimensions(animation.size, most: 65535, of: Self.self, named: name)
      let screen = [dimensions.width, dimensions.height].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      // The flags 0x70 declare 8 bits a channel and no global palette.
      let start = Array("GIF89a".utf8) + screen + [0x70, 0, 0]
      // The NETSCAPE extension counts repetitions after the first play; without it, the file is played once.
      guard loops != 1 else { return start }
      let again = UInt16(max(0, loops - 1))
      return start + [0x21, 0xff, 11] + Array("NETSCAPE2.0".utf8)
        + [3, 1, UInt8(again & 255), UInt8(again >> 8), 0]
    }

    public func trailer(named name: String) -> [UInt8] { [0x3b] }

    public func makeEncoder(of animation: AnimationDescription, level: SIMDLevel) -> any DifferenceEncoder {
      GIFEncoder(animation, colors: colors, level)
    }
  }
}

extension AnimationFormat where Self == Formats.GIF {
  /// GIF, repeating forever.
  public static var gif: Formats.GIF { Formats.GIF() }
}

private final class GIFEncoder: DifferenceEncoder {
  private let animation: AnimationDescription
  private let colors: UInt16
  private let kernels: Kernels
  private let encoder = segue_gif_encoder_create()
  private var straight: [UInt8] = []
  private var output = segue_buffer()

  init(_ animation: AnimationDescription, colors: Int, _ level: SIMDLevel) {
    (self.animation, self.colors) = (animation, UInt16(colors))
    kernels = Kernels(level)
  }

  deinit {
    segue_gif_encoder_free(encoder)
    segue_buffer_free(&output)
  }

  func encode(_ difference: FrameDifference, number: Int, named name: String) throws {
    guard let encoder else { throw ExportError.outOfMemory(file: name) }
    let hundredths = UInt16(
      clamping: animation.rate.ticks(ofFrame: number, perSecond: 100))
    let whole = segue_rectangle(wholeOf: difference.frame.size)
    let dimensions = segue_dimensions(width: whole.width, height: whole.height)
    guard animation.hasAlpha else {
      let (frame, previous) = (difference.frame.storage, difference.previous?.storage)
      let picture = segue_gif_frame(
        dimensions: dimensions, pixels: frame.bytes.assumingMemoryBound(to: UInt8.self),
        stride: frame.stride, previous: previous?.bytes.assumingMemoryBound(to: UInt8.self),
        previous_stride: previous?.stride ?? 0, is_cleared: false, colors: colors)
      return try segue_gif_encode(encoder, &output, [picture], difference.rectangle, hundredths).check(name)
    }
    PNGRows(difference.frame, kernels, alpha: true).pack(into: &straight)
    try straight.withUnsafeBufferPointer { pixels in
      let picture = segue_gif_frame(
        dimensions: dimensions, pixels: pixels.baseAddress, stride: 4 * Int(whole.width), previous: nil,
        previous_stride: 0, is_cleared: true, colors: colors)
      try segue_gif_encode(encoder, &output, [picture], whole, hundredths).check(name)
    }
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    try output.withBytes(body)
  }
}
