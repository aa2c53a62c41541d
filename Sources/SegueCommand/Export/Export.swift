import ArgumentParser
import Segue

/// What a command exports, once its options are checked; no image is decoded yet.
struct Export {
  /// How many frames the whole has; `--range` chooses among them.
  let frameCount: Int
  /// Frames a second, for outputs that keep it.
  let rate: FrameRate
  /// What shows where frames are transparent, if they go where only opaque ones can; nil: that is an error.
  let background: Pixel?
  /// What goes with the frames, unless the options say another.
  var sound: Soundtrack?
  /// The files of its pictures, as far as they are known; and how these meet the frame.
  var pictures: [String] = []
  var fit = Framing.Fit.cover
  /// What to say behind the closing line; nil: nothing.
  var remark: String?
  /// What a folder of images has besides; nil where there is none.
  var leftOut: LeftOut?
  /// Decodes images and fits them; it calls what it is given when they are decoded.
  ///
  /// What may not be written is found before.
  let makeSource: (_ decoded: () -> Void) throws -> any FrameSource
}

/// A command that exports numbered frames, here and now or as shards of a plan.
protocol ExportCommand: ParsableCommand {
  var output: SequenceOptions { get set }
  var machine: MachineOptions { get set }
  var report: ReportOptions { get set }
  /// Checks all options and finds out what is to be exported.
  func export() throws -> Export
}

extension ExportCommand {
  func run() throws { try ExportRun(output: output, report: report, machine: machine).run(export()) }
}
