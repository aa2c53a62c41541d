import ArgumentParser
import SegueExport
import SegueFiles

/// Options for the frames to write and their destination.
struct SequenceOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "dir/%04d.png, dir/%04d.jpg, a folder/, movie.mp4 (.mov, .mkv, .webm, .gif, .avif, .apng, .webp), movie.y4m, "
        + "a named pipe, or - for standard output, where pictures follow one another. (default: \(Job.Output.standardFile))",
      valueName: "path"),
    completion: .file())
  var output: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "One of 'segue list formats'. (default: by extension)", valueName: "name[:key=value,...]"),
    completion: .formats, transform: FormatName.init(argument:))
  var format: FormatName?

  @Option(
    help: ArgumentHelp(
      "A set of options from 'segue list presets', such as web or gif.", valueName: "name"),
    completion: .presets)
  var preset: String?

  @OptionGroup var encoding: FormatOptions

  @Option(help: .option("loops")) var loops: String?

  @Option(
    help: ArgumentHelp(
      "An option for ffmpeg's output, such as crf=23 or c:v=libx265; repeatable.", valueName: "key=value"))
  var encoderOption: [Assignment] = []

  @Option(
    help: ArgumentHelp(
      "A sound file for video, from its beginning; cut or looped to fit.",
      valueName: "file"), completion: .file())
  var audio: String?

  @Option(help: ArgumentHelp("Duration of the fade-out of the sound at the end, in seconds.", valueName: "s"))
  var audioFade: Double?

  @Option(
    help: ArgumentHelp(
      "Largest size of a gif, webp or apng, such as 2MB or 500kB: frame rate, size, and colors or quality are lowered until it is kept, which takes some trials.",
      valueName: "bytes"))
  var budget: Budget?

  @Option(
    help: ArgumentHelp("Render only frames A…B, numbered from 0.", valueName: "A-B"))
  var range: FrameNumbers?

  @Flag(name: [.customShort("y"), .long], help: "Replace existing files; for a symbolic link, its target.")
  var overwrite = false

  @Flag(help: "Keep existing frames, or complete segments of a video, and render the rest.")
  var resume = false

  @Flag(help: "Wait until files are on the disk.")
  var durable = false

  func validate() throws {
    if let loops { try FormatOptions.check("loops", loops) }
    var output = Job.Output(file: "")
    set(&output)
    // Leaves the fade-out of the sound to `checkFade`, since the file of `--job` may name the sound that a
    // fade-out needs.
    output.audioFade = nil
    try validating { () throws(JobError) in try output.check() }
    if self.output == "" { throw ValidationError("-o has no name") }
    if overwrite && resume { throw ValidationError("give --overwrite or --resume, not both") }
  }

  /// Checks the fade-out of the sound; a fade-out without a sound file is an error.
  func checkFade() throws {
    var output = Job.Output(file: "")
    set(&output)
    try validating { () throws(JobError) in try output.check() }
  }

  /// Makes the output from the options.
  func made() throws -> Job.Output {
    try checkFade()
    try checkFormat()
    var made = Job.Output(file: Job.Output.standardFile)
    set(&made)
    return made
  }

  /// Checks the options in the value of `--format`; errors in them have other messages than errors in
  /// separate options.
  func checkFormat() throws {
    if let format, !format.values.isEmpty { _ = try format.item.make(format.values) }
  }

  /// Replaces values of a job's output by the values of the command line.
  func set(_ made: inout Job.Output) {
    made.file = output ?? made.file
    if let format {
      (made.format, made.options) = (format.item.name, Job.Parameters(format.values))
    }
    made.options.add(encoding.given + (loops.map { [("loops", $0)] } ?? []))
    if !encoderOption.isEmpty {
      made.encoderOptions = encoderOption.map { "\($0.key)=\($0.value)" }
    }
    made.audio = audio ?? made.audio
    made.audioFade = audioFade ?? made.audioFade
    made.range = range?.text ?? made.range
    if overwrite || resume { made.existing = overwrite ? .overwrite : .keep }
    if durable { made.durable = true }
  }
}

/// The value of `--range`, as the user wrote it.
struct FrameNumbers: ExpressibleByArgument {
  let text: String

  init?(argument: String) {
    guard FrameRange(argument) != nil else { return nil }
    text = argument
  }
}

extension Job.Output {
  /// Determines the destination and the format before images are decoded.
  ///
  /// `sound` is used unless the output names a sound file; `given` is the job with the output, for the
  /// positions of errors; nil without a job.
  func checkedTarget(
    frameCount: Int, sound: Soundtrack?, _ given: GivenJob? = nil
  ) throws -> Destination {
    func determined() throws -> Destination { try target(frameCount: frameCount, sound: sound) }
    let made: Destination
    do {
      if let given { made = try given.locating(determined) } else { made = try determined() }
    } catch let error as JobError where error.file == nil {
      throw Failure(
        error, named: { $0 == "output.existing" && existing == .keep ? "--resume" : Job.option(for: $0) })
    }
    if made.isStandardOutput { try checkIsNoTerminal() }
    return made
  }

  /// A note about an ffmpeg pixel format with more bits than the frames, which does not improve the quality;
  /// nil without such an option.
  var note: String? {
    encoderPairs.first { $0.key.hasPrefix("pix_fmt") && isDeepPixelFormat($0.value) }.map {
      "frames have 8 bits a channel; \($0.value) stores more bits, without a gain"
    }
  }
}

/// Returns whether a pixel format of ffmpeg has more than 8 bits a channel, judged by its name.
package func isDeepPixelFormat(_ name: String) -> Bool {
  // The name of a pixel format ends with the number of bits of a sample or of a pixel; nv12 and nv16 are
  // exceptions.
  var name = Substring(name.lowercased())
  for endings in [["le", "be"], ["msb"]] {
    if let ending = endings.first(where: name.hasSuffix) { name = name.dropLast(ending.count) }
  }
  if ["nv20", "v30x"].contains(name) { return true }
  let bits = [9, 10, 12, 14, 16, 30, 32, 36, 48, 64]
  return !name.hasPrefix("nv1") && bits.contains { name.hasSuffix("\($0)") }
}

extension Destination {
  /// Returns the name of the output for reports; nil for standard output and for the format `null`.
  func name(_ output: String) -> String? { format.discards || isStandardOutput ? nil : output }

  /// Whether the frames are written to standard output.
  var isStandardOutput: Bool { if case .descriptor? = target { true } else { false } }

  /// Whether a write may block forever.
  var canBlock: Bool {
    // A video for an open descriptor is written by ffmpeg, and a write to ffmpeg fails when ffmpeg is killed.
    // A named pipe may already block when it is opened, before ffmpeg starts.
    if case .video(.descriptor, _, _, _, _) = self { return false }
    return target?.isPassedOn ?? false
  }
}
