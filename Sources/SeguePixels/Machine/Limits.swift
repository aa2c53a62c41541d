/// The limits for untrusted requests: the sizes of images and frames, the number of frames, the bytes of an
/// export, and the time of rendering.
///
///     let limits = Limits(maxPixels: 20_000_000, maxFramePixels: 2_100_000, maxFrames: 300, maxSeconds: 5)
///     let photo = try Bitmap(decoding: bytes, options: DecodeOptions(limits: limits))
///     let cube = try TransitionRenderer(from: photo, to: photo, "cube", [:], Execution(limits: limits))
///
/// `DecodeOptions` and `Execution` carry limits to every call that decodes, renders or exports. The
/// initializer lists the defaults. A call that exceeds a limit throws a `SegueError` for which
/// `isCallersFault` is true; if the limit is a number, the error's message states the limit:
///
/// | limit | error |
/// | --- | --- |
/// | `maxPixels` | `image.too-large`, before memory is allocated |
/// | `maxFramePixels` | `render.too-large`, before memory is allocated |
/// | `maxFrames` | `export.too-many-frames`, before the first frame |
/// | `maxBytes` | `export.too-many-bytes`; an incomplete file is removed |
/// | `maxLoopTurns` | `render.unrenderable` |
/// | `maxSeconds` | `render.out-of-time` |
/// | `programs` | `image.unsupported`, for a format that only ffmpeg decodes |
///
/// Compiling a shader is not interrupted. Texts have constant limits: a shader 1 MiB, a job, subtitles and a
/// storyboard 16 MiB each; a job has up to 100 filters, some of which keep a frame in memory. `Clip` and
/// storyboards with clips run ffprobe and ffmpeg even if `programs` is false: read clips and storyboards from
/// trusted sources only.
public struct Limits: Hashable, Sendable {
  /// The maximum number of pixels of a decoded image; in a file with several pictures, of each picture.
  ///
  /// This number also limits the size of a file: to 16 bytes for each of these pixels, plus 16 MiB.
  public var maxPixels: Int
  /// The maximum number of pixels of a frame or of a fitted picture.
  public var maxFramePixels: Int
  /// The maximum number of frames of an export.
  public var maxFrames: Int
  /// The maximum number of bytes that an export writes: one file or stream, or all files of a sequence.
  public var maxBytes: Int
  /// The maximum number of iterations of all loops of a shader together, for a tile of up to 512 pixels.
  public var maxLoopTurns: Int
  /// The maximum duration of rendering a frame, or of a whole export, in seconds.
  ///
  /// The time for which a stream waits for its reader is not counted. The limit is checked every 32 rows, and
  /// before each frame of an export.
  public var maxSeconds: Double
  /// Whether the `ffmpeg` on the PATH may be run for formats that only ffmpeg decodes, such as PSD.
  ///
  /// Use false for files from untrusted sources.
  public var programs: Bool

  /// Makes limits.
  ///
  /// By default, images have up to 100 million pixels, loops up to 262,144 iterations, and ffmpeg is not run;
  /// nothing else is limited.
  public init(
    maxPixels: Int = 100_000_000, maxFramePixels: Int = .max, maxFrames: Int = .max, maxBytes: Int = .max,
    maxLoopTurns: Int = 1 << 18, maxSeconds: Double = .infinity, programs: Bool = false
  ) {
    (self.maxPixels, self.maxFramePixels) = (maxPixels, maxFramePixels)
    (self.maxFrames, self.maxBytes) = (maxFrames, maxBytes)
    (self.maxLoopTurns, self.maxSeconds, self.programs) = (maxLoopTurns, maxSeconds, programs)
  }

  /// Throws if a frame has more pixels than `maxFramePixels`.
  package func check(frame size: PixelSize) throws(RenderError) {
    // Ignores a count that overflows: the size is invalid, and the allocation reports it.
    guard let count = size.pixelCount, count > maxFramePixels else { return }
    throw .tooLarge(size, limit: maxFramePixels)
  }
}
