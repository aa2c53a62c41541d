import ArgumentParser

struct RenderCommand: ExportCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render the frames of a transition.",
    discussion: """
      segue render from.png to.png -o frames/%04d.png
      segue render from.png to.png -t cross-dissolve --duration 2 -o frames/%04d.jpg
      segue render from.png to.png --hold 0.5 --boomerang -o movie.mp4
      segue render from.png to.png -t cube --filter vignette -o movie.mp4
      segue render a.png --filter 'saturation:saturation=2*progress' -o b.mp4
      segue render from.png to.png -f y4m -o - | x264 --demuxer y4m -o movie.264 -
      segue render from.png to.png -f png -o - | ffmpeg -f image2pipe -c:v png -i - movie.mkv
      """)

  @OptionGroup(title: "Transition") var transition: TransitionOptions
  @OptionGroup(title: "Frames") var timing: TimingOptions
  @OptionGroup(title: "Playback") var playback: PlaybackOptions
  @OptionGroup(title: "Output") var output: SequenceOptions
  @OptionGroup(title: "Frame size") var frame: FrameOptions
  @OptionGroup(title: "Machine") var machine: MachineOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var report: ReportOptions

  func export() throws -> Export {
    let checked = try transition.checked(frame, machine)
    let times = try timing.frameTimes(checked)
    let rate = timing.rate(checked)
    let order = try playback.playback(of: times.count, framesPerSecond: rate.perSecond)
    return Export(
      frameCount: order.count(of: times.count), rate: rate, background: frame.background,
      pictures: transition.images, fit: frame.fit,
      remark: order.count(of: times.count) == times.count ? timing.remark(rate, times.count) : nil
    ) {
      let renderer = try transition.makeRenderer(
        checked, frame, machine, duration: timing.seconds, decoded: $0)
      return PlayedFrames(TransitionFrames(renderer, times: times), order)
    }
  }
}
