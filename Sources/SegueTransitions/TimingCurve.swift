/// How progress follows the clock: a function from time 0…1 to progress that is 0 at 0 and 1 at 1.
///
///     TimingCurve.easeInOut(at: 0.25)                   // about 0.129
///     TimingCurve("cubic-bezier(0.4, 0, 0.2, 1)")
///
/// - Source: CSS Easing Functions Level 1.
public enum TimingCurve: Hashable, Sendable {
  /// Progress is the time.
  case linear
  /// The Bézier curve from (0,0) to (1,1) with these two control points; x1 and x2 within 0…1.
  case cubicBezier(Double, Double, Double, Double)
  /// So many equal steps, each at the end of its interval.
  case steps(Int)

  /// Starts slowly.
  public static let easeIn = cubicBezier(0.42, 0, 1, 1)
  /// Ends slowly.
  public static let easeOut = cubicBezier(0, 0, 0.58, 1)
  /// Starts and ends slowly.
  public static let easeInOut = cubicBezier(0.42, 0, 0.58, 1)
  /// CSS's default: starts gently, ends slowly.
  public static let ease = cubicBezier(0.25, 0.1, 0.25, 1)

  /// The curves that have a name.
  public static let named: [(name: String, curve: TimingCurve)] = [
    ("linear", .linear), ("ease", .ease), ("ease-in", .easeIn), ("ease-out", .easeOut),
    ("ease-in-out", .easeInOut),
  ]

  /// The forms of curves with numbers of their own.
  public static let forms = ["cubic-bezier(x1,y1,x2,y2)", "steps(n)"]

  /// Reads a name or a form; nil for anything else.
  public init?(_ text: String) {
    if let (_, curve) = Self.named.first(where: { $0.name == text }) {
      self = curve
      return
    }
    guard let open = text.firstIndex(of: "("), text.last == ")" else { return nil }
    let words = text[text.index(after: open)...].dropLast().split(
      separator: ",", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Double($0.filter { $0 != " " }) }
    guard numbers.count == words.count, numbers.allSatisfy(\.isFinite) else { return nil }
    switch (text[..<open], numbers.count) {
    case ("cubic-bezier", 4) where (0...1).contains(numbers[0]) && (0...1).contains(numbers[2]):
      self = .cubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
    case ("steps", 1):
      guard let count = Int(exactly: numbers[0]), (1...1_000_000).contains(count) else { return nil }
      self = .steps(count)
    default: return nil
    }
  }

  /// The progress at a time; 0 up to time 0, 1 from time 1 on.
  public func callAsFunction(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    switch self {
    case .linear: return time
    case .steps(let count): return (time * Double(count)).rounded(.down) / Double(count)
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return Self.bezier(y1, y2, at: Self.parameter(x1, x2, of: time))
    }
  }

  /// One coordinate of the curve at its parameter u.
  private static func bezier(_ p1: Double, _ p2: Double, at u: Double) -> Double {
    let v = 1 - u
    return 3 * v * v * u * p1 + 3 * v * u * u * p2 + u * u * u
  }

  /// The parameter where x is `time`. x rises with it, so halving always arrives: 60 steps are a Double's bits.
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
  /// The name where there is one, else the form.
  public var description: String { Self.named.first { $0.curve == self }?.name ?? form }

  /// The form with its numbers.
  public var form: String {
    switch self {
    case .linear: "progress is the time"
    case .cubicBezier(let x1, let y1, let x2, let y2): "cubic-bezier(\(x1),\(y1),\(x2),\(y2))"
    case .steps(let count): "steps(\(count))"
    }
  }
}
