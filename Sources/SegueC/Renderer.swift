import SegueExport
import SegueFormats
import SegueJob
import SeguePixels
import SegueRendering
import SegueTransitions
import Synchronization

/// The frames of a transition or of filters, for callers in C.
final class Renderer: Sendable {
  let frames: PlayedFrames
  let rate: FrameRate
  private let renderer: TransitionRenderer
  /// The number of rows in a strip; the pixels of a strip are packed while they are in the core's cache.
  private static let stripHeight = 32

  /// Makes a renderer of one or two pictures and a transition; `options` has other fields of the job, as
  /// JSON.
  init(from: Bitmap, to: Bitmap?, transition: String?, options: String) throws {
    var job = try Job(json: options, named: "options")
    for key in ["from", "to", "flow", "still", "output"] where job.gives(key) {
      throw JobError(key, "is no option of a renderer").of(file: "options")
    }
    (job.from, job.to) = ("from", to.map { _ in "to" })
    if let transition {
      guard !job.gives("transition") else {
        throw JobError("transition", "is given twice").of(file: "options")
      }
      job.look.transition = Job.Item(stringLiteral: transition)
    }
    let files = Self.files(from, to ?? from)
    do throws(JobError) { try job.check() } catch { throw error.of(file: "options") }
    let made = try job.transition(files)
    let schedule = try job.schedule(of: made)
    renderer = try job.renderer(of: made, files, execution)
    frames = PlayedFrames(TransitionFrames(renderer, times: schedule.times), schedule.playback)
    rate = schedule.rate
  }

  /// Returns the readers of the two pictures, and of files that effects name.
  private static func files(_ from: Bitmap, _ to: Bitmap) -> JobFiles {
    var files = JobFiles.disk()
    files.pictures = JobFiles.fitting { .bitmap($0 == "from" ? from : to) }
    return files
  }

  var size: PixelSize { frames.size }

  /// Renders the frame at a progress to memory of the caller.
  func render(at progress: Double, to pixels: CallerPixels) throws {
    try render(renderer.rows(at: Self.checked(progress)), to: pixels)
  }

  /// Renders the frame at a time to memory of the caller.
  func render(atTime time: Double, to pixels: CallerPixels) throws {
    guard (0...1).contains(time) else { throw CallError.argument("time \(time) is not within 0…1") }
    try render(renderer.rows(atTime: time), to: pixels)
  }

  /// Renders a frame by its number to memory of the caller.
  func render(number: Int64, to pixels: CallerPixels) throws {
    guard let index = Int(exactly: number), (0..<frames.count).contains(index) else {
      throw CallError.argument("frame \(number) is not within 0…\(frames.count - 1)")
    }
    try render(frames.rows(of: index), to: pixels)
  }

  /// Renders the frame at a progress to a bitmap, with the sample depth of the deepest picture from which the
  /// frame is computed.
  func picture(at progress: Double) throws -> Bitmap {
    let rows = try renderer.rows(at: Self.checked(progress))
    return try rows.rendered(as: rows.deepestPicture, execution)
  }

  private static func checked(_ progress: Double) throws(CallError) -> Double {
    guard (0...1).contains(progress) else { throw .argument("progress \(progress) is not within 0…1") }
    return progress
  }

  private func render(_ rows: any RowSource, to pixels: CallerPixels) throws {
    let execution = execution
    guard pixels.size == rows.size else {
      throw CallError.argument("pixels are \(pixels.size), but a frame has \(rows.size)")
    }
    if let bitmap = rows.bitmap { return try pixels.write(bitmap, threads: execution.threads) }
    let strips = (rows.size.height + Self.stripHeight - 1) / Self.stripHeight
    try inBands(of: strips, threads: execution.threads) { band in
      let canvas = FrameCanvas(level: execution.level, execution.limits, nil)
      let part =
        band.lowerBound * Self.stripHeight..<min(band.upperBound * Self.stripHeight, rows.size.height)
      defer { Kernels.fence() }
      if pixels.depth == .eight {
        try canvas.withStrips(of: rows, in: part, height: Self.stripHeight, pixels.write)
      } else {
        try pixels.renderDeep(rows, in: part, height: Self.stripHeight, on: canvas)
      }
    }
  }
}
