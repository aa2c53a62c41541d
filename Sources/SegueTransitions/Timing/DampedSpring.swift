import SeguePlatform

/// A damped spring of mass 1, released at position 0 with its equilibrium at 1.
///
///     let spring = DampedSpring(damping: 0.8, velocity: 0, settlingIn: 0.5)
///     let position = spring.position(at: 0.1)
///
/// - Source: `UIView.animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:…)`, whose
///   spring is within 0.001 of its equilibrium at the end of the duration; SwiftUI's
///   `Spring(duration:bounce:)` for the other initializer.
public struct DampedSpring: Hashable, Sendable {
  /// The damping ratio, above 0; below 1 the spring overshoots.
  public let damping: Double
  /// The initial velocity, in units per second; one unit is the distance from the start to the equilibrium.
  public let velocity: Double
  /// The undamped angular frequency, in radians per second.
  public let frequency: Double

  /// Makes UIKit's spring: its frequency is chosen so that the spring settles to about 0.001 from its
  /// equilibrium within `duration` seconds.
  public init(damping: Double, velocity: Double, settlingIn duration: Double) {
    let damping = max(1e-3, min(1, damping))
    self.damping = damping
    self.velocity = velocity
    let rest = 0.001
    let side = (1 - damping * damping).squareRoot()
    var frequency = 5 / duration
    // Newton's method with a fixed number of steps, which reproduces UIKit's values.
    for _ in 0..<12 {
      let decay = exp(-damping * frequency * duration)
      let value: Double
      let slope: Double
      if damping < 1 {
        let signed = (damping * frequency - velocity) / (frequency * side) * decay
        let change =
          decay / side
          * (velocity / (frequency * frequency)
            - damping * duration * (damping * frequency - velocity) / frequency)
        value = abs(signed)
        slope = signed < 0 ? -change : change
      } else {
        value = ((frequency - velocity) * duration + 1) * decay
        slope = duration * decay - duration * value
      }
      let next = frequency - (value - rest) / slope
      guard next.isFinite, next > 0 else { break }
      frequency = next
    }
    self.frequency = frequency
  }

  /// Makes SwiftUI's spring.
  ///
  /// - Parameters:
  ///   - duration: The perceived duration in seconds; the spring may settle a little later.
  ///   - bounce: 0 is critically damped; values up to 1 overshoot more, values below 0 are overdamped.
  public init(duration: Double, bounce: Double) {
    damping = max(1e-3, bounce >= 0 ? 1 - bounce : 1 / (1 + max(-0.999, bounce)))
    velocity = 0
    frequency = 2 * .pi / duration
  }

  /// Returns the position after a number of seconds: 0 at the start, then approaching 1.
  public func position(at seconds: Double) -> Double {
    guard seconds > 0 else { return 0 }
    let decay = exp(-damping * frequency * seconds)
    if damping < 1 {
      let ringing = frequency * (1 - damping * damping).squareRoot()
      let angle = ringing * seconds
      return 1 - decay * (cos(angle) + (damping * frequency - velocity) / ringing * sin(angle))
    }
    if damping == 1 { return 1 - decay * (1 + (frequency - velocity) * seconds) }
    // Overdamped: hyperbolic functions written as two exponential decays, to avoid overflow.
    let rate = frequency * (damping * damping - 1).squareRoot()
    let (slow, fast) = (damping * frequency - rate, damping * frequency + rate)
    return 1 - (fast * exp(-slow * seconds) - slow * exp(-fast * seconds)) / (2 * rate)
  }
}
