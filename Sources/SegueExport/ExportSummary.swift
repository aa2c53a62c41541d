/// What an export did.
public struct ExportSummary: Hashable, Sendable {
  /// Frames written.
  public var frames = 0
  /// Bytes written.
  public var bytes = 0
  /// From the start of the first frame to the end of the last.
  public var seconds = 0.0
  /// How much of that came after the last frame: an encoder's remaining work, a file's name.
  public var finishSeconds = 0.0
  /// Whether it ended because it was cancelled.
  public var wasCancelled = false
  /// How long workers were busy with each stage, all of them together.
  public var stages = StageSeconds()

  /// Seconds of work by stage, added up over all workers.
  public struct StageSeconds: Hashable, Sendable {
    /// Rendering frames.
    public var render = 0.0
    /// Turning frames into bytes.
    public var encode = 0.0
    /// Waiting for earlier frames to be written, where the output is ordered.
    public var wait = 0.0
    /// Writing bytes.
    public var write = 0.0

    mutating func add(_ other: StageSeconds) {
      render += other.render
      encode += other.encode
      wait += other.wait
      write += other.write
    }
  }
}
