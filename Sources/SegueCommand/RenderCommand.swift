import ArgumentParser
import FoundationEssentials
import Glibc
import Segue

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render the frames of a transition.",
    discussion: """
      segue render from.png to.png -o frames/%04d.png
      segue render from.png to.png -t cross-dissolve --duration 2 -o frames/%04d.jpg
      segue render from.png to.png --size 1280x720 -f rgba -o - |
        ffmpeg -f rawvideo -pix_fmt rgba -s 1280x720 -r 60 -i - out.mp4
      """)

  @OptionGroup var transition: TransitionOptions

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

  @Option(help: ArgumentHelp("How many frames, both ends included.", valueName: "n"))
  var frames: Int?

  @Option(help: ArgumentHelp("How long it runs, in seconds. (default: the transition's own)", valueName: "s"))
  var duration: Double?

  @Option(help: ArgumentHelp("Frames a second. (default: 60)", valueName: "f"))
  var fps: Double?

  @Option(help: ArgumentHelp("Only frames A…B of the whole, numbered from 0.", valueName: "A-B"))
  var range: FrameRange?

  @Flag(help: "Replace existing frames.")
  var overwrite = false

  @Flag(help: "Keep existing frames and render the rest.")
  var resume = false

  @Option(help: ArgumentHelp("Progress on standard error.", valueName: "when"))
  var progressBar = ProgressBar.Mode.auto

  @Flag(name: .shortAndLong, help: "No progress bar and no closing line.")
  var quiet = false

  @Flag(help: "Print a summary as JSON on standard output.")
  var json = false

  @Flag(help: "Say how long each stage took, and what would make it faster.")
  var stats = false

  func validate() throws {
    if frames != nil && (duration != nil || fps != nil) {
      throw ValidationError("give --frames, or --duration and --fps")
    }
    if let frames, !(1...10_000_000).contains(frames) {
      throw ValidationError("--frames is within 1…10000000")
    }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw ValidationError("--duration must be above 0")
    }
    if let fps, !(fps > 0 && fps.isFinite) { throw ValidationError("--fps must be above 0") }
    if overwrite && resume { throw ValidationError("give --overwrite or --resume, not both") }
    if quiet && stats { throw ValidationError("give --quiet or --stats, not both") }
    if quiet && progressBar == .always {
      throw ValidationError("give --quiet or --progress-bar always, not both")
    }
  }

  func run() throws {
    let start = ContinuousClock.now
    let times = try frameTimes()
    let range = try range?.within(times.count) ?? 0..<times.count
    let target = try target(frameCount: range.count)
    try transition.check()
    let interruption = Interruption(canBlock: target.isPipe)

    // What may not be written is found before anything is decoded.
    let indices = try framesToRender(range, target)
    var decoded = start
    let renderer = try transition.makeRenderer { decoded = .now }
    let fitted = ContinuousClock.now
    interruption.begin()
    let exporter = Exporter(renderer, times: times, threads: transition.machine.workers)
    let bar = ProgressBar(quiet ? .never : progressBar, total: indices.count)
    func export(_ output: some FrameOutput) throws -> Exporter.Summary {
      defer { bar?.end() }
      return try exporter.export(
        frames: indices, to: output, isCancelled: { interruption.hasCome }, onFrame: { bar?.update($0) })
    }
    let summary =
      switch target {
      case .files(let sequence): try export(sequence)
      case .raw: try export(RawOutput(descriptor: STDOUT_FILENO, named: "standard output"))
      case .null: try export(NullOutput())
      }
    if summary.wasCancelled {
      throw Failure(
        .interrupted, interrupted(summary, of: range.count, kept: range.count - indices.count, target))
    }
    try report(
      summary, renderer.size, since: start, kept: range.count - indices.count,
      StageTimes(
        decode: start.duration(to: decoded) / .seconds(1), fit: decoded.duration(to: fitted) / .seconds(1),
        summary: summary, workers: exporter.threads, output: target.format))
  }

  /// Where the frames go.
  private enum Target {
    case files(FileSequence)
    case raw
    case null

    var isPipe: Bool { if case .raw = self { true } else { false } }

    var format: OutputFormat {
      switch self {
      case .files(let sequence): OutputFormat(sequence.encoding.format)
      case .raw: .rgba
      case .null: .null
      }
    }
  }

  private func frameTimes() throws -> FrameTimes {
    if let frames { return FrameTimes(frames: frames) }
    let seconds = try duration ?? transition.transitionType().duration
    guard seconds * (fps ?? 60) <= 10_000_000 else {
      throw Failure(.usage, "that would be more than 10000000 frames; lower --duration or --fps")
    }
    return FrameTimes(duration: seconds, framesPerSecond: fps ?? 60)
  }

  private func target(frameCount: Int) throws -> Target {
    let isFolder = output.hasSuffix("/") || isFolderName(output)
    let chosen = format ?? (isFolder ? .png : ImageFormat(fileName: output).map(OutputFormat.init))
    if chosen == .null || output == "-" {
      guard chosen != nil else { throw Failure(.usage, "standard output needs --format rgba") }
      guard chosen == .null || chosen == .rgba else {
        throw Failure(.usage, "standard output takes --format rgba; PNG and JPEG frames go to files")
      }
      if overwrite || resume { throw Failure(.usage, "--overwrite and --resume are for frames in files") }
      if json && chosen == .rgba {
        throw Failure(.usage, "--json and the frames would both go to standard output")
      }
      return chosen == .null ? .null : .raw
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
    return .files(
      FileSequence(
        template, ImageEncoding(image, pngCompression: pngCompression),
        existing: overwrite ? .overwrite : resume ? .keep : .refuse))
  }

  private func framesToRender(_ range: Range<Int>, _ target: Target) throws -> [Int] {
    guard case .files(let sequence) = target else { return Array(range) }
    do throws(CodecError) {
      return try sequence.framesToRender(of: range)
    } catch .exists(let file) {
      throw Failure(
        .cannotCreate, "\(file): exists already; use --overwrite to replace it, --resume to keep it")
    }
  }

  private func interrupted(_ summary: Exporter.Summary, of total: Int, kept: Int, _ target: Target) -> String
  {
    guard case .files = target else { return "interrupted after \(summary.frames) of \(total) frames" }
    // Resuming would keep the frames that were to be replaced.
    if overwrite {
      return "interrupted: \(summary.frames) of \(total) frames are written; start again with --overwrite"
    }
    return "interrupted: \(summary.frames + kept) of \(total) frames are complete; go on with --resume"
  }

  private struct JSONSummary: Encodable {
    let frames: Int
    let seconds: Double
    let totalSeconds: Double
    let framesPerSecond: Double
    let bytes: Int
    let width: Int
    let height: Int
    let stages: [String: Double]?
  }

  private func report(
    _ summary: Exporter.Summary, _ size: PixelSize, since start: ContinuousClock.Instant, kept: Int,
    _ times: StageTimes
  ) throws {
    let rate = summary.seconds > 0 ? Double(summary.frames) / summary.seconds : 0
    if json {
      try put(
        encodeJSON(
          JSONSummary(
            frames: summary.frames, seconds: summary.seconds,
            totalSeconds: start.duration(to: .now) / .seconds(1), framesPerSecond: rate, bytes: summary.bytes,
            width: size.width, height: size.height,
            stages: stats
              ? Dictionary(uniqueKeysWithValues: times.stages.map { ($0.name, $0.seconds) }) : nil)))
    } else if !quiet {
      let keptText = kept > 0 ? ", \(kept) kept" : ""
      let milliseconds = Int((summary.seconds * 1000).rounded())
      say(
        "\(summary.frames) frames of \(size) in \(milliseconds) ms (\(Int(rate.rounded())) frames/s)\(keptText)"
      )
    }
    if stats && !json { say(times.text) }
  }
}

/// `A-B`: frames A to B, both included.
struct FrameRange: ExpressibleByArgument {
  let first: Int
  let last: Int

  init?(argument: String) {
    let ends = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first <= last else {
      return nil
    }
    self.first = first
    self.last = last
  }

  func within(_ count: Int) throws -> Range<Int> {
    guard last < count else {
      throw Failure(.usage, "--range \(first)-\(last): there are only the frames 0-\(count - 1)")
    }
    return first..<last + 1
  }
}
