import ArgumentParser
import FoundationEssentials
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

  @OptionGroup(title: "Transition") var transition: TransitionOptions
  @OptionGroup(title: "Frames") var timing: TimingOptions
  @OptionGroup(title: "Output") var output: SequenceOptions
  @OptionGroup(title: "Frame size") var frame: FrameOptions
  @OptionGroup(title: "Machine") var machine: MachineOptions

  @Option(help: ArgumentHelp("Progress on standard error.", valueName: "when"))
  var progressBar = ProgressBar.Mode.auto

  @Flag(name: .shortAndLong, help: "No progress bar and no closing line.")
  var quiet = false

  @Flag(help: "Print a summary as JSON on standard output.")
  var json = false

  @Flag(help: "Say how long each stage took, and what would make it faster.")
  var stats = false

  func validate() throws {
    if quiet && stats { throw ValidationError("give --quiet or --stats, not both") }
    if quiet && progressBar == .always {
      throw ValidationError("give --quiet or --progress-bar always, not both")
    }
  }

  func run() throws {
    let start = ContinuousClock.now
    let times = try timing.frameTimes(transition.makeTransition())
    let range = try timing.range?.within(times.count) ?? 0..<times.count
    let target = try output.target(frameCount: range.count)
    if json && target.isPipe {
      throw Failure(.usage, "--json and the frames would both go to standard output")
    }
    try transition.check(frame, machine)
    let interruption = Interruption(canBlock: target.isPipe)

    // What may not be written is found before anything is decoded.
    let indices = try target.framesToRender(of: range)
    var decoded = start
    let renderer = try transition.makeRenderer(frame, machine, duration: timing.duration) { decoded = .now }
    let fitted = ContinuousClock.now
    interruption.begin()
    let exporter = Exporter(renderer, times: times, threads: machine.workers)
    let bar = ProgressBar(quiet ? .never : progressBar, total: indices.count)
    let summary: Exporter.Summary
    do {
      defer { bar?.end() }
      summary = try exporter.export(
        frames: indices, to: target.output, isCancelled: { interruption.hasCome },
        onFrame: { bar?.update($0) })
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

  private func interrupted(_ summary: Exporter.Summary, of total: Int, kept: Int, _ target: FrameTarget)
    -> String
  {
    guard target.files != nil else { return "interrupted after \(summary.frames) of \(total) frames" }
    // Resuming would keep the frames that were to be replaced.
    if output.overwrite {
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
