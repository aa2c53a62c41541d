public import SeguePixels
public import SegueRendering

/// A number written as a formula of the progress, such as `40 * progress` or `if(progress < 0.5, 0, 1)`.
///
///     let radius = try ProgressExpression("40 * ease-in-out(progress)")
///     radius(at: 0.5)    // 20
///
/// In order of what binds most:
///
/// * numbers, `(…)`, names, and functions of numbers: `clamp(x, 0, 1)`;
/// * `^`, from right to left: `2^3^2` is 512;
/// * a sign: `-2^2` is −4;
/// * `*` and `/`, then `+` and `-`;
/// * `<`, `<=`, `>`, `>=`, then `==` and `!=`, which give 1 or 0.
///
/// Names: `progress`, the eased time; `time`, the clock's fraction before easing; `width` and `height`, in pixels, of the
/// picture that a filter gets; `pi`.
///
/// Functions: `min`, `max`, `clamp(x, low, high)`, `mix(a, b, share)`, `step(edge, x)`, `smoothstep(low, high, x)`,
/// `if(condition, a, b)`, `abs`, `sign`, `floor`, `ceil`, `round` (halves away from 0), `fract`, `sqrt`, `pow`, `exp`,
/// `log` (natural), `sin`, `cos` and `tan` (radians); the curves of `TimingCurve.named`, such as `ease-in-out(x)`; and
/// `spring(x)` or `spring(x, damping)`, UIKit's, which overshoots. A name with hyphens is one only before a parenthesis.
///
/// A number that is none, as of 0/0, is left to whoever gets it.
///
/// - Cost: reading is linear in the text, of at most 4096 bytes; a value takes some nanoseconds an operation.
public struct ProgressExpression: Sendable, CustomStringConvertible {
  /// The text.
  public let description: String
  private let steps: [ExpressionStep]

  /// Reads a formula.
  ///
  /// - Throws: `ExpressionError` with what is wrong and where.
  public init(_ text: String) throws(ExpressionError) {
    try self.init(text, of: ExpressionVariable.allCases)
  }

  /// Reads a formula of some of the names.
  init(_ text: String, of variables: [ExpressionVariable]) throws(ExpressionError) {
    description = text
    steps = try ExpressionParser.steps(of: text, variables)
  }

  /// Its value.
  ///
  /// - Parameters:
  ///   - progress: How far the effect has gone.
  ///   - time: The clock's fraction; nil: the progress.
  ///   - size: Width and height in pixels; nil: those are no numbers.
  /// - Returns: The number, which need not be finite.
  public func callAsFunction(
    at progress: Double, time: Double? = nil, size: PixelSize? = nil
  ) -> Double {
    self(FrameMoment(progress: progress, time: time), size)
  }

  func callAsFunction(_ moment: FrameMoment, _ size: PixelSize?) -> Double {
    var stack: [Double] = []
    for step in steps {
      switch step {
      case .number(let number): stack.append(number)
      case .variable(.progress): stack.append(moment.progress)
      case .variable(.time): stack.append(moment.time)
      case .variable(.width): stack.append(size.map { Double($0.width) } ?? .nan)
      case .variable(.height): stack.append(size.map { Double($0.height) } ?? .nan)
      case .call(let function, let count):
        let numbers = Array(stack.suffix(count))
        stack.removeLast(count)
        stack.append(function.body(numbers))
      }
    }
    return stack.last ?? .nan
  }

  /// The names that it reads.
  var variables: Set<ExpressionVariable> {
    Set(steps.compactMap { if case .variable(let variable) = $0 { variable } else { nil } })
  }
}

/// What an expression can follow, by name.
enum ExpressionVariable: String, CaseIterable, Sendable {
  case progress, time, width, height
}

/// A step on a stack of numbers.
enum ExpressionStep: Sendable {
  case number(Double)
  case variable(ExpressionVariable)
  /// Takes so many numbers and puts one there.
  case call(ExpressionFunction, Int)
}

extension Animated {
  /// Makes a number from a formula of `progress`, as `ProgressExpression` has it, without `width` and `height`; `time` is
  /// the progress.
  ///
  ///     let blocks = Pixellate(fraction: try Animated("0.1 * sin(pi * progress)"))
  ///
  /// - Throws: `ExpressionError` with what is wrong and where.
  public init(_ text: String) throws(ExpressionError) {
    let expression = try ProgressExpression(text, of: [.progress, .time])
    self.init { expression(at: $0) }
  }
}
