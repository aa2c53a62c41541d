import ArgumentParser
import SegueExport
import SeguePlan

/// The frames of an export before decoding: the inputs are checked, but not decoded.
protocol PreparedFrames {
  /// Decodes the images, calls `decoded`, and fits the images; the result has no covers.
  func source(decoded: () -> Void) throws -> any FrameSource
  /// Completes a destination, for example with the sample layout of clips, but does not add the sound.
  func completed(_ target: Destination) throws -> Destination
}

extension PreparedFrames {
  func completed(_ target: Destination) -> Destination { target }
}

/// The frames of a source that already exists.
struct MadeFrames: PreparedFrames {
  let made: any FrameSource

  func source(decoded: () -> Void) -> any FrameSource {
    decoded()
    return made
  }
}

/// The export of a command, with its options checked, but before any image is decoded.
struct Export {
  /// The job from which the export was made.
  let job: AnyJob
  /// The output of the frames; by default, the output of the job.
  var output: Job.Output
  /// The job with the name of its file, for errors in values of the output; nil if the values come from no
  /// job file.
  var given: GivenJob?
  /// The total number of frames, from which `--range` selects.
  var frameCount: Int
  /// The frame rate, for outputs that store it.
  var rate: FrameRate
  /// The background for transparent frames in formats without transparency; if nil, such frames are an error.
  let background: Pixel?
  /// Whether reducing samples to 8 bits is an error.
  var isStrict = false
  /// The sound, unless the options of the output name another file.
  var sound: Soundtrack?
  /// The names of the image files, if known.
  var pictures: [String] = []
  /// The input files that are read while frames are written.
  var lateInputs: [String] = []
  var fit = Framing.Fit.cover
  /// A line to print at the end of the export; nil for none.
  var remark: String?
  /// The numbers of entries in image folders that are not used; nil if no argument is a folder.
  var leftOut: LeftOut?
  /// The metadata and the chapters of a video.
  var details = VideoDetails()
  /// The sound of clips, mixed with the background sound of the output; nil without clips.
  var mixedSound: MixedSound?
  /// The covers drawn over frames, such as subtitles.
  var covers: [any FrameCover] = []
  /// The frames, without the covers.
  var frames: any PreparedFrames

  /// Decodes the images, calls `decoded`, and fits the images.
  ///
  /// The caller checks the output paths first, so that a wrong path is reported before any image is decoded.
  func source(_ decoded: () -> Void = {}) throws -> any FrameSource {
    let source = try frames.source(decoded: decoded)
    return covers.isEmpty ? source : CoveredFrames(source, covers)
  }

  /// Returns the numbers of the frames to write.
  func range() throws -> Range<Int> {
    guard let given else { return try output.frames(of: frameCount) }
    return try given.locating { try output.frames(of: frameCount) }
  }

  /// Returns the destination for a number of frames, with its sound.
  func destination(frameCount: Int) throws -> Destination {
    let target = try frames.completed(output.checkedTarget(frameCount: frameCount, sound: sound, given))
    guard case .video(let file, let format, let options, var sound, let policy) = target else {
      return target
    }
    if let mixedSound { sound = format.ffmpegSoundOptions == nil ? nil : try mixedSound.soundtrack() }
    let detailed = details.isEmpty ? format : format.with(details)
    return .video(file, detailed, encoderOptions: options, sound: sound, policy)
  }

  /// Returns the sound of all frames, for a video format; nil for no sound.
  func soundtrack(for format: any VideoFormat) throws -> Soundtrack? {
    guard let mixedSound else { return output.sound ?? sound }
    return format.ffmpegSoundOptions == nil ? nil : try mixedSound.soundtrack()
  }
}

/// A command that exports numbered frames, either directly or as the shards of a plan.
protocol ExportCommand: ParsableCommand {
  var output: SequenceOptions { get }
  var machine: MachineOptions { get set }
  var report: ReportOptions { get set }
  /// Checks all options and returns the export.
  func export() throws -> Export
}

extension ExportCommand {
  func run() throws { try runExport() }

  func runExport() throws {
    let recorder = output.recorder
    var export = try export()
    export.isStrict = output.encoding.strict
    try run(export, recorder)
  }

  /// Runs an export; with `--resume`, writes a video as segments that are kept after an interruption.
  ///
  /// - Parameters:
  ///   - export: The export.
  ///   - recorder: The record of the inputs of the export; nil unless the export may be resumed.
  /// - Throws: The error of the export.
  func run(_ export: Export, _ recorder: InputRecorder?) throws {
    let run = ExportRun(report: report, machine: machine)
    let export = try output.budget.map { try $0.applied(to: export, run) } ?? export
    if Messages.isDryRun, recorder != nil, try SegmentedRun.canStore(export.output) {
      var export = export
      export.output.existing = .refuse
      return try run.run(export)
    }
    if let recorder, let segments = try SegmentedRun(export, recorder, run) { return try segments.write() }
    try run.run(export)
  }
}

extension SequenceOptions {
  /// A new recorder of the export's inputs if the export may be resumed; nil for other exports.
  var recorder: InputRecorder? { resume ? InputRecorder() : nil }
}
