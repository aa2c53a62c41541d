package import SegueExport
import SegueFiles
import SegueFormats
public import SeguePixels
import SegueRendering
import SegueStoryboard
public import SegueTransitions

/// Readers for the pictures and files that a job names.
///
///     let uploads = ["a": from, "b": to]
///     let files = JobFiles { name in
///       guard let picture = uploads[name] else { throw FileError.missing(file: name) }
///       return picture
///     }
///     let renderer = try Job(from: "a", to: "b", "cube").renderer(files)
public struct JobFiles: Sendable {
  /// Readers for the shaders, pictures and tables that effects name.
  public var chain: ChainFiles
  /// Decodes pictures and fits them to the frame; calls the given function between these two steps.
  package var pictures: Pictures
  /// Reads an animator, which is a transition in a YAML file.
  package var animator: @Sendable (String) throws -> any Transition = { throw FileError.missing(file: $0) }
  /// Lists the names of the files in a folder of shaders.
  package var names: @Sendable (String) throws -> [String] = { throw FileError.missing(file: $0) }
  /// Makes the transition of a job's effects, without their filters.
  ///
  /// If the result is nil, the transition is looked up in the catalog, in a folder of shaders, in a file or
  /// in the source of the effects.
  package var transition: @Sendable (Job.Look) throws -> (any Transition)? = { _ in nil }

  /// A function that decodes pictures by name and fits them to a frame.
  package typealias Pictures = @Sendable ([String], Framing, Execution, () -> Void) throws -> [Bitmap]

  /// Makes readers from the given functions; reading an animator or a folder of shaders throws.
  package init(chain: ChainFiles, pictures: @escaping Pictures) {
    (self.chain, self.pictures) = (chain, pictures)
  }

  /// Makes readers from functions for chains and pictures; animators and folders of shaders are read from
  /// disk, with decoding options for the pictures of animators.
  package init(disk chain: ChainFiles, pictures: @escaping Pictures, _ options: DecodeOptions) {
    self.init(chain: chain, pictures: pictures)
    animator = { try LayerAnimator(contentsOf: $0, options: options) }
    names = { try SegueFiles.names(inFolder: $0) }
  }

  /// Makes readers of pictures in memory.
  ///
  /// The effects of a job cannot name a file on disk; the fonts of texts are found by name only.
  ///
  /// These readers do not apply to `Job.output`: `Job.Output.destination` uses its sound file, output file
  /// and ffmpeg options as they are.
  ///
  /// - Parameter picture: A function that returns the picture with a name, or throws.
  public init(_ picture: @escaping @Sendable (String) throws -> Bitmap) {
    self.init(
      chain: ChainFiles(
        shader: { throw FileError.missing(file: $0) }, picture: picture,
        file: { ParameterFile($0, picture: try picture($0)) }),
      pictures: Self.fitting { .bitmap(try picture($0)) })
    chain.readsFonts = false
  }

  /// Makes readers of files, relative to the working directory.
  ///
  /// - Parameter options: The decoding options for pictures that are parameters of effects; for the job's
  ///   pictures, the options of the `Execution` apply.
  /// - Returns: The readers.
  public static func disk(_ options: DecodeOptions = DecodeOptions()) -> JobFiles {
    JobFiles(
      disk: ChainFiles(
        picture: { try Bitmap(contentsOf: $0, options: options) },
        file: { try ParameterFile(contentsOf: $0, options: options) }),
      pictures: Self.fitting { .file($0) }, options)
  }

  /// Makes a function that decodes and fits pictures; `source` returns the source of a picture by its name.
  package static func fitting(_ source: @escaping @Sendable (String) throws -> PictureSource) -> Pictures {
    { names, framing, execution, decoded in
      try FittedPictures(names.map(source), framing, execution).all(decoded: { _ in decoded() })
    }
  }
}
