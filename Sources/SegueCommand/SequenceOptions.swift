import ArgumentParser
import Glibc
import Segue

/// Which frames are written, and where they go.
struct SequenceOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("dir/%04d.png, dir/%04d.jpg, a folder/, or - for standard output.", valueName: "path"))
  var output = "frames/%04d.png"

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("png, jpeg, rgba (to -) or null. (default: by extension)", valueName: "name"))
  var format: OutputFormat?

  @Option(help: ArgumentHelp("How hard PNG is compressed.", valueName: "how"))
  var pngCompression = ImageEncoding.PNGCompression.fast

  @Option(help: ArgumentHelp("Only frames A…B of the whole, numbered from 0.", valueName: "A-B"))
  var range: FrameRange?

  @Flag(help: "Replace existing frames.")
  var overwrite = false

  @Flag(help: "Keep existing frames and render the rest.")
  var resume = false

  func validate() throws {
    if overwrite && resume { throw ValidationError("give --overwrite or --resume, not both") }
  }

  func target(frameCount: Int) throws -> FrameTarget {
    let isFolder = output.hasSuffix("/") || isFolderName(output)
    let chosen = format ?? (isFolder ? .png : ImageFormat(fileName: output).map(OutputFormat.init))
    if chosen == .null || output == "-" {
      guard chosen != nil else { throw Failure(.usage, "standard output needs --format rgba") }
      guard chosen == .null || chosen == .rgba else {
        throw Failure(.usage, "standard output takes --format rgba; PNG and JPEG frames go to files")
      }
      if overwrite || resume { throw Failure(.usage, "--overwrite and --resume are for frames in files") }
      return chosen == .null
        ? FrameTarget(format: .null, output: NullOutput())
        : FrameTarget(
          format: .rgba, output: RawOutput(descriptor: STDOUT_FILENO, named: "standard output"))
    }
    guard let image = chosen?.image else {
      if chosen != nil { throw Failure(.usage, "--format rgba goes to standard output: -o -") }
      let folder = output.contains(".") || output.contains("%") ? "" : ", or \(output)/ for a folder"
      throw Failure(.usage, "\(output): the name does not say the format; give --format png or jpeg\(folder)")
    }
    let pattern =
      isFolder
      ? (output.hasSuffix("/") ? output : output + "/") + "frame-%04d.\(image.extensions[0])" : output
    guard let template = FrameTemplate(pattern) ?? (frameCount == 1 ? FrameTemplate(single: pattern) : nil)
    else {
      throw Failure(.usage, "\(output): \(frameCount) frames need one number in the name, such as %04d")
    }
    return FrameTarget(
      format: OutputFormat(image),
      output: FileSequence(
        template, ImageEncoding(image, pngCompression: pngCompression),
        existing: overwrite ? .overwrite : resume ? .keep : .refuse))
  }
}

/// Where the frames go.
struct FrameTarget {
  let format: OutputFormat
  let output: any FrameOutput

  /// The files, where each frame is one.
  var files: FileSequence? { output as? FileSequence }
  /// Whether frames go to standard output.
  var isPipe: Bool { output is RawOutput }

  /// The frames of a range that are to be rendered; found before anything is decoded.
  func framesToRender(of range: Range<Int>) throws -> [Int] {
    guard let files else { return Array(range) }
    do throws(CodecError) {
      return try files.framesToRender(of: range)
    } catch .exists(let file) {
      throw Failure(
        .cannotCreate, "\(file): exists already; use --overwrite to replace it, --resume to keep it")
    }
  }
}
