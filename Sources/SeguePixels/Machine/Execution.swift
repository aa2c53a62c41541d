/// The resources for rendering a frame or an export; they change the speed, never a byte.
///
///     let half = try renderer.frame(at: 0.5, Execution(threads: 4))
public struct Execution: Hashable, Sendable {
  /// The number of threads; at least 1.
  public var threads: Int
  /// The instruction set; the best available one if this machine lacks it.
  public var level: SIMDLevel
  /// Options of decoding files.
  public var decoding: DecodeOptions

  /// One thread, the preferred level, images of up to 100 million pixels.
  public static let standard = Execution()

  /// All cores that this process may run on, by its affinity mask and the quotas of its control groups.
  public static var allCores: Execution { Execution(threads: usableCores) }

  /// Makes a value; `threads` below 1 counts as 1.
  public init(
    threads: Int = 1, level: SIMDLevel = .preferred, decoding: DecodeOptions = DecodeOptions()
  ) {
    self.threads = max(1, threads)
    self.level = level
    self.decoding = decoding
  }
}
