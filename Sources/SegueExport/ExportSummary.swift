/// The result of an export.
public struct ExportSummary: Hashable, Sendable {
  /// The frames written.
  public var frames = 0
  /// The bytes written.
  public var bytes = 0
  /// The seconds from the start of the first frame to the end of the last.
  public var seconds = 0.0
  /// The seconds after the last frame: an encoder's remaining work, a rename.
  public var finishSeconds = 0.0
  /// Whether it ended because it was cancelled.
  public var wasCancelled = false
  /// The time spent in each stage, summed over all workers.
  public var stages = StageSeconds()

  /// Seconds of work by stage, summed over all workers.
  public struct StageSeconds: Hashable, Sendable {
    /// Rendering frames.
    public var render = 0.0
    /// Encoding frames.
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
