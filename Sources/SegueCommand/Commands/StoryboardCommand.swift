import ArgumentParser

struct StoryboardCommand: ExportCommand {
  static let configuration = CommandConfiguration(
    commandName: "storyboard", abstract: "Render a flow of screens: a YAML file of images and steps.",
    discussion: """
      segue storyboard flow.yaml -o frames/%04d.png

      The file; paths of images are relative to its folder:

        size: 640x360
        fps: 30
        screens: {list: list.png, detail: detail.png}
        steps:
          - hold: 0.8
          - push: detail
            transition: slide-down
          - pop:

      Steps: \(StoryboardKeys.action.joined(separator: ", ")).
      """)

  @Argument(help: "The file, - for standard input.", completion: .storyboards) var file: String

  @OptionGroup(title: "Film") var film: FilmOptions
  @OptionGroup(title: "Output") var output: SequenceOptions
  @OptionGroup(title: "Machine") var machine: MachineOptions
  @OptionGroup(title: "Dry run") var dryRun: DryRunOptions
  @OptionGroup(title: "Messages") var messages: MessageOptions
  @OptionGroup(title: "Messages") var report: ReportOptions

  func export() throws -> Export {
    var job = StoryboardJob(file, try output.made())
    job.film = film.film
    return try job.export(machine)
  }
}

extension StoryboardJob {
  /// Makes the export, with all values checked, before any image is decoded.
  func export(_ machine: MachineOptions) throws -> Export {
    let machine = machine.decoding(to: output.decodingDepth)
    let execution = try machine.execution()
    let storyboard = try Storyboard(contentsOf: file, options: machine.decoding)
    var export = Export(
      job: .storyboard(self), output: output, frameCount: storyboard.frameCount, rate: storyboard.rate,
      background: storyboard.framing.background,
      sound: storyboard.soundtrack,
      pictures: storyboard.screens.compactMap { if case .file(let file) = $0.picture { file } else { nil } },
      fit: storyboard.framing.fit, frames: PreparedStoryboard(storyboard: storyboard, execution: execution))
    export.covers = try film.covers(
      of: storyboard.frameCount, storyboard.rate, storyboard.framing.light)
    let sounds = storyboard.sounds
    if !sounds.isEmpty {
      let track = export.output.sound ?? storyboard.soundtrack
      let music = track.map { JoinedSound.Music(file: $0.file, volume: $0.volume, start: $0.start) }
      let length = ClipTime(storyboard.frameCount, at: storyboard.rate)
      let sound = JoinedSound(sounds, length: length, music: music, onStart: noteCommandLine)
      export.mixedSound = MixedSound(sound, music: music, fade: track?.fade ?? 0)
    }
    return export
  }
}

private struct PreparedStoryboard: PreparedFrames {
  let storyboard: Storyboard
  let execution: Execution

  func source(decoded: () -> Void) throws -> any FrameSource {
    do {
      return try StoryboardFrames(storyboard, execution, decoded: decoded, onStart: noteCommandLine)
    } catch let error as RenderError {
      guard error.code == .renderOutOfMemory, let size = error.size else { throw error }
      throw Failure(error.code, "frames of \(size) pixels: not enough memory")
    }
  }
}
