import ArgumentParser

/// The export of a command, with its options checked, but before any image is decoded.
struct Export {
  /// The output of the frames.
  let output: Job.Output
  /// The job from which the output was made: errors in its values name its file; nil without a job.
  var given: GivenJob?
  /// The total number of frames, from which `--range` selects.
  let frameCount: Int
  /// The frame rate, for outputs that store it.
  let rate: FrameRate
  /// The background for transparent frames in formats without transparency; if nil, such frames are an error.
  let background: Pixel?
  /// The sound, unless the options of the output name another one.
  var sound: Soundtrack?
  /// The image files, if known, and how they are fitted to the frame.
  var pictures: [String] = []
  var fit = Framing.Fit.cover
  /// A line to print at the end of the export; nil for none.
  var remark: String?
  /// The number of entries in image folders that are not images; nil if no folder was given.
  var leftOut: LeftOut?
  /// Whether the frames can be divided among shards.
  var canBePlanned = true
  /// Completes the destination that the output names, such as by the sound of clips.
  var adapt: (Destination) throws -> Destination = { $0 }
  /// Decodes and fits the images, and calls `decoded` between these steps.
  ///
  /// The caller checks the output paths first, so that a wrong path is reported before any image is decoded.
  let makeSource: (_ decoded: () -> Void) throws -> any FrameSource

  /// The numbers of the frames to write.
  func range() throws -> Range<Int> {
    guard let given else { return try output.frames(of: frameCount) }
    return try given.locating { try output.frames(of: frameCount) }
  }
}

/// A command that exports numbered frames, either directly or as the shards of a plan.
protocol ExportCommand: ParsableCommand {
  var machine: MachineOptions { get set }
  var report: ReportOptions { get set }
  /// Checks all options and returns the export.
  func export() throws -> Export
}

extension ExportCommand {
  func run() throws { try ExportRun(report: report, machine: machine).run(export()) }
}
