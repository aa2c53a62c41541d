/// A frame rate as a fraction in lowest terms, as in video containers.
///
///     FrameRate("24000/1001")   // 24000:1001
///     FrameRate(60)       // 60:1
///     FrameRate(29.97)    // 30000:1001
///     let rate: FrameRate = 12.5    // 25:2, as by FrameRate(12.5)
public struct FrameRate: Hashable, Sendable, CustomStringConvertible {
  /// The number of frames in `denominator` seconds.
  public let numerator: Int
  /// The number of seconds that `numerator` frames take.
  public let denominator: Int

  /// Makes the fraction for a number of frames per second.
  ///
  /// Rates such as 23.976, 29.97 and 59.94 become multiples of 1000/1001. Other numbers are rounded to the
  /// nearest thousandth, but to at least 1/1000.
  ///
  /// - Parameter framesPerSecond: The number of frames per second, above 0 and at most a billion.
  public init(_ framesPerSecond: Double) {
    let framesPerSecond = framesPerSecond > 0 ? min(framesPerSecond, 1e9) : 0
    let whole = Int(framesPerSecond.rounded(.up))
    if abs(Double(whole) * 1000 / 1001 - framesPerSecond) < framesPerSecond / 5000,
      Double(whole) != framesPerSecond
    {
      self.init(reducing: whole * 1000, 1001)
      return
    }
    let thousandths = max(1, Int((framesPerSecond * 1000).rounded()))
    self.init(reducing: thousandths, 1000)
  }

  /// Makes a rate from a fraction; nil if the numerator or the denominator is outside 1…1000000000.
  public init?(numerator: Int, denominator: Int) {
    guard Self.range.contains(numerator), Self.range.contains(denominator) else { return nil }
    self.init(reducing: numerator, denominator)
  }

  /// Parses a number, such as `25`, `12.5` or `29.97`, or a fraction, such as `30000/1001`.
  ///
  /// Rates such as 23.976, 29.97 and 59.94 become multiples of 1000/1001. Fractions of integers, and other
  /// decimals with at most nine digits, are exact; longer decimals are rounded in the same way as by the
  /// initializer for a `Double`.
  ///
  /// - Returns: Nil for other texts, and for numbers outside of the range above 0 and up to a billion.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard let first = numbers.first, numbers.count == parts.count else { return nil }
    let second = parts.count == 2 ? numbers[1] : 1
    let value = first / second
    guard first > 0, second > 0, value > 0, value <= Double(Self.range.upperBound) else { return nil }
    if parts.count == 2 {
      guard let numerator = Int(parts[0]), let denominator = Int(parts[1]),
        let rate = FrameRate(numerator: numerator, denominator: denominator)
      else {
        self.init(value)
        return
      }
      self = rate
      return
    }
    self.init(value)
    let decimals = text.split(separator: ".", omittingEmptySubsequences: false)
    guard denominator != 1001, decimals.count == 2, text.count <= 10, let digits = Int(decimals.joined()),
      let rate = FrameRate(
        numerator: digits, denominator: (0..<decimals[1].count).reduce(1) { power, _ in 10 * power })
    else { return }
    self = rate
  }

  /// The text forms that `init(_:)` parses, for messages.
  package static let form = "a number above 0, such as 29.97, or a fraction, such as 30000/1001"

  private static let range = 1...1_000_000_000

  private init(reducing numerator: Int, _ denominator: Int) {
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    (self.numerator, self.denominator) = (numerator / a, denominator / a)
  }

  /// The number of frames per second.
  public var perSecond: Double { Double(numerator) / Double(denominator) }

  /// Returns the duration of a frame in ticks of 1/`parts` second.
  ///
  /// Frame i ends at tick round(parts·(i + 1)/rate), so rounding errors do not accumulate.
  package func ticks(ofFrame number: Int, perSecond parts: Int) -> Int {
    func end(_ frames: Int) -> Int { (2 * parts * frames * denominator + numerator) / (2 * numerator) }
    return end(number + 1) - end(number)
  }

  /// The fraction as text, such as `30000:1001`.
  public var description: String { "\(numerator):\(denominator)" }
}

extension FrameRate: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Makes the rate from a literal, such as 60, as `init(_:)` does.
  public init(integerLiteral framesPerSecond: Int) { self.init(Double(framesPerSecond)) }

  /// Makes the rate from a literal, such as 29.97, as `init(_:)` does.
  public init(floatLiteral framesPerSecond: Double) { self.init(framesPerSecond) }
}
