import Foundation
import SegueTransitions
import Testing

/// Compares springs with values of UIKit.
@Suite struct DampedSpringTests {
  @Test func underdamped() {
    let spring = DampedSpring(damping: 0.8, velocity: 0.8, settlingIn: 0.5)
    #expect(abs(spring.frequency - 17.844415) < 1e-6)
    #expect(abs(spring.frequency * spring.frequency - 318.4231) < 1e-4)
    #expect(abs(2 * spring.damping * spring.frequency - 28.55106) < 1e-5)
    let golden = [
      0, 0.26426, 0.62001, 0.85634, 0.97012, 1.00929, 1.01499, 1.01040, 1.00517, 1.00186, 1,
    ]
    let curve = TimingCurve.spring(damping: 0.8, velocity: 0.8)
    for (step, value) in golden.enumerated() {
      #expect(abs(curve(at: Double(step) / 10, duration: 0.5) - value) < 5.1e-6, "step \(step)")
    }
    let positions = (0...100_000).map { spring.position(at: Double($0) / 200_000) }
    let peak = positions.max() ?? 0
    let moment = Double(positions.firstIndex(of: peak) ?? 0) / 100_000
    #expect(abs(peak - 1.015181) < 1e-6)
    #expect(abs(moment - 0.58164) < 1e-5)
  }

  @Test func criticallyDamped() {
    let spring = DampedSpring(damping: 1, velocity: 0, settlingIn: 0.5)
    #expect(abs(spring.frequency - 18.466827) < 1e-6)
    for (step, value) in [0, 0.23607, 0.55091, 0.76377, 0.88319, 0.94448].enumerated() {
      #expect(abs(spring.position(at: Double(step) / 20) - value) < 5.1e-6)
    }
  }

  /// Checks the equation that defines the frequency, for more parameters.
  @Test func theEnvelopeDecaysToAThousandth() {
    for damping in [0.2, 0.5, 0.8, 0.95, 1] {
      for (duration, velocity) in [(0.2, 0.0), (0.5, 0.8), (1, 0), (3, 0.5)] {
        let spring = DampedSpring(damping: damping, velocity: velocity, settlingIn: duration)
        let decay = exp(-damping * spring.frequency * duration)
        let side = (1 - damping * damping).squareRoot()
        let envelope =
          damping < 1
          ? abs((damping * spring.frequency - velocity) / (spring.frequency * side)) * decay
          : ((spring.frequency - velocity) * duration + 1) * decay
        #expect(abs(envelope - 0.001) < 1e-9, "\(damping) \(duration)")
      }
    }
  }

  /// The slope of a spring at the start is its velocity.
  @Test(arguments: [0.2, 0.8, 1], [-3, 0, 0.8, 12]) func startsAtItsVelocity(
    damping: Double, velocity: Double
  ) {
    let spring = DampedSpring(damping: damping, velocity: velocity, settlingIn: 0.5)
    let step = 1e-7
    #expect(abs(spring.position(at: step) / step - velocity) < 1e-3)
    // After the start, the position follows the equation of motion.
    let (stiffness, friction) = (spring.frequency * spring.frequency, 2 * damping * spring.frequency)
    for time in [0.05, 0.2, 0.4] {
      let (a, b, c) = (
        spring.position(at: time - 1e-4), spring.position(at: time), spring.position(at: time + 1e-4)
      )
      let force = stiffness * (1 - b) - friction * (c - a) / 2e-4
      #expect(abs((a - 2 * b + c) / 1e-8 - force) < 0.05 + abs(force) * 1e-4, "\(time)")
    }
  }

  @Test(
    "A spring is at the start before time 0, and at a time of NaN", arguments: [0.3, 1, 2])
  func beforeTheStart(damping: Double) {
    let spring =
      damping > 1
      ? DampedSpring(duration: 0.5, bounce: -0.5)
      : DampedSpring(damping: damping, velocity: 1, settlingIn: 0.5)
    for time in [-1, 0, .nan] as [Double] { #expect(spring.position(at: time) == 0) }
  }

  /// In SwiftUI's form, more bounce is less damping, and a negative bounce overdamps.
  @Test func bounceDeterminesTheDamping() {
    for (bounce, damping) in [(0.3, 0.7), (0, 1), (-0.5, 2), (-0.75, 4)] {
      #expect(abs(DampedSpring(duration: 1, bounce: bounce).damping - damping) < 1e-12)
    }
  }

  /// A bouncing spring keeps its own duration: a transition of another duration cuts it or waits.
  @Test func aBouncingSpringKeepsItsDuration() {
    let spring = DampedSpring(duration: 0.3, bounce: 0.2)
    let curve = TimingCurve.bouncingSpring(duration: 0.3, bounce: 0.2)
    for duration in [0.2, 0.3, 1.5] {
      for time in [0.1, 0.5, 0.9] {
        #expect(curve(at: time, duration: duration) == spring.position(at: time * duration))
      }
    }
  }

  /// Checks the equation of motion x″ = ω²(1 − x) − 2ζω x′ by finite differences.
  @Test(arguments: [-0.5, -0.1, 0, 0.3, 0.7]) func swiftUISpringsObeyTheirEquation(bounce: Double) {
    let spring = DampedSpring(duration: 0.6, bounce: bounce)
    let (stiffness, step) = ((2 * Double.pi / 0.6) * (2 * Double.pi / 0.6), 1e-4)
    for index in 1..<60 {
      let time = Double(index) / 50
      let (a, b, c) = (
        spring.position(at: time - step), spring.position(at: time), spring.position(at: time + step)
      )
      let acceleration = (a - 2 * b + c) / (step * step)
      let force = stiffness * (1 - b) - 2 * spring.damping * spring.frequency * (c - a) / (2 * step)
      #expect(abs(acceleration - force) < 0.01)
    }
  }

  @Test(
    "Damping is clamped to 0.001…1",
    arguments: [(0, 0.001), (-3, 0.001), (1.5, 1)])
  func dampingHasBounds(given: Double, meant: Double) {
    let spring = DampedSpring(damping: given, velocity: 0.5, settlingIn: 0.5)
    #expect(spring == DampedSpring(damping: meant, velocity: 0.5, settlingIn: 0.5) && spring.damping == meant)
  }
}
