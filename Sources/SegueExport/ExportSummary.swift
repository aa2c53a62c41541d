/// The result of an export.
public struct ExportSummary: Hashable, Sendable {
  /// The number of frames written.
  public var frames = 0
  /// The number of bytes written.
  public var bytes = 0
  /// The duration of the export in seconds: from opening the output, before the first frame, until the output
  /// is finished.
  public var seconds = 0.0
  /// The part of `seconds` after the last frame, in which an encoder finishes and the file is renamed.
  public var finishSeconds = 0.0
  /// Whether the export ended early because it was canceled.
  public var wasCancelled = false
  /// The seconds spent in each stage, summed over all workers.
  public var stages = StageSeconds()

  package init() {}

  /// Seconds for each stage, summed over all workers.
  public struct StageSeconds: Hashable, Sendable {
    /// The seconds spent in rendering frames.
    public var render = 0.0
    /// The seconds spent in encoding frames.
    public var encode = 0.0
    /// The seconds spent in waiting for earlier frames: until they are written, if frames are written in
    /// order; for formats that store differences, also until the previous frame is rendered.
    public var wait = 0.0
    /// The seconds spent in writing bytes.
    public var write = 0.0

    mutating func add(_ other: StageSeconds) {
      render += other.render
      encode += other.encode
      wait += other.wait
      write += other.write
    }
  }
  /// Adds the frames and the times of a further part of the export.
  package mutating func add(_ part: ExportSummary) {
    frames += part.frames
    seconds += part.seconds
    finishSeconds += part.finishSeconds
    wasCancelled = wasCancelled || part.wasCancelled
    stages.add(part.stages)
  }
}
