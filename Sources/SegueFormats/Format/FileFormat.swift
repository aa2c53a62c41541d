// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

/// The output formats, each in a file of its own; `Catalog.formats` lists them.
///
///     let bytes = try photo.encoded(as: Formats.JPEG(quality: 80))
public enum Formats {}

/// A format of files or streams: its name, file extensions and options.
///
/// Its capabilities are further protocols: `ReadableFormat`, `ImageFormat`, `AnimationFormat`,
/// `StreamFormat`, `VideoFormat`. Lists, help, checks and benchmarks are derived from these.
public protocol FileFormat: SelfDescribing {
  /// File extensions without the dot; the preferred one first.
  static var extensions: [String] { get }
  /// The name in sentences: `PNG`.
  static var title: String { get }
  /// The reason why this build cannot write the format, and the remedy; nil if it can.
  static var unavailable: String? { get }
}

extension FileFormat {
  public static var title: String { name.uppercased() }
  public static var unavailable: String? { nil }
}

/// A format that Segue decodes.
public protocol ReadableFormat: FileFormat {
  /// Whether the first bytes of a file, up to 16, are those of this format.
  static func matches(_ start: Span<UInt8>) -> Bool
  /// Decodes a file in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The name in errors.
  ///   - options: Decoding options and limits, checked before memory is allocated.
  /// - Returns: The upright picture.
  /// - Throws: `ImageError`. A truncated or damaged file is an error, never a partial picture.
  static func decode(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> Bitmap
  /// Decodes the lightness of a file's pixels: from the bitmap, unless the format has a greater depth.
  ///
  /// Samples are numbers: the file's color space is ignored.
  ///
  /// - Throws: `ImageError` as `decode` does.
  static func decodeLuma(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> LumaPlane
  /// Reads the metadata of a file in memory, adjusted to the upright picture; empty by default.
  ///
  /// - Throws: `ImageError` if the file is no image. Damaged metadata is left out with a warning to
  ///   `options`.
  static func metadata(
    of bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> Metadata
}

extension ReadableFormat {
  public static func metadata(
    of bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> Metadata { Metadata() }

  public static func decodeLuma(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> LumaPlane {
    LumaPlane(of: try decode(bytes, named: name, options: options.ofNumbers))
  }
}

/// A format of one picture in a file.
public protocol ImageFormat: FileFormat {
  /// Makes an encoder of frames; it belongs to one thread at a time.
  func makeEncoder(level: SIMDLevel) -> any FrameEncoder
  /// Inserts metadata into a file of the format, as far as the format stores it; none by default.
  ///
  /// - Parameters:
  ///   - metadata: The metadata to insert.
  ///   - file: The whole file, made by an encoder of the format.
  ///   - name: The name in warnings.
  ///   - warn: Called for metadata that does not fit and is left out.
  /// - Returns: The whole file with its metadata.
  func adding(
    _ metadata: Metadata, to file: [UInt8], named name: String, warn: (String) -> Void
  ) -> [UInt8]
}

extension ImageFormat {
  public func adding(
    _ metadata: Metadata, to file: [UInt8], named name: String, warn: (String) -> Void
  ) -> [UInt8] { file }

  /// Calls `body` with the bytes of an encoder's file, its metadata inserted.
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

/// A format of consecutive frames in one stream.
public protocol StreamFormat: FileFormat {
  /// Makes the bytes before the first frame.
  func header(size: PixelSize, rate: FrameRate) -> [UInt8]
  /// Makes an encoder of frames; it belongs to one thread at a time.
  func makeEncoder(level: SIMDLevel) -> any FrameEncoder
  /// ffmpeg's options for reading the stream; by default, raw video of the format's name.
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

/// A video format, which the user's ffmpeg encodes from a stream of frames.
public protocol VideoFormat: FileFormat {
  /// The stream that ffmpeg reads: RGBA if every frame fits, transparent or not, else `opaqueInput`.
  var input: any StreamFormat { get }
  /// Checks that the format allows a frame size.
  ///
  /// - Throws: `ExportError`, naming the file.
  func check(_ size: PixelSize, named file: String) throws(ExportError)
  /// ffmpeg's output options, container included; the user's own follow.
  func ffmpegOptions(rate: FrameRate) -> [String]
  /// ffmpeg's output options for transparent frames, whose input is RGBA; nil (the default) if the format has
  /// no transparency, or reads RGBA as `input`.
  var ffmpegAlphaOptions: [String]? { get }
  /// ffmpeg's options for sound, the codec first; nil (the default) if the format has no sound.
  var ffmpegSoundOptions: [String]? { get }
  /// ffmpeg's further options for output to a pipe, empty by default; nil if the container needs a seekable
  /// file.
  var ffmpegPipeOptions: [String]? { get }
}

extension VideoFormat {
  public var ffmpegAlphaOptions: [String]? { nil }
  public var ffmpegSoundOptions: [String]? { nil }
  public var ffmpegPipeOptions: [String]? { [] }
  /// Whether the format stores transparency.
  package var keepsAlpha: Bool { input is Formats.RGBA || ffmpegAlphaOptions != nil }
  public func check(_ size: PixelSize, named file: String) throws(ExportError) {}
}

/// Encodes frames one by one, into memory that is reused; belongs to one thread at a time.
///
///     let encoder = Formats.JPEG().makeEncoder(level: .preferred)
///     try encoder.encode(renderer.rows(at: 0.5), on: FrameCanvas(), named: "half")
///     let count = try encoder.withBytes { $0.count }
public protocol FrameEncoder: AnyObject {
  /// Encodes a bitmap, or rows as they are rendered on a canvas; the bytes are valid until the next call.
  ///
  /// - Parameters:
  ///   - frame: A bitmap, or rows.
  ///   - canvas: The memory that rows are rendered to.
  ///   - name: The frame's name in errors.
  /// - Throws: `RenderError` if rows cannot be rendered; `ExportError` if memory is out or the format has no
  ///   frames of this size.
  func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws
  /// Calls `body` once with the bytes of the last encoded frame.
  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result
}

extension FrameEncoder {
  /// Encodes a frame on a new canvas.
  package func encode(_ frame: any RowSource, named name: String = "frame") throws {
    try encode(frame, on: FrameCanvas(), named: name)
  }
}
