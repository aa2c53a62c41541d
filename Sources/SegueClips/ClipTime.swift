package import SegueFormats

extension FrameRate {
  /// The rate as text for options: `25`, or `30000/1001`.
  package var text: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

/// A time in seconds as a fraction, without rounding errors.
///
/// A time whose denominator would exceed 2^40, as a combination of unusual time bases may give, is rounded to
/// the nearest 1/705600000 s (an error of at most 0.8 ns).
package struct ClipTime: Hashable, Comparable, Sendable {
  /// The numerator of the reduced fraction.
  package let numerator: Int
  /// The denominator of the reduced fraction, above 0.
  package let denominator: Int

  /// A time of 0 seconds.
  package static let zero = ClipTime(0, 1)

  /// Makes the time of a fraction; the denominator must be above 0.
  package init(_ numerator: Int, _ denominator: Int = 1) {
    self.init(reducing: Int128(numerator), Int128(max(1, denominator)))
  }

  /// Makes the multiple of 1/1000000 s nearest to a number of seconds, clamped to ±10^9 s.
  package init(seconds: Double) {
    let bounded = max(-1e9, min(1e9, seconds.isFinite ? seconds : 0))
    self.init(Int((bounded * 1e6).rounded()), 1_000_000)
  }

  private init(reducing numerator: Int128, _ denominator: Int128) {
    var (a, b) = (numerator.magnitude, denominator.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    let divisor = Int128(max(1, a))
    var (top, bottom) = (numerator / divisor, denominator / divisor)
    if bottom > 1 << 40 {
      let flicks: Int128 = 705_600_000
      // The product fits into 128 bits if the numerator is below 2^97.
      (top, bottom) = (Self.rounded(top.multipliedReportingOverflow(by: flicks).partialValue, bottom), flicks)
    }
    self.numerator = Int(clamping: top)
    self.denominator = Int(clamping: bottom)
  }

  private static func rounded(_ a: Int128, _ b: Int128) -> Int128 {
    let half = b / 2
    return a >= 0 ? (a + half) / b : -((half - a) / b)
  }

  package static func + (a: ClipTime, b: ClipTime) -> ClipTime {
    ClipTime(
      reducing: Int128(a.numerator) * Int128(b.denominator) + Int128(b.numerator) * Int128(a.denominator),
      Int128(a.denominator) * Int128(b.denominator))
  }

  package static func - (a: ClipTime, b: ClipTime) -> ClipTime { a + ClipTime(-b.numerator, b.denominator) }

  package static func < (a: ClipTime, b: ClipTime) -> Bool {
    Int128(a.numerator) * Int128(b.denominator) < Int128(b.numerator) * Int128(a.denominator)
  }

  /// The time in seconds.
  package var seconds: Double { Double(numerator) / Double(denominator) }

  /// Returns the quotient of two times; 0 for a division by 0.
  package static func / (a: ClipTime, b: ClipTime) -> Double {
    b.numerator == 0
      ? 0
      : Double(Int128(a.numerator) * Int128(b.denominator))
        / Double(Int128(b.numerator) * Int128(a.denominator))
  }

  /// Returns the time as a number of frames at a rate, rounded to nearest, with halves away from zero, as by
  /// ffmpeg's filter `fps`.
  package func rounded(at rate: FrameRate) -> Int {
    let top = Int128(numerator) * Int128(rate.numerator)
    return Int(clamping: Self.rounded(top, Int128(denominator) * Int128(rate.denominator)))
  }

  /// Returns the time in ticks of 1/`rate` second, rounded down.
  package func floor(perSecond rate: Int) -> Int {
    let (top, bottom) = (Int128(numerator) * Int128(rate), Int128(denominator))
    let quotient = top / bottom
    return Int(clamping: top % bottom < 0 ? quotient - 1 : quotient)
  }

  /// Makes the time that a number of frames takes at a rate.
  package init(_ ticks: Int, at rate: FrameRate) {
    self.init(reducing: Int128(ticks) * Int128(rate.denominator), Int128(rate.numerator))
  }
}
