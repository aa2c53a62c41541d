/// Frames a second as a fraction, which is how video states it.
///
///     FrameRate(60)       // 60:1
///     FrameRate(29.97)    // 30000:1001
///     FrameRate(12.5)     // 25:2
public struct FrameRate: Hashable, Sendable, CustomStringConvertible {
  /// Frames in `denominator` seconds.
  public let numerator: Int
  /// Seconds.
  public let denominator: Int

  /// Makes the fraction of a number of frames a second.
  ///
  /// 23.976, 29.97, 59.94 and the like are whole numbers times 1000/1001; anything else is taken to the nearest
  /// thousandth, at least one.
  ///
  /// - Parameter framesPerSecond: Above 0, at most a billion.
  public init(_ framesPerSecond: Double) {
    let whole = Int(min(framesPerSecond.rounded(.up), 1e9))
    if abs(Double(whole) * 1000 / 1001 - framesPerSecond) < framesPerSecond / 5000,
      Double(whole) != framesPerSecond
    {
      (numerator, denominator) = (whole * 1000, 1001)
      return
    }
    let thousandths = max(1, Int((min(framesPerSecond, 1e9) * 1000).rounded()))
    var (a, b) = (thousandths, 1000)
    while b != 0 { (a, b) = (b, a % b) }
    (numerator, denominator) = (thousandths / a, 1000 / a)
  }

  /// The number of frames a second.
  public var perSecond: Double { Double(numerator) / Double(denominator) }

  /// How many parts of a second a frame is shown, so that frame i ends at round(parts·(i + 1)/rate) and no error adds up.
  package func ticks(ofFrame number: Int, perSecond parts: Int) -> Int {
    func end(_ frames: Int) -> Int { (2 * parts * frames * denominator + numerator) / (2 * numerator) }
    return end(number + 1) - end(number)
  }

  /// The form `30000:1001`.
  public var description: String { "\(numerator):\(denominator)" }
}
