/// The resources and limits for rendering a frame or an export, and the options for decoding files.
///
/// Threads and SIMD level affect the speed, but no byte of the result.
///
///     let half = try renderer.frame(at: 0.5, Execution(threads: 4))
public struct Execution: Hashable, Sendable {
  /// The number of threads; at least 1.
  public var threads: Int
  /// The SIMD level; if this machine lacks it, `SIMDLevel.preferred` is used.
  public var level: SIMDLevel
  /// The options for decoding files.
  public var decoding: DecodeOptions

  /// One thread, the preferred level, and images of up to 100 million pixels.
  public static let standard = Execution()

  /// One thread for each core that this process may use, by its CPU affinity and its cgroup quotas.
  public static var allCores: Execution { Execution(threads: usableCores) }

  /// Makes an execution; a value of `threads` below 1 is taken as 1.
  public init(
    threads: Int = 1, level: SIMDLevel = .preferred, decoding: DecodeOptions = DecodeOptions()
  ) {
    self.threads = max(1, threads)
    self.level = level
    self.decoding = decoding
  }

  /// Makes an execution with limits for a request; by default with one thread.
  ///
  ///     let one = Execution(limits: Limits(maxFramePixels: 2_100_000, maxSeconds: 5))
  public init(threads: Int = 1, level: SIMDLevel = .preferred, limits: Limits) {
    self.init(threads: threads, level: level, decoding: DecodeOptions(limits: limits))
  }

  /// The limits, which are part of `decoding`.
  public var limits: Limits {
    get { decoding.limits }
    set { decoding.limits = newValue }
  }

  /// Returns the execution with at most `count` threads.
  package func limited(toThreads count: Int) -> Execution {
    var execution = self
    execution.threads = max(1, min(threads, count))
    return execution
  }
}
