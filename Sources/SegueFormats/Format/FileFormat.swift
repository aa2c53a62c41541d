// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

/// The namespace of the formats; `Catalog.formats` lists them.
///
///     let bytes = try photo.encoded(as: Formats.JPEG(quality: 80))
public enum Formats {}

/// A format of files or streams, with its name, file extensions and options.
///
/// Further protocols declare the capabilities of a format: `ReadableFormat`, `ImageFormat`,
/// `AnimationFormat`, `StreamFormat` and `VideoFormat`. Lists, help, checks and benchmarks are derived from
/// these declarations.
///
///     let format = try Catalog.formats.make("webp", ["quality": "80"])
///     type(of: format).kind                // animation
///     let bytes = try format.image.map { try photo.encoded(as: $0) }
public protocol FileFormat: SelfDescribing {
  /// The file extensions without the dot, beginning with the preferred extension.
  static var extensions: [String] { get }
  /// The media types in lower case, such as `image/jpeg`, beginning with the preferred type.
  ///
  /// Empty, the default, for formats without a media type, such as raw pixels.
  static var mediaTypes: [String] { get }
  /// The kind of content of one file in this format.
  ///
  /// By default, `animation`, `stream` or `video` for a format that conforms to `AnimationFormat`,
  /// `StreamFormat` or `VideoFormat`; otherwise `image`, even for formats that can only be read.
  static var kind: FormatKind { get }
  /// The type as a decodable format; nil for formats that can only be written.
  static var readable: (any ReadableFormat.Type)? { get }
  /// The format as a writer of single pictures; nil if the format cannot write pictures.
  var image: (any ImageFormat)? { get }
  /// The format as a writer of animations; nil if the format cannot write animations.
  var animation: (any AnimationFormat)? { get }
  /// The format as a writer of streams of frames; nil if the format cannot write streams.
  var stream: (any StreamFormat)? { get }
  /// The format as a writer of videos; nil if the format cannot write videos.
  var video: (any VideoFormat)? { get }
  /// The format as a writer of samples with more than 8 bits; nil if the format cannot write such samples.
  var deep: (any DeepFormat)? { get }
  /// The name of the format as used in sentences, such as `PNG`.
  static var title: String { get }
  /// Whether browsers and other viewers usually show files of the format.
  ///
  /// Other formats are chosen only if a header `Accept` has their media type, not by a range such as
  /// `image/*`.
  static var isForViewers: Bool { get }
  /// The reason why this build cannot write the format, and a remedy; nil if it can write the format.
  static var unavailable: String? { get }
}

extension FileFormat {
  public static var title: String { name.uppercased() }
  public static var isForViewers: Bool { true }
  public static var unavailable: String? { nil }
}

/// A format that can be decoded.
public protocol ReadableFormat: FileFormat {
  /// Returns whether the first bytes of a file, at most 16, identify this format.
  static func matches(_ start: Span<UInt8>) -> Bool
  /// Decodes a file in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The name for error messages.
  ///   - options: Decoding options, with limits that are checked before memory is allocated.
  /// - Returns: The picture with its orientation applied.
  /// - Throws: `ImageError`. A truncated or damaged file is an error; a partial picture is never returned.
  static func decode(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> Bitmap
  /// Decodes the luma of a file: from the decoded bitmap or, if the format has more than 8 bits, in full
  /// depth.
  ///
  /// The samples are taken as numbers, so the color profile of the file is ignored.
  ///
  /// - Throws: `ImageError`, as `decode` does.
  static func decodeLuma(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> LumaPlane
  /// Reads the metadata of a file in memory, adjusted for the applied orientation; by default, returns no
  /// metadata.
  ///
  /// - Throws: `ImageError` if the file is not an image, or lacks the picture that `options` select. Damaged
  ///   metadata is left out, with a warning to `options.warn`.
  static func metadata(
    of bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> Metadata
  /// Reads the properties of a file in memory from its headers; by default, decodes the picture to find its
  /// size.
  ///
  /// - Throws: `ImageError` if the file is not an image, or if its headers are damaged or incomplete.
  static func info(
    of bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> ImageInfo
}

extension ReadableFormat {
  public static func info(
    of bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> ImageInfo {
    ImageInfo(Self.self, size: try decode(bytes, named: name, options: options).size)
  }

  public static func metadata(
    of bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> Metadata { Metadata() }

  public static func decodeLuma(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> LumaPlane {
    LumaPlane(of: try decode(bytes, named: name, options: options.ofNumbers))
  }
}

/// A format with one picture in a file.
public protocol ImageFormat: FileFormat {
  /// The maximum width and height of a picture in pixels; by default, there is no limit.
  static var maxSide: Int { get }
  /// The last bytes of each file, by which a complete file is recognized; by default empty, for formats whose
  /// files end with pixels.
  static var trailer: [UInt8] { get }
  /// Makes an encoder, which only one thread at a time may use.
  func makeEncoder(level: SIMDLevel) -> any FrameEncoder
  /// Inserts metadata into a file, as far as the format can store it; by default, inserts nothing.
  ///
  /// - Parameters:
  ///   - metadata: The metadata to insert.
  ///   - file: The whole file, as an encoder of the format has made it.
  ///   - name: The name for warnings.
  ///   - warn: Receives a warning for metadata that does not fit and is left out.
  /// - Returns: The whole file with the metadata.
  func adding(
    _ metadata: Metadata, to file: [UInt8], named name: String, warn: (String) -> Void
  ) -> [UInt8]
}

extension ImageFormat {
  public static var maxSide: Int { .max }
  public static var trailer: [UInt8] { [] }

  /// Throws if a side of a picture exceeds the limit of the format.
  package func check(_ size: PixelSize, named name: String) throws(ExportError) {
    try size.check(most: Self.maxSide, of: Self.self, named: name)
  }

  public func adding(
    _ metadata: Metadata, to file: [UInt8], named name: String, warn: (String) -> Void
  ) -> [UInt8] { file }

  /// Calls `body` with the bytes of the file that an encoder holds, with the metadata inserted.
  package func withBytes<Result>(
    of encoder: any FrameEncoder, _ metadata: Metadata?, of size: PixelSize, named name: String,
    warn: (String) -> Void, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    try encoder.withBytes { bytes in
      guard let metadata, metadata != Metadata() else { return try body(bytes) }
      return try body(
        adding(metadata.sized(size), to: Array(copying: bytes), named: name, warn: warn).span)
    }
  }
}

/// A format with consecutive frames in one stream.
public protocol StreamFormat: FileFormat {
  /// Makes the bytes before the first frame.
  func header(size: PixelSize, rate: FrameRate) -> [UInt8]
  /// Makes an encoder, which only one thread at a time may use.
  func makeEncoder(level: SIMDLevel) -> any FrameEncoder
  /// Returns the options with which ffmpeg reads the stream.
  ///
  /// By default, these options are for raw video, and the name of the format is also ffmpeg's name of the
  /// pixel format.
  func ffmpegInput(size: PixelSize, rate: FrameRate) -> [String]
}

extension StreamFormat {
  public func ffmpegInput(size: PixelSize, rate: FrameRate) -> [String] {
    [
      "-f", "rawvideo", "-pixel_format", Self.name, "-video_size", "\(size)", "-framerate",
      "\(rate.numerator)/\(rate.denominator)",
    ]
  }
}

/// A video format that the user's ffmpeg encodes, from a stream of frames.
public protocol VideoFormat: FileFormat {
  /// The format of the stream that ffmpeg reads: planes, as in Y4M, or RGBA if the encoder takes RGBA for all
  /// frames.
  var input: any StreamFormat { get }
  /// Checks that the format, with its options, can store frames of a size.
  ///
  /// - Throws: `ExportError` if the format does not allow the size or the combination of its options.
  func check(_ size: PixelSize, named file: String) throws(ExportError)
  /// Returns the output options of ffmpeg, including the container; options given by the user follow these
  /// options.
  func ffmpegOptions(rate: FrameRate) -> [String]
  /// The output options of ffmpeg for transparent frames, which ffmpeg gets as RGBA; nil, the default, if the
  /// format has no transparency, or if `input` is RGBA.
  var ffmpegAlphaOptions: [String]? { get }
  /// The options of ffmpeg for sound, beginning with the codec; nil, the default, if sound is not supported.
  var ffmpegSoundOptions: [String]? { get }
  /// Further options of ffmpeg for writing to a pipe, by default none; nil if the container needs a seekable
  /// file.
  var ffmpegPipeOptions: [String]? { get }
}

extension VideoFormat {
  public var ffmpegAlphaOptions: [String]? { nil }
  public var ffmpegSoundOptions: [String]? { nil }
  public var ffmpegPipeOptions: [String]? { [] }
  /// Whether the format can store transparency.
  package var keepsAlpha: Bool {
    input is Formats.RGBA || input is Formats.RGBA64 || ffmpegAlphaOptions != nil
  }
  public func check(_ size: PixelSize, named file: String) throws(ExportError) {}
}

/// Encodes frames one by one, in reused memory.
///
/// Only one thread at a time may use an encoder.
///
///     let encoder = Formats.JPEG().makeEncoder(level: .preferred)
///     try encoder.encode(renderer.rows(at: 0.5), on: FrameCanvas(), named: "half")
///     let count = try encoder.withBytes { $0.count }
public protocol FrameEncoder: AnyObject {
  /// Encodes a frame: a bitmap, or a row source that is rendered on `canvas`.
  ///
  /// The bytes are valid until the next call.
  ///
  /// - Parameters:
  ///   - frame: A bitmap or another row source.
  ///   - canvas: The memory for rendering.
  ///   - name: The name of the frame for error messages.
  /// - Throws: `RenderError` if the frame cannot be rendered; `ExportError` if memory is exhausted, the
  ///   format does not allow this size, or the encoder fails.
  func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws
  /// Calls `body` once with the bytes of the last encoded frame.
  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result
}

extension FrameEncoder {
  /// Encodes a frame, which is rendered on a new canvas.
  package func encode(_ frame: any RowSource, named name: String = "frame") throws {
    try encode(frame, on: FrameCanvas(), named: name)
  }
}
