import ArgumentParser
import Segue

/// A command's export with checked options, before any image is decoded.
struct Export {
  /// The number of frames of the whole export; `--range` selects among them.
  let frameCount: Int
  /// Frames per second, for outputs that store a rate.
  let rate: FrameRate
  /// The background of transparent frames in formats without transparency; nil: such frames are an error.
  let background: Pixel?
  /// The sound, unless options give another.
  var sound: Soundtrack?
  /// The files of the pictures, if known, and how they are fitted to the frame.
  var pictures: [String] = []
  var fit = Framing.Fit.cover
  /// A line after the closing line; nil: none.
  var remark: String?
  /// Files of image folders that are not images; nil: none.
  var leftOut: LeftOut?
  /// Decodes and fits the images, and calls `decoded` after decoding.
  ///
  /// Output paths are checked before.
  let makeSource: (_ decoded: () -> Void) throws -> any FrameSource
}

/// A command that exports numbered frames, at once or as shards of a plan.
protocol ExportCommand: ParsableCommand {
  var output: SequenceOptions { get set }
  var machine: MachineOptions { get set }
  var report: ReportOptions { get set }
  /// Checks all options and describes the export.
  func export() throws -> Export
}

extension ExportCommand {
  func run() throws { try ExportRun(output: output, report: report, machine: machine).run(export()) }
}
