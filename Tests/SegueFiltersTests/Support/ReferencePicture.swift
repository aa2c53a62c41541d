import SeguePixels

extension PixelSize {
  /// Sizes below, at and above the widths of vectors.
  static let odd = [(1, 1), (1, 9), (9, 1), (3, 3), (40, 23), (131, 67)]
}

/// Premultiplied channels in Double, four for each pixel, clamped to the edge outside.
struct ReferencePicture {
  let width: Int
  let height: Int
  var channels: [Double]

  init(_ bitmap: Bitmap) {
    (width, height) = (bitmap.width, bitmap.height)
    channels = (0..<bitmap.height).flatMap { y in
      (0..<bitmap.width).flatMap { x in
        let pixel = bitmap[x, y]
        return [pixel.red, pixel.green, pixel.blue, pixel.alpha].map(Double.init)
      }
    }
  }

  subscript(_ x: Int, _ y: Int, _ channel: Int) -> Double {
    channels[4 * (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)) + channel]
  }

  /// Makes a picture of equal size by a function of position and channel.
  func map(_ channel: (_ x: Int, _ y: Int, _ channel: Int) -> Double) -> ReferencePicture {
    var result = self
    for y in 0..<height {
      for x in 0..<width {
        for c in 0..<4 { result.channels[4 * (y * width + x) + c] = channel(x, y, c) }
      }
    }
    return result
  }

  /// The largest difference from a bitmap.
  func largestDifference(from bitmap: Bitmap) -> Double {
    zip(channels, ReferencePicture(bitmap).channels).map { abs($0 - $1) }.max() ?? 0
  }

  /// Convolves with a Gaussian, truncated at six sigma.
  func blurred(sigma: Double) -> ReferencePicture {
    let radius = Int(6 * sigma) + 1
    let weights = (-radius...radius).map { d in reciprocalExponential(Double(d * d) / (2 * sigma * sigma)) }
    let sum = weights.reduce(0, +)
    let across = map { x, y, c in
      zip(-radius...radius, weights).reduce(0) { $0 + self[x + $1.0, y, c] * $1.1 } / sum
    }
    return across.map { x, y, c in
      zip(-radius...radius, weights).reduce(0) { $0 + across[x, y + $1.0, c] * $1.1 } / sum
    }
  }
}

/// Computes e^−x: halves x until a few terms of the Taylor series are enough.
private func reciprocalExponential(_ x: Double) -> Double {
  if x > 0.01 {
    let half = reciprocalExponential(x / 2)
    return half * half
  }
  return 1 - x + x * x / 2 - x * x * x / 6 + x * x * x * x / 24
}
