import ArgumentParser

struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame", abstract: "Render one frame of a transition.",
    discussion: """
      segue frame from.png to.png --progress 0.4 -o frame.png
      segue frame from.png to.png --time 0.25 --ease ease-in-out -o frame.png
      segue frame 'clip.mp4[3.5s]' -o frame.png
      """)

  @OptionGroup(title: "Transition") var transition: TransitionOptions

  @Option(help: ArgumentHelp("Progress of the effect, 0…1, without easing.", valueName: "p"))
  var progress: Double?

  @Option(help: ArgumentHelp("Elapsed part of the time, 0…1; the timing curve is applied.", valueName: "t"))
  var time: Double?

  @OptionGroup(title: "Output") var image: ImageOptions
  @OptionGroup(title: "Frame size") var frame: FrameOptions
  @OptionGroup(title: "Machine") var machine: MachineOptions
  @OptionGroup(title: "Dry run") var dryRun: DryRunOptions
  @OptionGroup(title: "Messages") var messages: MessageOptions
  @OptionGroup(title: "Messages") var quiet: QuietOption

  func validate() throws {
    try transition.checkAlone()
    switch (progress, time) {
    case (nil, nil): break
    case (let value?, nil), (nil, let value?):
      if !(0...1).contains(value) { throw ValidationError("--progress and --time must be within 0…1") }
    default: throw ValidationError("give either --progress or --time")
    }
    if progress != nil && transition.ease != nil {
      throw ValidationError("--ease applies to --time; --progress is used without easing")
    }
  }

  func run() throws {
    let given = try transition.job(frame, machine)
    guard let time = time ?? given.job.still ?? progress ?? (given.job.isPlainClip ? 0 : nil) else {
      throw ValidationError("give either --progress or --time")
    }
    let target = try image.target(inputs: given.job.pictures)
    let prepared = try given.prepared(machine.decoding(to: target.format.decodingDepth))
    try target.checkIsFree()
    let renderer = try prepared.renderer()
    let rows = try progress.map { try renderer.rows(at: $0) } ?? renderer.rows(atTime: time)
    try target.write(rows.rendered(as: try target.depth(of: rows), renderer.execution), level: renderer.level)
  }
}
