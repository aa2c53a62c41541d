import SeguePlatform

/// Computes weights of Gaussians.
enum GaussianWeights {
  /// The reach of a kernel in standard deviations; the omitted weights are 1/2000 of the sum.
  static let reach = 3.5

  /// Returns the weights at `positions`; the weights sum to 1.
  static func normalized(sigma: Double, at positions: [Double]) -> [Double] {
    let weights = positions.map { sigma > 0 ? exp(-$0 * $0 / (2 * sigma * sigma)) : $0 == 0 ? 1 : 0 }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// Returns the weights of −radius…radius pixels; the weights sum to 1.
  static func symmetric(sigma: Double) -> [Double] {
    let radius = Int((reach * sigma).rounded(.up))
    return normalized(sigma: sigma, at: (-radius...radius).map(Double.init))
  }

  /// Returns half of a Gaussian kernel, from its center, in units of 1/32768; the whole kernel sums to 1.
  ///
  /// The result is a single weight if all other weights round to 0.
  static func halved(sigma: Double) -> [Int16] {
    guard sigma > 0 else { return [.max] }
    return halved(half(sigma: sigma))
  }

  /// Returns half of a Gaussian kernel, from its center; the whole kernel sums to 1.
  static func half(sigma: Double) -> [Double] {
    let weights = symmetric(sigma: sigma)
    return Array(weights[(weights.count / 2)...])
  }

  /// Rounds half of a kernel to units of 1/32768; the whole kernel must sum to 1.
  static func halved(_ weights: [Double]) -> [Int16] {
    let rounded = weights.dropFirst().map { Int($0 * 32768 + 0.5) }
    let sides = rounded.prefix(rounded.lastIndex { $0 > 0 }.map { $0 + 1 } ?? 0)
    let middle = 32768 - 2 * sides.reduce(0, +)
    return [Int16(min(middle, Int(Int16.max)))] + sides.map(Int16.init)
  }
}
