/// An angle; a literal is in degrees.
///
///     let steep = Transitions.Wipe(angle: 60)
///     let up = Transitions.Wipe(angle: .turns(0.25))
///     let turned = PixelTransform.rotation(.radians(0.5), about: PixelPoint(x: 0, y: 0))
public struct Angle: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// The angle in degrees.
  public var degrees: Double

  /// Makes an angle from degrees.
  public init(floatLiteral degrees: Double) { self.degrees = degrees }

  /// Makes an angle from degrees.
  public init(integerLiteral degrees: Int) { self.degrees = Double(degrees) }

  /// Makes an angle from degrees.
  public static func degrees(_ degrees: Double) -> Angle { Angle(floatLiteral: degrees) }

  /// Makes an angle from radians; π is half a turn.
  public static func radians(_ radians: Double) -> Angle { .degrees(radians * 180 / .pi) }

  /// Makes an angle from full turns.
  public static func turns(_ turns: Double) -> Angle { .degrees(360 * turns) }

  /// The angle in radians.
  public var radians: Double { degrees * .pi / 180 }
}
