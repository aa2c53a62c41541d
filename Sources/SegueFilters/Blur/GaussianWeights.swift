import Glibc

/// Weights of Gaussians.
enum GaussianWeights {
  /// How many standard deviations are counted; what is beyond is 1/2000 of the whole.
  static let reach = 3.5

  /// The weights at `positions`, whose sum is 1.
  static func normalized(sigma: Double, at positions: [Double]) -> [Double] {
    let weights = positions.map { sigma > 0 ? exp(-$0 * $0 / (2 * sigma * sigma)) : $0 == 0 ? 1 : 0 }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// The weights of −radius…radius pixels.
  static func symmetric(sigma: Double) -> [Double] {
    let radius = Int((reach * sigma).rounded(.up))
    return normalized(sigma: sigma, at: (-radius...radius).map(Double.init))
  }

  /// The weights from the middle one on, in 1/32768, which they are with all others together; one alone where the others
  /// are nothing.
  static func halved(sigma: Double) -> [Int16] {
    guard sigma > 0 else { return [.max] }
    let weights = symmetric(sigma: sigma)
    return halved(Array(weights[(weights.count / 2)...]))
  }

  /// The same of weights from the middle one on, whose sum on both sides is 1.
  static func halved(_ weights: [Double]) -> [Int16] {
    let rounded = weights.dropFirst().map { Int($0 * 32768 + 0.5) }
    let sides = rounded.prefix(rounded.lastIndex { $0 > 0 }.map { $0 + 1 } ?? 0)
    let middle = 32768 - 2 * sides.reduce(0, +)
    return [Int16(min(middle, Int(Int16.max)))] + sides.map(Int16.init)
  }
}
