import ArgumentParser

struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Render a contact sheet: frames of a transition side by side.",
    discussion: """
      segue sheet from.png to.png --frames 12 --columns 4 --labels -o sheet.png
      segue sheet A.mp4 B.mp4 -t cube --frames 24 --labels -o sheet.png
      """)

  @OptionGroup(title: "Transition") var transition: TransitionOptions

  @Option(help: ArgumentHelp("Frames, both ends included.", valueName: "n"))
  var frames = 12

  @Option(
    help: ArgumentHelp(
      "Distribution of the frames: at equal steps of the time, or of the motion, which are steps of the progress; fewer where frames would look alike.",
      valueName: "how"))
  var sampling = FrameSampling.time

  @Option(help: ArgumentHelp("Frames in a row.", valueName: "n"))
  var columns = 4

  @Option(help: ArgumentHelp("Width of a frame on the sheet, in pixels.", valueName: "n"))
  var tileWidth = 320

  @Option(help: ArgumentHelp("Pixels between frames.", valueName: "n"))
  var gap = 8

  @Flag(help: "Write the transition's name above the frames, and below each its progress.")
  var labels = false

  @OptionGroup(title: "Output") var image: ImageOptions
  @OptionGroup(title: "Frame size") var frame: FrameOptions
  @OptionGroup(title: "Machine") var machine: MachineOptions
  @OptionGroup(title: "Dry run") var dryRun: DryRunOptions
  @OptionGroup(title: "Messages") var messages: MessageOptions
  @OptionGroup(title: "Messages") var quiet: QuietOption

  func validate() throws {
    try transition.checkAlone()
    if !(1...10_000).contains(frames) { throw ValidationError("--frames must be within 1…10000") }
    if columns < 1 { throw ValidationError("--columns must be at least 1") }
    if !(1...100_000).contains(tileWidth) { throw ValidationError("--tile-width must be within 1…100000") }
    if !(0...10_000).contains(gap) { throw ValidationError("--gap must be within 0…10000") }
  }

  func run() throws {
    let given = try transition.job(frame, machine)
    let target = try image.target(inputs: given.job.pictures)
    let prepared = try given.prepared(machine)
    try target.checkIsFree()
    let source: any TimedFrames
    var times: [Double]
    if given.job.hasClips {
      guard sampling == .time else { throw Failure(.usage, "--sampling motion is for images, not for clips") }
      source = try ClipExport(
        given.job, prepared.transition, machine, isQuiet: quiet.quiet
      ).frames()
      times = (0..<frames).map { Double($0) / Double(max(1, frames - 1)) }
    } else {
      let renderer = try prepared.renderer()
      (source, times) = (renderer, sampling.times(frames: frames, of: renderer.timing))
    }
    let sheet = ContactSheet(
      times: times, columns: columns, tileWidth: tileWidth,
      gap: gap,
      background: try given.job.frame.framing(machine.decoding).background ?? ContactSheet.standardBackground,
      showsProgress: labels,
      title: labels ? given.job.look.title.split(separator: "/").last.map(String.init) : nil)
    guard sheet.size(for: source.size).pixelCount.map({ $0 <= machine.maxPixels }) ?? false
    else {
      throw Failure(
        .usage,
        "the sheet would have more than \(machine.maxPixels) pixels; raise it with --max-pixels")
    }
    try target.write(sheet.render(of: source, threads: machine.workers), level: source.level)
  }
}

extension FrameSampling: ExpressibleByArgument {}
