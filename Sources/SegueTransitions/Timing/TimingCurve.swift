/// An easing curve: a function from time 0…1 to progress, 0 at time 0 and 1 at time 1.
///
///     let progress = TimingCurve.easeInOut(at: 0.25)    // about 0.129; springs also take the duration
///     let curve = TimingCurve("cubic-bezier(0.4, 0, 0.2, 1)")
///
/// Springs, some of Penner's easings and some Bézier curves overshoot: their progress leaves 0…1 at times
/// between 0 and 1. At time 0 and 1 the progress is 0 and 1, even if CSS has other values there, as for
/// `linear(0.2, 0.8)`.
///
/// - Source: CSS Easing Functions Level 2; `PennerEasing`; `DampedSpring` for springs.
public enum TimingCurve: Hashable, Sendable {
  /// The progress equals the time.
  case linear
  /// The Bézier curve from (0,0) to (1,1) with control points (x1,y1) and (x2,y2); x1 and x2 are in 0…1.
  case cubicBezier(Double, Double, Double, Double)
  /// A staircase of equal steps, CSS's `steps()`; by default, each step jumps at the end of its interval.
  case steps(Int, StepPosition = .jumpEnd)
  /// Straight lines between points in rising order of percentages, CSS's `linear()`.
  case piecewise([LinearStop])
  /// One of Penner's easings.
  case penner(PennerEasing.Family, PennerEasing.Way)
  /// UIKit's spring, by damping ratio and initial velocity; settles within the duration, and overshoots if
  /// the damping ratio is below 1.
  case spring(damping: Double, velocity: Double)
  /// SwiftUI's spring, by its perceived duration in seconds and its bounce.
  case bouncingSpring(duration: Double, bounce: Double)

  /// A curve that starts slowly.
  public static let easeIn = cubicBezier(0.42, 0, 1, 1)
  /// A curve that ends slowly.
  public static let easeOut = cubicBezier(0, 0, 0.58, 1)
  /// A curve that starts and ends slowly.
  public static let easeInOut = cubicBezier(0.42, 0, 0.58, 1)
  /// The default curve of CSS, which starts gently and ends slowly.
  public static let ease = cubicBezier(0.25, 0.1, 0.25, 1)

  /// The curves that have a name, as in CSS.
  public static let named: [(name: String, curve: TimingCurve)] = [
    ("linear", .linear), ("ease", .ease), ("ease-in", .easeIn), ("ease-out", .easeOut),
    ("ease-in-out", .easeInOut),
  ]

  /// The text forms of curves with parameters, as messages list them.
  package static let forms = [
    "cubic-bezier(x1,y1,x2,y2)", "steps(n)", "spring(damping,velocity)", "spring(duration:s,bounce:b)",
  ]

  /// Parses a name or a form with parameters; nil for other texts.
  ///
  /// Penner's easings have three spellings, in any case: `elastic-out`, `easeOutElastic` and `out-elastic`.
  /// Forms of CSS are `linear(…)`, `cubic-bezier(…)`, `steps(n, jump-start)`, `step-start` and `step-end`.
  public init?(_ text: String) {
    if let (_, curve) = Self.named.first(where: { $0.name == text }) {
      self = curve
      return
    }
    if let curve = Self.pennerSpellings[text.lowercased()] {
      self = curve
      return
    }
    if let position = text.hasPrefix("step-") ? StepPosition(css: text.dropFirst(5)) : nil {
      self = .steps(1, position)
      return
    }
    guard let open = text.firstIndex(of: "("), text.last == ")" else { return nil }
    if text[..<open] == "linear" {
      guard let stops = LinearStop.points(text[text.index(after: open)...].dropLast()) else { return nil }
      self = .piecewise(stops)
      return
    }
    let words = text[text.index(after: open)...].dropLast().split(
      separator: ",", omittingEmptySubsequences: false
    ).map { $0.filter { $0 != " " } }
    if text[..<open] == "steps", words.count == 2, let position = StepPosition(css: words[1]) {
      guard let number = Double(words[0]), let count = Int(exactly: number),
        ((position == .jumpNone ? 2 : 1)...1_000_000).contains(count)
      else { return nil }
      self = .steps(count, position)
      return
    }
    // Labels are allowed only in `spring(duration:s,bounce:b)`.
    let isLabelled = words.count == 2 && words[0].hasPrefix("duration:") && words[1].hasPrefix("bounce:")
    let numbers = words.compactMap { Double(isLabelled ? $0.drop { $0 != ":" }.dropFirst() : $0[...]) }
    guard numbers.count == words.count, numbers.allSatisfy(\.isFinite) else { return nil }
    switch (text[..<open], numbers.count) {
    case ("spring", 2) where isLabelled && numbers[0] > 0 && numbers[1] > -1 && numbers[1] < 1:
      self = .bouncingSpring(duration: numbers[0], bounce: numbers[1])
    case ("spring", 2) where !isLabelled && numbers[0] > 0 && numbers[0] <= 1:
      self = .spring(damping: numbers[0], velocity: numbers[1])
    case _ where isLabelled: return nil
    case ("cubic-bezier", 4) where (0...1).contains(numbers[0]) && (0...1).contains(numbers[2]):
      self = .cubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
    case ("steps", 1):
      guard let count = Int(exactly: numbers[0]), (1...1_000_000).contains(count) else { return nil }
      self = .steps(count)
    default: return nil
    }
  }

  /// Computes the progress at a time; 0 before time 0, 1 after time 1.
  ///
  /// - Parameters:
  ///   - time: The time as a fraction of the duration, 0…1.
  ///   - duration: The duration in seconds; only springs depend on it.
  /// - Returns: The progress; for curves that overshoot, such as springs, it may be outside 0…1.
  public func callAsFunction(at time: Double, duration: Double = 1) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    switch self {
    case .linear: return time
    case .spring(let damping, let velocity):
      return DampedSpring(damping: damping, velocity: velocity, settlingIn: duration).position(
        at: time * duration)
    case .bouncingSpring(let perceived, let bounce):
      return DampedSpring(duration: perceived, bounce: bounce).position(at: time * duration)
    case .steps(let count, let position): return position.value(count, at: time)
    case .piecewise(let stops): return LinearStop.value(stops, at: time)
    case .penner(let family, let way): return PennerEasing.value(family, way, at: time)
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return Self.bezier(y1, y2, at: Self.parameter(x1, x2, of: time))
    }
  }

  /// Returns a coordinate of the Bézier curve at parameter u, given this coordinate of the two control
  /// points.
  private static func bezier(_ p1: Double, _ p2: Double, at u: Double) -> Double {
    let v = 1 - u
    return 3 * v * v * u * p1 + 3 * v * u * u * p2 + u * u * u
  }

  /// Finds the parameter u at which the curve's x equals `time`.
  ///
  /// x is monotonic, so bisection converges; 60 steps exhaust the precision of a Double.
  private static func parameter(_ x1: Double, _ x2: Double, of time: Double) -> Double {
    var range = (low: 0.0, high: 1.0)
    for _ in 0..<60 {
      let middle = (range.low + range.high) / 2
      if bezier(x1, x2, at: middle) < time { range.low = middle } else { range.high = middle }
    }
    return (range.low + range.high) / 2
  }
}

extension TimingCurve: CustomStringConvertible {
  /// The name of the curve, or the text form if the curve has no name.
  public var description: String {
    if case .penner(let family, let way) = self { return PennerEasing.spellings(family, way)[0] }
    return Self.named.first { $0.curve == self }?.name ?? form
  }

  /// The text form with the curve's numbers; for Penner's easings, the second and third spelling of the name.
  package var form: String {
    switch self {
    case .linear: "progress is the time"
    case .cubicBezier(let x1, let y1, let x2, let y2): "cubic-bezier(\(x1),\(y1),\(x2),\(y2))"
    case .steps(let count, .jumpEnd): "steps(\(count))"
    case .steps(let count, let position): "steps(\(count),\(position.rawValue))"
    case .piecewise(let stops):
      "linear(\(stops.map { "\($0.output) \($0.percent)%" }.joined(separator: ",")))"
    case .penner(let family, let way): PennerEasing.spellings(family, way).dropFirst().joined(separator: ", ")
    case .spring(let damping, let velocity): "spring(\(damping),\(velocity))"
    case .bouncingSpring(let duration, let bounce): "spring(duration:\(duration),bounce:\(bounce))"
    }
  }
}
