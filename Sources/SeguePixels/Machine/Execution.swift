/// How the work of a frame or an export is done: what makes it faster, and never changes a byte.
///
///     let half = try renderer.frame(at: 0.5, Execution(threads: 4))
public struct Execution: Hashable, Sendable {
  /// How many threads share the work; at least 1.
  public var threads: Int
  /// The instruction set; where this machine lacks it, its best one is used.
  public var level: SIMDLevel
  /// How files are decoded.
  public var decoding: DecodeOptions

  /// One thread, this machine's preferred level, images of up to 100 million pixels.
  public static let standard = Execution()

  /// Every core that this process may run on, as its affinity and the quotas of control groups say.
  public static var allCores: Execution { Execution(threads: usableCores) }

  /// Describes how work is done; fewer threads than 1 are 1.
  public init(
    threads: Int = 1, level: SIMDLevel = .preferred, decoding: DecodeOptions = DecodeOptions()
  ) {
    self.threads = max(1, threads)
    self.level = level
    self.decoding = decoding
  }
}
