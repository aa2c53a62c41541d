/// How frames become one file of moving pictures.
///
///     AnimationEncoding(.webp, rate: FrameRate(30), loops: 1)
public struct AnimationEncoding: Hashable, Sendable {
  /// A format of moving pictures.
  public enum Format: String, CaseIterable, Sendable {
    /// Animated PNG: lossless, straight alpha.
    case apng
    /// Animated WebP: lossy or lossless, straight alpha.
    case webp
  }

  /// The file format.
  public var format: Format
  /// How many frames are shown a second.
  ///
  /// APNG shows each for the nearest fraction of 16-bit integers. WebP counts milliseconds: frames differ in length
  /// by one, so that no error adds up.
  public var rate: FrameRate
  /// How often it is played, at most 65535 times; 0: for ever.
  public var loops: Int
  /// Quality of lossy WebP, 1…100.
  public var quality: Int
  /// Whether WebP keeps every pixel.
  public var isLossless: Bool

  /// Describes an encoding: WebP is lossy at quality 90, unless said otherwise.
  public init(
    _ format: Format, rate: FrameRate = FrameRate(60), loops: Int = 0, quality: Int = 90,
    isLossless: Bool = false
  ) {
    self.format = format
    self.rate = rate
    self.loops = max(0, min(65535, loops))
    self.quality = max(1, min(100, quality))
    self.isLossless = isLossless
  }

  /// Seconds a frame as a fraction of 16-bit integers: the last convergent of its continued fraction that fits.
  package var delay: (numerator: UInt16, denominator: UInt16) {
    guard rate.numerator / rate.denominator < 65535 else { return (1, 65535) }
    var (before, last) = ((numerator: 0, denominator: 1), (numerator: 1, denominator: 0))
    var (dividend, divisor) = (rate.denominator, rate.numerator)
    while divisor != 0 {
      let whole = dividend / divisor
      let next = (
        numerator: whole * last.numerator + before.numerator,
        denominator: whole * last.denominator + before.denominator
      )
      guard max(next.numerator, next.denominator) <= 65535 else { break }
      (before, last) = (last, next)
      (dividend, divisor) = (divisor, dividend % divisor)
    }
    return (UInt16(last.numerator), UInt16(last.denominator))
  }

  /// Milliseconds of a frame, so that frame i ends at round(1000·(i + 1)/rate).
  package func milliseconds(ofFrame number: Int) -> UInt32 {
    func end(_ frames: Int) -> Int {
      (2000 * frames * rate.denominator + rate.numerator) / (2 * rate.numerator)
    }
    return UInt32(end(number + 1) - end(number))
  }
}
