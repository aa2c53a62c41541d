public import SegueFiles
public import SegueFormats
import SegueRendering

/// Where frames go.
///
///     try await exporter.export(to: .file("movie.mp4"))
///     try await exporter.export(to: .files("frames/%04d.jpg", as: .jpeg(quality: 80)))
public enum Destination: Sendable {
  /// A file for every frame, each appearing under its name only when it is whole.
  case sequence(FrameTemplate, any ImageFormat, WritePolicy = WritePolicy())
  /// One stream of all frames.
  case stream(StreamTarget, any StreamFormat, WritePolicy = WritePolicy())
  /// Pictures one after another in one stream, as ffmpeg's `image2pipe` takes them apart.
  case images(StreamTarget, any ImageFormat, WritePolicy = WritePolicy())
  /// One file or stream of moving pictures. A format whose start depends on its end, as WebP's does, needs a file.
  case animation(StreamTarget, any AnimationFormat, WritePolicy = WritePolicy())
  /// One file or stream of video, which the user's ffmpeg makes. `encoderOptions` are for its output, after those of the
  /// format: `("crf", "23")` is `-crf 23`. AVIF needs a file.
  /// `sound` goes with the frames, where the format has any.
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
  ///   - template: A name with a number in it, as `FrameTemplate` reads it.
  ///   - format: nil: as the name's extension says.
  ///   - policy: What happens to files that exist already.
  /// - Returns: `sequence` of those names.
  /// - Throws: `ExportError` where the name has no number or means no format of images.
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

  /// One file of all frames, in the format that its name's extension says: `movie.mp4`, `movie.webp`, `movie.y4m`.
  ///
  /// - Throws: `ExportError` where the name means no format that takes all frames.
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

/// Where the bytes of a stream go; a name in quotes is a file's.
public enum StreamTarget: Hashable, Sendable, ExpressibleByStringLiteral {
  /// A file that appears under its name only when it is whole; or a named pipe or a device, written to as it is.
  case file(String)
  /// An open descriptor, which is not closed, and what errors call it.
  case descriptor(Int32, named: String)

  /// Standard output.
  public static let standardOutput = descriptor(1, named: "standard output")

  /// Names a file.
  public init(stringLiteral file: String) { self = .file(file) }
}

/// What happens to files that exist already, and when a file counts as written.
public struct WritePolicy: Hashable, Sendable {
  /// What happens to files that exist already.
  public enum Existing: Hashable, Sendable {
    /// They are an error, found before anything is rendered.
    case refuse
    /// They are replaced.
    case overwrite
    /// Frames in files of their own are kept, and the rest is rendered; empty files, which a crash of the machine can
    /// leave, are not kept. For one file of all frames it is the same as `refuse`.
    case keep
  }

  /// What happens to files that exist already.
  public var existing: Existing
  /// Whether each file is on the disk before it has its name, and all names at the end.
  public var isDurable: Bool

  /// Refuses to replace files, unless said otherwise.
  public init(existing: Existing = .refuse, isDurable: Bool = false) {
    self.existing = existing
    self.isDurable = isDurable
  }

  /// Existing files are replaced.
  public static let overwrite = WritePolicy(existing: .overwrite)
}
