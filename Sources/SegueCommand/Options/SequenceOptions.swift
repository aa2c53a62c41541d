import ArgumentParser
import Glibc
import Segue
import SegueFiles

/// Which frames are written, and where they go.
struct SequenceOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "dir/%04d.png, dir/%04d.jpg, a folder/, movie.mp4 (.mov, .mkv, .webm, .gif, .avif, .apng, .webp), movie.y4m, "
        + "a named pipe, or - for standard output.", valueName: "path"))
  var output = "frames/%04d.png"

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("One of 'segue list formats'. (default: by extension)", valueName: "name"))
  var format: OutputFormat?

  @OptionGroup var encoding: EncodingOptions

  @Option(
    help: ArgumentHelp("How often apng, webp or gif is played; 0: for ever. (default: 0)", valueName: "n"))
  var loops: Int?

  @Option(
    help: ArgumentHelp(
      "An option for ffmpeg's output, such as crf=23 or c:v=libx265; repeatable.", valueName: "key=value"))
  var encoderOption: [Assignment] = []

  @Option(help: ArgumentHelp("Only frames A…B of the whole, numbered from 0.", valueName: "A-B"))
  var range: FrameRange?

  @Flag(help: "Replace existing frames.")
  var overwrite = false

  @Flag(help: "Keep existing frames and render the rest.")
  var resume = false

  @Flag(help: "Wait until files are on the disk.")
  var durable = false

  func validate() throws {
    if let loops, !(0...65535).contains(loops) { throw ValidationError("--loops is within 0…65535") }
    if overwrite && resume { throw ValidationError("give --overwrite or --resume, not both") }
  }

  /// Where the frames go; found before anything is decoded.
  ///
  /// - Parameters:
  ///   - frames: The numbers of those to be written.
  ///   - rate: Frames a second, which y4m, video and animations state.
  func target(frames: Range<Int>, rate: FrameRate) throws -> FrameTarget {
    let isFolder = output.hasSuffix("/") || isFolderName(output)
    let chosen = format ?? (isFolder ? .png : OutputFormat(fileName: output))
    // WebP is both, as the name says.
    let isSeries = chosen?.image != nil && (chosen?.animation == nil || isFolder || output.contains("%"))
    let animation = isSeries ? nil : chosen?.animation
    if let chosen { try checkOptions(for: chosen, isSeries: isSeries) }
    let chroma = encoding.chroma ?? .half
    if chosen == .null { return FrameTarget(format: .null, output: NullOutput()) }
    if let stream = chosen?.stream(chroma) {
      return try FrameTarget(
        format: chosen ?? .null, output: StreamOutput(stream, rate: rate, to: streamSink(isFolder: isFolder)))
    }
    if output == "-" {
      let streams = OutputFormat.allCases.filter { $0.stream(.half) != nil }.map(\.rawValue)
      let names = streams.alternatives
      guard chosen != nil else { throw Failure(.usage, "standard output needs --format \(names)") }
      throw Failure(.usage, "standard output takes --format \(names); images and video go to files")
    }
    if let format = chosen, let animation {
      try refuseExisting(isFolder: isFolder)
      return FrameTarget(
        format: format,
        output: AnimationOutput(
          output, encoding.animationEncoding(animation, rate: rate, loops: loops ?? 0), frames: frames,
          overwrite: overwrite, isDurable: durable))
    }
    if let format = chosen, let video = format.video {
      try refuseExisting(isFolder: isFolder)
      let file = VideoFile(
        output, video, chroma: chroma, loops: loops ?? 0, options: encoderOption.map { ($0.key, $0.value) },
        overwrite: overwrite, isDurable: durable)
      try file.checkProgram()
      return FrameTarget(format: format, output: StreamOutput(file, rate: rate))
    }
    return try files(chosen?.image, frameCount: frames.count, isFolder: isFolder)
  }

  private func files(_ image: ImageFormat?, frameCount: Int, isFolder: Bool) throws -> FrameTarget {
    guard let image else {
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
        template, encoding.imageEncoding(image),
        existing: overwrite ? .overwrite : resume ? .keep : .refuse, isDurable: durable))
  }

  private func streamSink(isFolder: Bool) throws -> any ByteSink {
    if output == "-" {
      if overwrite { throw Failure(.usage, "--overwrite is for files") }
      return OpenDescriptor(STDOUT_FILENO, named: "standard output")
    }
    try refuseExisting(isFolder: isFolder)
    return StreamFile(output, overwrite: overwrite, isDurable: durable)
  }

  private func refuseExisting(isFolder: Bool) throws {
    if isFolder || FrameTemplate(output) != nil {
      throw Failure(
        .usage, "\(output): one file takes all frames; give -o with its name, without a number in it")
    }
    if !overwrite && isRegularFile(output) { throw Failure(FileError.exists(file: output)) }
  }

  /// Refuses options that the format would leave aside.
  ///
  /// - Parameter isSeries: Whether each frame is a file of its own.
  private func checkOptions(for format: OutputFormat, isSeries: Bool) throws {
    try encoding.check(for: format)
    if loops != nil && format != .gif && (isSeries || format.animation == nil) {
      throw Failure(.usage, "--loops is for one file of apng, webp or gif")
    }
    if !encoderOption.isEmpty && format.video == nil {
      throw Failure(.usage, "--encoder-option is for video, not \(format.rawValue)")
    }
    if resume && !isSeries { throw Failure(.usage, "--resume is for frames in files of their own") }
    if (overwrite || durable) && format == .null {
      throw Failure(.usage, "--\(overwrite ? "overwrite" : "durable") is for files")
    }
  }
}

/// Where the frames go.
struct FrameTarget {
  let format: OutputFormat
  let output: any FrameOutput

  /// The files, where each frame is one.
  var files: FileSequence? { output as? FileSequence }
  private var sink: (any ByteSink)? { (output as? StreamOutput)?.sink }
  /// Whether frames go to standard output.
  var isStandardOutput: Bool { sink is OpenDescriptor }
  /// Whether a write may wait for a reader for ever.
  var canBlock: Bool { isStandardOutput || (sink as? StreamFile).map { isSpecial($0.file) } ?? false }

  /// The frames of a range that are to be rendered; found before anything is decoded.
  func framesToRender(of range: Range<Int>) throws -> [Int] {
    guard let files else { return Array(range) }
    do throws {
      return try files.framesToRender(of: range)
    } catch FileError.exists(let file) {
      throw Failure(
        .cannotCreate, "\(file): exists already; use --overwrite to replace it, --resume to keep it")
    }
  }
}
