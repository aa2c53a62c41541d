// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CSegueCodecs
public import SeguePixels
public import SegueRendering

extension Formats {
  /// WebP: lossy or lossless, with straight alpha; a file for each frame, or an animation.
  ///
  ///     let bytes = try photo.encoded(as: Formats.WebP(isLossless: true))
  ///
  /// The durations in animations are whole milliseconds, rounded without accumulating errors.
  public struct WebP: ImageFormat, AnimationFormat, Hashable {
    /// The quality of lossy compression, 1…100.
    public var quality = 90
    /// Whether compression is lossless.
    public var isLossless = false
    /// The number of times that an animation is played, 0…65535; 0 repeats it forever.
    public var loops = 0

    /// The color profile that the file embeds: none or sRGB.
    public var profile = ColorProfile.none

    /// Makes the format with lossy compression at quality 90.
    public init() {}

    /// Makes the format; `quality` is clamped to 1…100 and `loops` to 0…65535.
    public init(
      quality: Int = 90, isLossless: Bool = false, loops: Int = 0, profile: ColorProfile = .none
    ) {
      self.quality = max(1, min(100, quality))
      self.isLossless = isLossless
      self.loops = max(0, min(65535, loops))
      self.profile = profile
    }

    public static let name = "webp"
    public static let title = "WebP"
    public static let extensions = ["webp"]
    public static let mediaTypes = ["image/webp"]
    public static let summary =
      "WebP, lossy or lossless, straight alpha: one animation, or files where the name has %04d."
    public static let parameters: [NamedParameter<WebP>] = [
      .quality(\.quality), .lossless(\.isLossless), .loops(\.loops), .profile(\.profile),
    ]
    public static var unavailable: String? {
      segue_has_webp()
        ? nil
        : "WebP was left out of this build: apt-get install libwebp-dev, then swift package purge-cache, and build segue again"
    }

    /// The maximum width and height in pixels.
    public static let maxSide = 16383

    public func makeEncoder(level: SIMDLevel) -> any FrameEncoder { WebPEncoder(self, level) }

    public var layouts: [PixelLayout] { [.transparent] }
    public var headerIsWrittenLast: Bool { true }
    public var reductions: [AnimationReduction] {
      [70, 50, 30].filter { $0 < quality && !isLossless }.map {
        AnimationReduction(WebP(quality: $0, loops: loops, profile: profile), key: "quality", value: $0)
      }
    }

    public func header(of animation: AnimationDescription, named name: String) throws -> [UInt8] {
      let dimensions = try segue_dimensions(animation.size, most: Self.maxSide, of: Self.self, named: name)
      guard animation.fileBytes < 0xffff_ffff else {
        throw ExportError.encoderFailed(file: name, reason: "a WebP file ends at 4 GiB")
      }
      var output = segue_buffer()
      defer { segue_buffer_free(&output) }
      try segue_webp_header(
        &output, dimensions, animation.hasAlpha, UInt16(loops), UInt32(max(8, animation.fileBytes))
      ).check(name)
      guard profile != .none else { return output.bytes }
      // Inserts the profile after the first chunk (VP8X), and sets the profile flag in this chunk.
      var bytes = output.bytes
      bytes[20] |= 0x20
      bytes.insert(contentsOf: riffChunk("ICCP", profile.bytes), at: 30)
      return bytes
    }

    public func trailer(named name: String) -> [UInt8] { [] }

    public func makeEncoder(of animation: AnimationDescription, level: SIMDLevel) -> any DifferenceEncoder {
      WebPDifferenceEncoder(self, animation.rate, level)
    }
  }
}

extension Formats.WebP: StoredFormat {
  public static func matches(_ start: Span<UInt8>) -> Bool {
    start.count >= 12 && zip(0..<4, "RIFF".utf8).allSatisfy { start[$0] == $1 }
      && zip(8..<12, "WEBP".utf8).allSatisfy { start[$0] == $1 }
  }

  static var hasPages: Bool { true }

  /// Reads EXIF and XMP.
  public static func metadata(
    of bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> Metadata {
    if options.page > 0 { _ = try opened(bytes, named: name, options) }
    return stored(bytes).upright(named: name, options)
  }

  /// Returns the metadata as stored in the file, not yet adjusted for the applied orientation.
  private static func stored(_ bytes: [UInt8]) -> StoredMetadata {
    var stored = StoredMetadata()
    for chunk in RIFFChunks(bytes) {
      if chunk.name == "EXIF" { stored.exif = chunk.payload }
      if chunk.name == "XMP " { stored.xmp = chunk.payload }
    }
    return stored
  }

  /// Inserts EXIF and XMP; WebP has no field of its own for a resolution.
  public func adding(
    _ metadata: Metadata, to file: [UInt8], named name: String, warn: (String) -> Void
  ) -> [UInt8] {
    let parts = [("EXIF", metadata.exif ?? []), ("XMP ", metadata.xmp.map { Array($0.utf8) } ?? [])]
    return webpFile(file, adding: parts.filter { !$0.1.isEmpty })
  }

  /// Opens a file; throws if it does not have the picture that the options select.
  private static func opened(
    _ bytes: [UInt8], named name: String, _ options: DecodeOptions
  ) throws(ImageError) -> segue_picture {
    var picture = segue_picture()
    try segue_webp_open(bytes, bytes.count, &picture).checkDecoded(name)
    guard options.page < picture.count else {
      throw .noSuchPage(of: Int(picture.count), named: name)
    }
    return picture
  }

  /// Reads the header and the positions of all chunks.
  public static func info(
    of bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> ImageInfo {
    var picture = try opened(bytes, named: name, options)
    picture.orientation = Int32(stored(bytes).orientation)
    return ImageInfo(Self.self, picture)
  }

  /// Decodes lossy and lossless pictures, and any frame of an animation, composited with the frames before
  /// it.
  static func read(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> StoredPicture {
    var picture = try opened(bytes, named: name, options)
    var colors = FileColors.unsaid
    for chunk in RIFFChunks(bytes) {
      if chunk.name == "ICCP" { colors = .profile(Array(chunk.payload)) }
    }
    let said = stored(bytes)
    picture.orientation = Int32(said.orientation)
    return try StoredPicture(picture, colors.orColors(ofExif: said.exif), named: name, options) {
      pixels, stride in
      segue_webp_decode(
        bytes, bytes.count, options.page, picture.dimensions, pixels?.assumingMemoryBound(to: UInt8.self),
        stride)
    }
  }
}

extension ImageFormat where Self == Formats.WebP {
  /// Lossy WebP with quality 90.
  public static var webp: Formats.WebP { Formats.WebP() }
  /// WebP, lossy with the given quality 1…100, or lossless.
  public static func webp(quality: Int = 90, isLossless: Bool = false) -> Formats.WebP {
    Formats.WebP(quality: quality, isLossless: isLossless)
  }
}

extension AnimationFormat where Self == Formats.WebP {
  /// Lossy animated WebP with quality 90, repeating forever.
  public static var webp: Formats.WebP { Formats.WebP() }
}

private final class WebPEncoder: FrameEncoder {
  private let picture: WebPPicture
  private let profile: [UInt8]
  private let kernels: Kernels
  private var output = segue_buffer()
  private var packed: [UInt8] = []

  init(_ format: Formats.WebP, _ level: SIMDLevel) {
    picture = WebPPicture(format)
    profile = format.profile.bytes
    kernels = Kernels(level)
  }

  deinit { segue_buffer_free(&output) }

  func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws {
    let bitmap = try canvas.bitmap(of: frame)
    _ = try segue_dimensions(bitmap.size, most: Formats.WebP.maxSide, of: Formats.WebP.self, named: name)
    try picture.encode(
      bitmap, segue_rectangle(wholeOf: bitmap.size), kernels, scratch: &packed, into: &output
    ).check(name)
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    guard !profile.isEmpty else { return try output.withBytes(body) }
    return try body(webpFile(output.bytes, adding: [("ICCP", profile)]).span)
  }
}

private final class WebPDifferenceEncoder: DifferenceEncoder {
  private let picture: WebPPicture
  private let rate: FrameRate
  private let kernels: Kernels
  private var scratch: [UInt8] = []
  private var image = segue_buffer()
  private var output = segue_buffer()

  init(_ format: Formats.WebP, _ rate: FrameRate, _ level: SIMDLevel) {
    picture = WebPPicture(format)
    self.rate = rate
    kernels = Kernels(level)
  }

  deinit {
    segue_buffer_free(&image)
    segue_buffer_free(&output)
  }

  func encode(_ difference: FrameDifference, number: Int, named name: String) throws {
    let even = difference.rectangle.fromEvenCorner
    try picture.encode(difference.frame, even, kernels, scratch: &scratch, into: &image).check(name)
    // The duration field of the ANMF chunk has 3 bytes.
    let milliseconds = UInt32(min(0xff_ffff, rate.ticks(ofFrame: number, perSecond: 1000)))
    try segue_webp_wrap(&output, &image, even, milliseconds).check(name)
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    try output.withBytes(body)
  }
}

extension segue_rectangle {
  /// The rectangle, extended to the left and upward to an even x and y, since WebP stores x / 2 and y / 2.
  fileprivate var fromEvenCorner: segue_rectangle {
    segue_rectangle(x: x & ~1, y: y & ~1, width: width + (x & 1), height: height + (y & 1))
  }
}
