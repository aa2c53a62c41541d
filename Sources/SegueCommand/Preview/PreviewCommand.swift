import ArgumentParser
import FoundationEssentials
import SeguePlatform

struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: "Play a transition in the terminal.",
    discussion: """
      segue preview from.png to.png -t hero
      segue preview from.png to.png --duration 2 --protocol sixel

      Space pauses and plays, the arrow keys step, Home and End go to the ends,
      q quits.
      """)

  @OptionGroup(title: "Transition") var transition: TransitionOptions

  @Option(help: ArgumentHelp("Duration in seconds. (default: the transition's own)", valueName: "s"))
  var duration: Double?

  @Option(
    name: [.customShort("r"), .long],
    help: ArgumentHelp("Maximum number of frames a second.", valueName: "f"),
    transform: Arguments.rate)
  var fps = FrameRate(30)

  @Option(
    name: .customLong("protocol"),
    help: ArgumentHelp("Protocol for pictures. (default: the best the terminal has)", valueName: "name"))
  var way: PictureProtocol?

  @Flag(help: "Stop at the end instead of looping.")
  var once = false

  @OptionGroup(title: "Frame size") var frame: FrameOptions
  @OptionGroup(title: "Machine") var machine: MachineOptions
  @OptionGroup var quiet: QuietOption

  func validate() throws {
    try transition.checkAlone()
    if let duration, !(duration > 0 && duration.isFinite) {
      throw ValidationError("--duration must be above 0")
    }
    if fps.perSecond > 1000 { throw ValidationError("--fps must be above 0 and at most 1000") }
  }

  func run() throws {
    let given = try transition.job(frame, machine) { job in
      if let duration { (job.times.frames, job.times.duration) = (nil, duration) }
    }
    let prepared = try given.prepared(machine)
    let terminal = try Terminal()
    let frames: any TimedFrames =
      try given.job.hasClips
      ? ClipExport(
        given.job, prepared.transition, machine, isQuiet: quiet.quiet
      ).frames()
      : prepared.renderer()
    try terminal.take()
    defer { terminal.giveBack() }
    let environment = ProcessInfo.processInfo.environment
    let best = try terminal.bestProtocol(environment)
    var screen = PreviewScreen(
      frames, way ?? best, HalfBlocks.Colors(environment: environment))
    try play(on: terminal, &screen, duration: frames.duration, title: given.job.look.title)
  }

  private func play(
    on terminal: Terminal, _ screen: inout PreviewScreen, duration: Double, title: String
  ) throws {
    var player = PreviewPlayer(
      duration: duration, framesPerSecond: fps.perSecond, playsOnce: once)
    var keys = KeyReader()
    let start = ContinuousClock.now
    var now: Double { start.duration(to: .now) / .seconds(1) }
    while true {
      player.tick(at: now)
      if player.isOver { return }
      let bytes = try screen.draw(player, title, in: terminal.size)
      if !bytes.isEmpty { try terminal.write(bytes) }
      // Frames are due at multiples of the frame interval; after a slow frame, the next frames are skipped.
      let wait = player.isPaused ? 0.1 : ((now * fps.perSecond).rounded(.down) + 1) / fps.perSecond - now
      for key in keys.read(terminal.read(within: wait)) {
        if key == .interrupt { raise(SIGINT) }
        player.press(key, at: now)
      }
    }
  }
}
