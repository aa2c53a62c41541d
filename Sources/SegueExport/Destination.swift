public import SegueFiles
public import SegueFormats
import SegueRendering

/// The destination of an export.
///
///     try await exporter.export(to: .file("movie.mp4"))
///     try await exporter.export(to: .files("frames/%04d.jpg", as: .jpeg(quality: 80)))
public enum Destination: Sendable {
  /// A file for every frame, which appears under its name when complete.
  case sequence(FrameTemplate, any ImageFormat, WritePolicy = WritePolicy())
  /// One stream of all frames.
  case stream(StreamTarget, any StreamFormat, WritePolicy = WritePolicy())
  /// Image files concatenated in one stream, as for ffmpeg's `image2pipe`.
  case images(StreamTarget, any ImageFormat, WritePolicy = WritePolicy())
  /// One file or stream of an animation.
  ///
  /// A format whose header depends on the end, such as WebP, needs a file.
  case animation(StreamTarget, any AnimationFormat, WritePolicy = WritePolicy())
  /// One file or stream of video, encoded by the user's ffmpeg; AVIF needs a file.
  ///
  /// `encoderOptions` follow those of the format: `("crf", "23")` is `-crf 23`. `sound` accompanies the
  /// frames if the format supports it.
  case video(
    StreamTarget, any VideoFormat, encoderOptions: [(key: String, value: String)] = [],
    sound: Soundtrack? = nil, WritePolicy = WritePolicy())
  /// Rendered and discarded, for timing.
  case discard
}

extension Destination {
  /// A file for every frame: `frames/%04d.png`.
  ///
  /// - Parameters:
  ///   - template: A name with a number, as in `FrameTemplate`.
  ///   - format: The format; nil derives it from the name's extension.
  ///   - policy: The treatment of existing files.
  /// - Returns: A `sequence` destination.
  /// - Throws: `ExportError` if the name has no number, or its extension is no image format.
  public static func files(
    _ template: String, as format: (any ImageFormat)? = nil, _ policy: WritePolicy = WritePolicy()
  ) throws -> Destination {
    guard let names = FrameTemplate(template) else {
      throw ExportError.unsupported(
        file: template, reason: "frames need one number in the name, such as %04d")
    }
    guard let format = try format ?? Catalog.formats.forFile(named: template)?.make() as? any ImageFormat
    else {
      throw ExportError.unsupported(file: template, reason: "the name does not say a format of images")
    }
    return .sequence(names, format, policy)
  }

  /// One file of all frames, in the format of its extension: `movie.mp4`, `movie.webp`, `movie.y4m`.
  ///
  /// - Throws: `ExportError` if the extension is no format for all frames.
  public static func file(
    _ file: some FileLocation, _ policy: WritePolicy = WritePolicy()
  ) throws -> Destination {
    let path = try file.filePath()
    switch try Catalog.formats.forFile(named: path)?.make() {
    case let format as any AnimationFormat: return .animation(.file(path), format, policy)
    case let format as any VideoFormat: return .video(.file(path), format, policy)
    case let format as any StreamFormat: return .stream(.file(path), format, policy)
    default:
      throw ExportError.unsupported(file: path, reason: "the name does not say a format of many frames")
    }
  }
}

/// The target of a stream; a string literal is a file name.
public enum StreamTarget: Hashable, Sendable, ExpressibleByStringLiteral {
  /// A file, which appears under its name when complete; or a named pipe or device, written directly.
  case file(String)
  /// An open descriptor, which is not closed, and its name for errors.
  case descriptor(Int32, named: String)

  /// Standard output.
  public static let standardOutput = descriptor(1, named: "standard output")

  /// Makes a target of a file name.
  public init(stringLiteral file: String) { self = .file(file) }
}

/// The treatment of existing files, and the durability of new ones.
public struct WritePolicy: Hashable, Sendable {
  /// The treatment of existing files.
  public enum Existing: Hashable, Sendable {
    /// Existing files are an error, found before rendering.
    case refuse
    /// They are replaced.
    case overwrite
    /// Existing frames in files of their own are kept, and the others rendered; empty files, which a system
    /// crash can leave, are not kept.
    ///
    /// One file of all frames is treated as in `refuse`.
    case keep
  }

  /// The treatment of existing files.
  public var existing: Existing
  /// Whether each file is synced to disk before it gets its name, and all names at the end.
  public var isDurable: Bool

  /// Makes a policy; by default existing files are an error.
  public init(existing: Existing = .refuse, isDurable: Bool = false) {
    self.existing = existing
    self.isDurable = isDurable
  }

  /// Existing files are replaced.
  public static let overwrite = WritePolicy(existing: .overwrite)
}
