public import SegueFiles
public import SegueFormats
package import SeguePixels
import SegueRendering

/// The destination of an export: files, a stream, an animation, a video, or nothing.
///
///     try await exporter.export(to: .file("movie.mp4"))
///     try await exporter.export(to: .files("frames/%04d.jpg", as: .jpeg(quality: 80)))
public enum Destination: Sendable {
  /// A file for each frame, which appears under its name only when it is complete.
  case sequence(FrameTemplate, any ImageFormat, WritePolicy = WritePolicy())
  /// One stream with all frames.
  case stream(StreamTarget, any StreamFormat, WritePolicy = WritePolicy())
  /// Image files one after the other in one stream, as ffmpeg's `image2pipe` reads them.
  case images(StreamTarget, any ImageFormat, WritePolicy = WritePolicy())
  /// An animation in one file or stream.
  ///
  /// WebP and other formats whose header is written last need a file.
  case animation(StreamTarget, any AnimationFormat, WritePolicy = WritePolicy())
  /// A video in one file or stream, encoded by the user's ffmpeg; AVIF needs a file.
  ///
  /// `encoderOptions` follow the options of the format: `("crf", "23")` becomes `-crf 23`. `sound` is the
  /// audio track, if the format supports one.
  case video(
    StreamTarget, any VideoFormat, encoderOptions: [(key: String, value: String)] = [],
    sound: Soundtrack? = nil, WritePolicy = WritePolicy())
  /// No output: frames are rendered and discarded, to measure the time.
  case discard
}

extension Destination {
  /// Makes the destination of all frames in one file or stream.
  ///
  ///     let format = try Catalog.formats.make("webp", ["quality": "80"])
  ///     try await exporter.export(to: Destination(format, to: "movie.webp"))
  ///
  /// The format determines the kind of destination: an animation, a video or a stream. If Segue can write
  /// single pictures in the format, then a pipe, a device or an open descriptor gets one image file after the
  /// other. The format `null` discards the frames.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - target: The file or stream.
  ///   - policy: The treatment of an existing file.
  ///   - encoderOptions: Options of ffmpeg for a video; ignored for other formats.
  ///   - sound: The sound of a video; ignored for other formats.
  /// - Throws: `ExportError` if Segue can only read the format, or if the target is a regular file and files
  ///   of the format have only one picture.
  public init(
    _ format: any FileFormat, to target: StreamTarget, _ policy: WritePolicy = WritePolicy(),
    encoderOptions: [(key: String, value: String)] = [], sound: Soundtrack? = nil
  ) throws(ExportError) {
    if format.discards {
      self = .discard
    } else if let image = format.image, target.isPassedOn {
      self = .images(target, image, policy)
    } else if let animation = format.animation {
      self = .animation(target, animation, policy)
    } else if let video = format.video {
      self = .video(target, video, encoderOptions: encoderOptions, sound: sound, policy)
    } else if let stream = format.stream {
      self = .stream(target, stream, policy)
    } else {
      throw .unsupported(file: target.name, reason: "the name has no extension of a format of many frames")
    }
  }

  /// Makes a destination with a file for each frame, such as `frames/%04d.png`.
  ///
  /// - Parameters:
  ///   - template: A file name with a placeholder for the number, as in `FrameTemplate`.
  ///   - format: The format; nil chooses it by the name's extension.
  ///   - policy: The treatment of existing files.
  /// - Returns: A `sequence` destination.
  /// - Throws: `ExportError` if the name has no placeholder, or if its extension belongs to no image format.
  public static func files(
    _ template: String, as format: (any ImageFormat)? = nil, _ policy: WritePolicy = WritePolicy()
  ) throws -> Destination {
    guard let names = FrameTemplate(template) else {
      throw ExportError.unsupported(
        file: template, reason: "frames need one number in the name, such as %04d")
    }
    guard let format = try format ?? Catalog.formats.forFile(named: template)?.make().image else {
      throw ExportError.unsupported(file: template, reason: "the name has no extension of a format of images")
    }
    return .sequence(names, format, policy)
  }

  /// Makes a destination with one file for all frames, in the format of its extension, such as `movie.mp4`,
  /// `movie.webp` or `movie.y4m`.
  ///
  /// - Throws: `ExportError` if the extension belongs to no format with many frames; `FileError` for a URL
  ///   that is not a file URL.
  public static func file(
    _ file: some FileLocation, _ policy: WritePolicy = WritePolicy()
  ) throws -> Destination {
    let path = try file.filePath()
    guard let format = try Catalog.formats.forFile(named: path)?.make() else {
      throw ExportError.unsupported(
        file: path, reason: "the name has no extension of a format of many frames")
    }
    return try Destination(format, to: .file(path), policy)
  }
}

extension Destination {
  private var parts: (format: any FileFormat, target: StreamTarget?) {
    switch self {
    case .sequence(_, let format, _): (format, nil)
    case .stream(let target, let format, _): (format, target)
    case .images(let target, let format, _): (format, target)
    case .animation(let target, let format, _): (format, target)
    case .video(let target, let format, _, _, _): (format, target)
    case .discard: (Formats.Null(), nil)
    }
  }

  /// The name of the destination for error messages.
  package var name: String {
    if case .sequence(let template, _, _) = self { template.text } else { target?.name ?? "the output" }
  }

  /// The format of the frames; the format `null` if frames are discarded.
  package var format: any FileFormat { parts.format }

  /// The file or stream for all frames; nil if each frame has its own file, or if frames are discarded.
  package var target: StreamTarget? { parts.target }

  /// Returns the size in bytes of a stream of `count` raw frames; nil for other destinations.
  ///
  /// - Throws: `RenderError` if there is not enough memory for a frame.
  package func rawBytes(of count: Int, _ size: PixelSize, _ rate: FrameRate) throws -> Int? {
    guard case .stream(_, let format, _) = self else { return nil }
    let encoder = format.makeEncoder(level: .preferred)
    try encoder.encode(Bitmap(size, filledWith: .black))
    return try format.header(size: size, rate: rate).count + count * encoder.withBytes { $0.count }
  }

  /// Whether each frame is a separate file.
  package var isSequence: Bool { if case .sequence = self { true } else { false } }

  /// Whether the output is an animation or a video, which stores the times of frames.
  package var isMovie: Bool {
    switch self {
    case .animation, .video: true
    case .stream, .images, .sequence, .discard: false
    }
  }
}

/// The target of a stream; a string literal is a file name.
public enum StreamTarget: Hashable, Sendable, ExpressibleByStringLiteral {
  /// A file, which appears under its name only when it is complete; or a named pipe or device, written
  /// directly.
  case file(String)
  /// An open file descriptor, which stays open, and its name for error messages.
  case descriptor(Int32, named: String)

  /// Standard output.
  public static let standardOutput = descriptor(1, named: "standard output")

  /// Makes a target from a file name.
  public init(stringLiteral file: String) { self = .file(file) }
}

/// The treatment of existing files, and whether new files are flushed to disk.
public struct WritePolicy: Hashable, Sendable {
  /// The treatment of existing files.
  public enum Existing: Hashable, Sendable {
    /// An existing file is an error, found before rendering.
    case refuse
    /// Existing files are replaced.
    case overwrite
    /// Existing frames in separate files are kept, and only missing files are rendered.
    ///
    /// Empty files, which a system crash can leave, are replaced.
    ///
    /// A destination with one file treats `keep` as `refuse`.
    case keep
  }

  /// The treatment of existing files.
  public var existing: Existing
  /// Whether each file is flushed to disk before it is renamed to its final name, and its folder after the
  /// last file.
  public var isDurable: Bool

  /// Makes a policy; by default an existing file is an error.
  public init(existing: Existing = .refuse, isDurable: Bool = false) {
    self.existing = existing
    self.isDurable = isDurable
  }

  /// The policy that replaces existing files.
  public static let overwrite = WritePolicy(existing: .overwrite)
}
