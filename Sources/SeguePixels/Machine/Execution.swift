/// How the work of a frame or an export is done: what makes it faster, and never changes a byte.
///
///     let half = try renderer.frame(at: 0.5, Execution(threads: 4))
public struct Execution: Hashable, Sendable {
  /// How many threads share the work; at least 1.
  public var threads: Int
  /// The instruction set; where this machine lacks it, its best one is used.
  public var level: SIMDLevel
  /// What is refused before memory is taken.
  public var limits: DecodeLimits

  /// One thread, this machine's preferred level, images of up to 100 million pixels.
  public static let standard = Execution()

  /// Every core that this process may run on.
  public static var allCores: Execution { Execution(threads: usableCores) }

  /// Describes how work is done; fewer threads than 1 are 1.
  public init(
    threads: Int = 1, level: SIMDLevel = .preferred, limits: DecodeLimits = DecodeLimits()
  ) {
    self.threads = max(1, threads)
    self.level = level
    self.limits = limits
  }
}

/// How large an image may be, checked before memory is taken for it.
public struct DecodeLimits: Hashable, Sendable {
  /// The most pixels an image may have.
  public var maxPixels: Int

  /// Allows images of up to 100 million pixels, unless said otherwise.
  public init(maxPixels: Int = 100_000_000) { self.maxPixels = maxPixels }

  /// The most bytes a file may have: no sound encoder needs twice an image's raw 16-bit samples.
  package var maxFileBytes: Int {
    let (samples, overflow) = maxPixels.multipliedReportingOverflow(by: 16)
    return overflow || samples > .max - 1 << 24 ? .max : samples + 1 << 24
  }
}
