import ArgumentParser
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
  @OptionGroup var report: ReportOptions

  func run() throws {
    try transition.check(frame, machine)
    let times = try timing.frameTimes(transition.makeTransition())
    try ExportRun(output: output, report: report, machine: machine).run(frameCount: times.count) { decoded in
      let renderer = try transition.makeRenderer(
        frame, machine, duration: timing.duration, decoded: decoded)
      return TransitionFrames(renderer, times: times)
    }
  }
}
