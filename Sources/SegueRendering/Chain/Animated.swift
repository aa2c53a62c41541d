/// A number that is constant or follows the progress of a transition.
///
///     let still = Pixellate(fraction: 0.05)
///     let growing = Pixellate(fraction: 0.1 * .progress)
///     let shrinking = Pixellate(fraction: (0.1 - 0.1 * .progress).clamped(to: 0.02...1))
///     let curved = Dissolve(mix: .progress { $0 * $0 })
///
/// Supports `+ - * /`, `min` and `max` with constants and other animated numbers. Filters handle NaN, such as
/// from a division by zero.
public struct Animated: Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  private let value: @Sendable (Double) -> Double
  /// Whether the number was made as a constant.
  package let isConstant: Bool

  /// Makes a number from a function of progress.
  public init(_ value: @escaping @Sendable (Double) -> Double) { (self.value, isConstant) = (value, false) }

  /// Makes a constant.
  public init(_ constant: Double) { (value, isConstant) = ({ _ in constant }, true) }

  /// Makes a constant.
  public init(floatLiteral constant: Double) { self.init(constant) }

  /// Makes a constant.
  public init(integerLiteral constant: Int) { self.init(Double(constant)) }

  /// The progress itself.
  public static let progress = Animated { $0 }

  /// Makes a number from a function of progress.
  ///
  ///     let chain = (.from, .to) --> Dissolve(mix: .progress { $0 < 0.5 ? 0 : 1 })
  public static func progress(_ value: @escaping @Sendable (Double) -> Double) -> Animated { Animated(value) }

  /// Returns the number at a progress.
  public func callAsFunction(at progress: Double) -> Double { value(progress) }

  /// Clamps the number to a range.
  public func clamped(to range: ClosedRange<Double>) -> Animated {
    Animated { progress in Swift.min(range.upperBound, Swift.max(range.lowerBound, self(at: progress))) }
  }
}

// Five overloads for each operator allow a constant on either side. All are disfavored, so that Swift does
// not take a literal for an animated number in `3 - 2 * t` with a Double t. The overloads with Int make `1 -
// .progress` unambiguous.
extension Animated {
  /// Adds an animated number to a constant.
  @_disfavoredOverload
  public static func + (a: Double, b: Animated) -> Animated { Animated { a + b(at: $0) } }

  /// Adds an animated number to a constant.
  @_disfavoredOverload
  public static func + (a: Int, b: Animated) -> Animated { Double(a) + b }

  /// Adds a constant to an animated number.
  @_disfavoredOverload
  public static func + (a: Animated, b: Double) -> Animated { Animated { a(at: $0) + b } }

  /// Adds a constant to an animated number.
  @_disfavoredOverload
  public static func + (a: Animated, b: Int) -> Animated { a + Double(b) }

  /// Adds two animated numbers.
  @_disfavoredOverload
  public static func + (a: Animated, b: Animated) -> Animated { Animated { a(at: $0) + b(at: $0) } }

  /// Subtracts an animated number from a constant.
  @_disfavoredOverload
  public static func - (a: Double, b: Animated) -> Animated { Animated { a - b(at: $0) } }

  /// Subtracts an animated number from a constant.
  @_disfavoredOverload
  public static func - (a: Int, b: Animated) -> Animated { Double(a) - b }

  /// Subtracts a constant from an animated number.
  @_disfavoredOverload
  public static func - (a: Animated, b: Double) -> Animated { Animated { a(at: $0) - b } }

  /// Subtracts a constant from an animated number.
  @_disfavoredOverload
  public static func - (a: Animated, b: Int) -> Animated { a - Double(b) }

  /// Subtracts one animated number from another.
  @_disfavoredOverload
  public static func - (a: Animated, b: Animated) -> Animated { Animated { a(at: $0) - b(at: $0) } }

  /// Multiplies a constant by an animated number.
  @_disfavoredOverload
  public static func * (a: Double, b: Animated) -> Animated { Animated { a * b(at: $0) } }

  /// Multiplies a constant by an animated number.
  @_disfavoredOverload
  public static func * (a: Int, b: Animated) -> Animated { Double(a) * b }

  /// Multiplies an animated number by a constant.
  @_disfavoredOverload
  public static func * (a: Animated, b: Double) -> Animated { Animated { a(at: $0) * b } }

  /// Multiplies an animated number by a constant.
  @_disfavoredOverload
  public static func * (a: Animated, b: Int) -> Animated { a * Double(b) }

  /// Multiplies two animated numbers.
  @_disfavoredOverload
  public static func * (a: Animated, b: Animated) -> Animated { Animated { a(at: $0) * b(at: $0) } }

  /// Divides a constant by an animated number.
  @_disfavoredOverload
  public static func / (a: Double, b: Animated) -> Animated { Animated { a / b(at: $0) } }

  /// Divides a constant by an animated number.
  @_disfavoredOverload
  public static func / (a: Int, b: Animated) -> Animated { Double(a) / b }

  /// Divides an animated number by a constant.
  @_disfavoredOverload
  public static func / (a: Animated, b: Double) -> Animated { Animated { a(at: $0) / b } }

  /// Divides an animated number by a constant.
  @_disfavoredOverload
  public static func / (a: Animated, b: Int) -> Animated { a / Double(b) }

  /// Divides one animated number by another.
  @_disfavoredOverload
  public static func / (a: Animated, b: Animated) -> Animated { Animated { a(at: $0) / b(at: $0) } }

  /// Negates the animated number.
  @_disfavoredOverload
  public static prefix func - (a: Animated) -> Animated { Animated { -a(at: $0) } }

  /// Returns the lesser of two numbers at each progress.
  ///
  ///     let filter = Pixellate(fraction: .min(0.05, 0.1 * .progress))
  public static func min(_ a: Animated, _ b: Animated) -> Animated {
    Animated { progress in Swift.min(a(at: progress), b(at: progress)) }
  }

  /// Returns the greater of two numbers at each progress.
  ///
  ///     let filter = Pixellate(fraction: .max(0.01, 0.1 * .progress))
  public static func max(_ a: Animated, _ b: Animated) -> Animated {
    Animated { progress in Swift.max(a(at: progress), b(at: progress)) }
  }
}
