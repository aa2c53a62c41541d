import Glibc

/// Which input pixels make an output pixel, and how much of each: Lanczos, three lobes.
struct ResampleTable: Sendable {
  /// The first input pixel of each output pixel.
  private(set) var starts: [UInt32] = []
  /// `taps` weights an output pixel, summing to 1.
  private(set) var weights: [Float] = []
  /// Input pixels an output pixel.
  let taps: Int

  init(input: Int, start: Double, scale: Double, count: Int) {
    let widening = max(1, 1 / scale)
    let radius = 3 * widening
    taps = min(input, Int((2 * radius).rounded(.up)) + 1)
    starts.reserveCapacity(count)
    weights.reserveCapacity(count * taps)
    for i in 0..<count {
      let center = start + (Double(i) + 0.5) / scale
      let first = max(0, min(input - taps, Int((center - radius).rounded(.down))))
      // What lies outside the image counts for the pixel at its edge.
      var row = [Double](repeating: 0, count: taps)
      for position in Int((center - radius).rounded(.down))...Int((center + radius).rounded(.up)) {
        let weight = Self.lanczos((Double(position) + 0.5 - center) / widening)
        row[max(0, min(taps - 1, max(0, min(input - 1, position)) - first))] += weight
      }
      let sum = row.reduce(0, +)
      starts.append(UInt32(first))
      weights.append(contentsOf: row.map { Float($0 / sum) })
    }
  }

  /// sinc(x)·sinc(x/3) within three lobes (Duchon 1979), 0 outside.
  private static func lanczos(_ x: Double) -> Double {
    guard abs(x) < 3 else { return 0 }
    guard abs(x) > 1e-9 else { return 1 }
    let angle = Double.pi * x
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }
}
