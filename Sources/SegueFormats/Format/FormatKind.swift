// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// The kind of a format: the content of one file or stream.
public enum FormatKind: String, CaseIterable, Codable, Sendable {
  /// One picture in a file.
  case image
  /// All frames in one file, each stored as the difference from the previous frame.
  case animation
  /// Consecutive frames in one stream.
  case stream
  /// A video, which the user's ffmpeg encodes.
  case video
}

extension FileFormat {
  public static var mediaTypes: [String] { [] }
  public static var kind: FormatKind { .image }
  public static var readable: (any ReadableFormat.Type)? { nil }
  public var image: (any ImageFormat)? { nil }
  public var animation: (any AnimationFormat)? { nil }
  public var stream: (any StreamFormat)? { nil }
  public var video: (any VideoFormat)? { nil }
  public var deep: (any DeepFormat)? { nil }

  /// The kinds of output that encoders of the format write: images and animations for WebP, none for BMP.
  ///
  /// A kind is included even if this build lacks the library that writes it.
  public var writtenKinds: [FormatKind] {
    let isWritten: [(FormatKind, Bool)] = [
      (.image, image != nil), (.animation, animation != nil), (.stream, stream != nil),
      (.video, video != nil),
    ]
    return isWritten.filter(\.1).map(\.0)
  }
}

extension FileFormat {
  /// Whether frames are rendered and then discarded.
  package var discards: Bool { self is Formats.Null }
}

extension ReadableFormat {
  public static var readable: (any ReadableFormat.Type)? { self }
}

extension ImageFormat {
  public var image: (any ImageFormat)? { self }
}

extension AnimationFormat {
  public static var kind: FormatKind { .animation }
  public var animation: (any AnimationFormat)? { self }
}

extension StreamFormat {
  public static var kind: FormatKind { .stream }
  public var stream: (any StreamFormat)? { self }
}

extension DeepFormat {
  public var deep: (any DeepFormat)? { self }
}

extension VideoFormat {
  public static var kind: FormatKind { .video }
  public var video: (any VideoFormat)? { self }
}
