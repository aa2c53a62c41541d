import ArgumentParser
import FoundationEssentials
import SeguePixels

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure frame throughput on this machine.",
    discussion: """
      Rendering: each figure is a median. Each round also fills and copies the memory of a frame; "x fill" and \
      "x copy" are the time for a frame, relative to these. Export: frames are rendered, encoded and written \
      to a temporary folder on all cores, by pixellate-dissolve unless transitions are given.
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A transition, by name or a .glsl or .yaml file; repeatable. (default: all)",
      valueName: "name[:key=value,...]"))
  var transition: [String] = []

  @OptionGroup var shaderPath: ShaderPathOptions

  @Option(
    help: ArgumentHelp("A frame size; repeatable. (default: 720p, 1080p and 4k)", valueName: "WxH"),
    transform: Arguments.size)
  var size: [PixelSize] = []

  @Option(
    help: ArgumentHelp(
      "A progress to measure at; repeatable. (default: all of the transition)", valueName: "p"))
  var progress: [Double] = []

  @Option(help: ArgumentHelp("Threads; repeatable. (default: 1 and all cores)", valueName: "n"))
  var threads: [Int] = []

  @Option(help: ArgumentHelp("A level, or all. (default: the best one here)", valueName: "level"))
  var simd = "best"

  @Option(help: "Values that are mixed: gamma-encoded, as stored, or linear light.")
  var light = Light.gamma

  @Flag(help: "1080p only and fewer rounds.") var quick = false
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var quiet: QuietOption

  func validate() throws {
    if progress.contains(where: { !(0...1).contains($0) }) {
      throw ValidationError("--progress must be within 0…1")
    }
    if threads.contains(where: { $0 < 1 }) { throw ValidationError("--threads must be at least 1") }
  }

  func run() throws {
    let transitions =
      try transition.isEmpty
      ? Catalog.transitions.items.map { (name: $0.name, transition: try $0.make()) }
      : transition.map { (name: $0, transition: try made($0)) }
    let sizes =
      size.isEmpty
      ? (quick ? [(1920, 1080)] : [(1280, 720), (1920, 1080), (3840, 2160)]).map {
        PixelSize(width: $0, height: $1)
      } : size
    let threads = threads.isEmpty ? Array(Set([1, usableCores])).sorted() : threads
    let levels = try levels()
    guard sizes.allSatisfy({ $0.pixelCount.map { $0 <= DecodeOptions().maxPixels } ?? false }) else {
      throw Failure(.usage, "--size is at most \(DecodeOptions().maxPixels) pixels")
    }

    var report = BenchReport()
    for size in sizes {
      let images = try (BenchImages.gradient(size, turned: false), BenchImages.gradient(size, turned: true))
      for level in levels {
        if !json && !quiet.quiet { say("rendering \(size) at \(level.rawValue) …") }
        let cases = try transitions.flatMap { try benchCases($0, images, level, threads) }
        report.rendering += try BenchRun(size: size, rounds: rounds(size)).measure(cases)
      }
      guard progress.isEmpty, let level = levels.last else { continue }
      if !json && !quiet.quiet { say("exporting \(size) …") }
      // Exports only the first transition unless the command line names transitions, since the cost of a
      // format hardly depends on the transition.
      for entry in transition.isEmpty ? Array(transitions.prefix(1)) : transitions {
        report.export += try BenchExport(
          frames: quick ? 8 : 31, rounds: quick ? 1 : 2, threads: usableCores, light: light
        ).measure(entry, images, level)
      }
    }
    try put(json ? encodeJSON(report) : report.text)
  }

  private func rounds(_ size: PixelSize) -> Int {
    let megapixels = max(1, (size.pixelCount ?? 1) / 1_000_000)
    return max(3, (quick ? 10 : 100) / megapixels)
  }

  private func levels() throws -> [SIMDLevel] {
    switch simd {
    case "best": return [.preferred]
    case "all": return SIMDLevel.available
    default:
      guard let level = SIMDLevel(rawValue: simd), level.isAvailable else {
        let here = SIMDLevel.available.map(\.rawValue).joined(separator: ", ")
        throw Failure(.usage, "--simd is '\(simd)'; this machine has \(here), or all of them")
      }
      return [level]
    }
  }

  private func made(_ text: String) throws -> any Transition {
    guard let specification = Specification(text) else {
      throw Failure(.usage, "--transition is '\(text)' but must be name:key=value,…")
    }
    var look = Job.Look(Job.Item(specification))
    look.shaderPath = shaderPath.shaderPath
    let options = DecodeOptions()
    do {
      return try look.transition(ofOne: false, .disk(options))
    } catch let error as JobError {
      // Names an option of `segue apply` in the error, since this command has no options for filters and
      // blends.
      throw Failure(error) {
        ["filters", "blend"].contains($0) ? "'segue apply --shader'" : Job.option(for: $0)
      }
    }
  }

  private func benchCases(
    _ entry: (name: String, transition: any Transition), _ images: (Bitmap, Bitmap), _ level: SIMDLevel,
    _ threads: [Int]
  ) throws -> [BenchCase] {
    let renderer = try TransitionRenderer(
      from: images.0, to: images.1, entry.transition, framing: Framing(light: light), Execution(level: level))
    let ways: [(label: String, progress: [Double])] =
      progress.isEmpty
      // Leaves out the first and the last frame, which are the pictures themselves and are not rendered.
      ? [("whole", FrameTimes(frames: 61).dropFirst().dropLast().map { renderer.progress(atTime: $0) })]
      : progress.map { ("\($0)", [$0]) }
    return threads.flatMap { threads in
      ways.map { way in
        BenchCase(
          transition: entry.name, progress: way.label, threads: threads, level: level, renderer: renderer,
          steps: way.progress)
      }
    }
  }
}
