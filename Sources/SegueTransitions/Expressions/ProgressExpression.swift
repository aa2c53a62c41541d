public import SeguePixels
public import SegueRendering

/// A number written as a formula of the progress, such as `40 * progress` or `if(progress < 0.5, 0, 1)`.
///
///     let radius = try ProgressExpression("40 * ease-in-out(progress)")
///     radius(at: 0.5)    // 20
///
/// Syntax, by falling precedence:
///
/// * numbers, `(…)`, names, and functions of numbers: `clamp(x, 0, 1)`;
/// * `^`, from right to left: `2^3^2` is 512;
/// * a sign: `-2^2` is −4;
/// * `*` and `/`, then `+` and `-`;
/// * `<`, `<=`, `>`, `>=`, then `==` and `!=`, which give 1 or 0.
///
/// Names: `progress`, the eased time; `time`, the elapsed share of the duration before easing; `width` and
/// `height` of the filter's input in pixels; `pi`.
///
/// Functions: `min`, `max`, `clamp(x, low, high)`, `mix(a, b, share)`, `step(edge, x)`, `smoothstep(low,
/// high, x)`, `if(condition, a, b)`, `abs`, `sign`, `floor`, `ceil`, `round` (halves away from 0), `fract`,
/// `sqrt`, `pow`, `exp`, `log` (natural), `sin`, `cos` and `tan` (radians); the curves of
/// `TimingCurve.named`, such as `ease-in-out(x)`; and UIKit's spring, which overshoots, as `spring(x)` or
/// `spring(x, damping)`. A name with hyphens is a function only before a parenthesis; elsewhere a hyphen is a
/// minus sign.
///
/// A result may be NaN, such as 0/0, which the caller must handle.
///
/// - Cost: parsing is linear in the text, at most 4096 bytes; an evaluation takes a few nanoseconds for each
///   operation.
public struct ProgressExpression: Sendable, CustomStringConvertible {
  /// The formula as text.
  public let description: String
  private let steps: [ExpressionStep]

  /// Parses a formula.
  ///
  /// - Throws: `ExpressionError` with the error and its position.
  public init(_ text: String) throws(ExpressionError) {
    try self.init(text, of: ExpressionVariable.allCases)
  }

  /// Parses a formula in which only the given variables are allowed.
  init(_ text: String, of variables: [ExpressionVariable]) throws(ExpressionError) {
    description = text
    steps = try ExpressionParser.steps(of: text, variables)
  }

  /// Evaluates the formula for a frame.
  ///
  /// - Parameters:
  ///   - progress: The progress.
  ///   - time: The elapsed share of the duration, before easing; nil if equal to the progress.
  ///   - size: The values of `width` and `height`; nil makes both NaN.
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

  /// The variables that the formula uses.
  var variables: Set<ExpressionVariable> {
    Set(steps.compactMap { if case .variable(let variable) = $0 { variable } else { nil } })
  }
}

/// The variables of expressions; the raw value is the name.
enum ExpressionVariable: String, CaseIterable, Sendable {
  case progress, time, width, height
}

/// An instruction of the stack machine that evaluates expressions.
enum ExpressionStep: Sendable {
  case number(Double)
  case variable(ExpressionVariable)
  /// Pops the given number of arguments and pushes the function's result.
  case call(ExpressionFunction, Int)
}

extension Animated {
  /// Makes a number from a formula of `progress`, as in `ProgressExpression`.
  ///
  /// `time` equals the progress; `width` and `height` are not allowed.
  ///
  ///     let blocks = Pixellate(fraction: try Animated("0.1 * sin(pi * progress)"))
  ///
  /// - Throws: `ExpressionError` with the error and its position.
  public init(_ text: String) throws(ExpressionError) {
    let expression = try ProgressExpression(text, of: [.progress, .time])
    self.init { expression(at: $0) }
  }
}
