// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

/// The formats that frames are written in, each in a file of its own; `Catalog.formats` has all of them.
///
///     let bytes = try photo.encoded(as: Formats.JPEG(quality: 80))
public enum Formats {}

/// A format of files or streams: what it is called, what its names end in, and which options it takes.
///
/// What it can do stands in the protocols it conforms to: `ReadableFormat`, `ImageFormat`, `AnimationFormat`,
/// `StreamFormat`, `VideoFormat`. Lists, help, checks and measurements are derived from these.
public protocol FileFormat: SelfDescribing {
  /// What names of files end in, without the dot, the usual one first.
  static var extensions: [String] { get }
  /// What the format is called in sentences: `PNG`.
  static var title: String { get }
  /// Why it cannot be written by this build, and what to do; nil where it can.
  static var unavailable: String? { get }
}

extension FileFormat {
  public static var title: String { name.uppercased() }
  public static var unavailable: String? { nil }
}

/// A format whose files are decoded.
public protocol ReadableFormat: FileFormat {
  /// Whether the first bytes of a file, 16 where there are so many, are those of this format.
  static func matches(_ start: Span<UInt8>) -> Bool
  /// Decodes a file in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: What errors call it.
  ///   - options: How it is decoded, and what is refused before memory is taken.
  /// - Returns: The upright picture.
  /// - Throws: `ImageError`. A file that is cut short or damaged is an error, never half a picture.
  static func decode(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> Bitmap
  /// Decodes how light the pixels of a file in memory are: those of the bitmap, unless the format has files of more bits.
  ///
  /// They are numbers: what the file says of its colors does not count.
  ///
  /// - Throws: `ImageError` as `decode` does.
  static func decodeLuma(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> LumaPlane
  /// Reads what a file in memory says beside its pixels, as it holds for the upright picture: nothing, unless said otherwise.
  ///
  /// - Throws: `ImageError` where the file is no image. What is damaged of the metadata alone is left out, and `options` told.
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

/// A format of one picture a file.
public protocol ImageFormat: FileFormat {
  /// Makes an encoder of frames, for one thread at a time.
  func makeEncoder(level: SIMDLevel) -> any FrameEncoder
  /// Puts metadata into a file that an encoder of the format made, as far as the format has room for it: none, unless said
  /// otherwise.
  ///
  /// - Parameters:
  ///   - metadata: What is put there.
  ///   - file: The whole file.
  ///   - name: What warnings call it.
  ///   - warn: Is told of what does not fit and is left out.
  /// - Returns: The whole file.
  func adding(
    _ metadata: Metadata, to file: [UInt8], named name: String, warn: (String) -> Void
  ) -> [UInt8]
}

extension ImageFormat {
  public func adding(
    _ metadata: Metadata, to file: [UInt8], named name: String, warn: (String) -> Void
  ) -> [UInt8] { file }

  /// Calls `body` with the bytes of a file that an encoder just made of a bitmap, metadata in them.
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

/// A format of frames one after another in one stream.
public protocol StreamFormat: FileFormat {
  /// What stands before the first frame.
  func header(size: PixelSize, rate: FrameRate) -> [UInt8]
  /// Makes an encoder of frames, for one thread at a time.
  func makeEncoder(level: SIMDLevel) -> any FrameEncoder
  /// How ffmpeg is told to read it: as raw video of the format's name, unless said otherwise.
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

/// A format of video that the user's ffmpeg makes of a stream of frames.
public protocol VideoFormat: FileFormat {
  /// What ffmpeg is given: RGBA where every frame can be written, whether it is transparent or not, else `opaqueInput`.
  var input: any StreamFormat { get }
  /// Checks that the format has frames of a size.
  ///
  /// - Throws: `ExportError`, naming the file.
  func check(_ size: PixelSize, named file: String) throws(ExportError)
  /// ffmpeg's options for the output, before the user's own, container included.
  func ffmpegOptions(rate: FrameRate) -> [String]
  /// These options for frames with transparency, which then come as RGBA; nil: it has none, or has `input` in RGBA. nil,
  /// unless said otherwise.
  var ffmpegAlphaOptions: [String]? { get }
  /// ffmpeg's options for sound, the codec first; nil: the format has none. nil, unless said otherwise.
  var ffmpegSoundOptions: [String]? { get }
  /// What follows these where the output is a pipe; nil: the container must go back in what it has written. None,
  /// unless said otherwise.
  var ffmpegPipeOptions: [String]? { get }
}

extension VideoFormat {
  public var ffmpegAlphaOptions: [String]? { nil }
  public var ffmpegSoundOptions: [String]? { nil }
  public var ffmpegPipeOptions: [String]? { [] }
  /// Whether frames with transparency are written with it.
  package var keepsAlpha: Bool { input is Formats.RGBA || ffmpegAlphaOptions != nil }
  public func check(_ size: PixelSize, named file: String) throws(ExportError) {}
}

/// Turns one frame after another into bytes, into memory that is used again; belongs to one thread at a time.
///
///     let encoder = Formats.JPEG().makeEncoder(level: .preferred)
///     try encoder.encode(renderer.rows(at: 0.5), on: FrameCanvas(), named: "half")
///     let count = try encoder.withBytes { $0.count }
public protocol FrameEncoder: AnyObject {
  /// Encodes a frame, a bitmap or rows that are rendered on a canvas meanwhile; its bytes stand until the next.
  ///
  /// - Parameters:
  ///   - frame: A bitmap, or rows.
  ///   - canvas: What rows are rendered on.
  ///   - name: What errors call the frame.
  /// - Throws: `RenderError` where the rows cannot be rendered; `ExportError` where memory is out or the format has no
  ///   frames of this size.
  func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws
  /// Calls `body` with the bytes of the last frame, once.
  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result
}

extension FrameEncoder {
  /// Encodes a frame, on a canvas of its own.
  package func encode(_ frame: any RowSource, named name: String = "frame") throws {
    try encode(frame, on: FrameCanvas(), named: name)
  }
}
