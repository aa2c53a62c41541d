import SeguePlatform

/// One axis of a resampling: the number of input pixels, the start of the window in input pixels, the scale
/// (output pixels for each input pixel), and the number of output pixels.
struct ResampleAxis: Sendable {
  let input: Int
  let start: Double
  let scale: Double
  let count: Int

  /// The maximum number of weights in a table: 4 MiB of floats.
  ///
  /// Common pictures need some ten thousand weights; without a limit, a picture of 50 million columns would
  /// need 1.2 GB.
  static let maxWeights = 1 << 20

  /// The radius of the filter in input pixels.
  fileprivate var radius: Double { 3 * max(1, 1 / scale) }
  /// The number of input pixels that contribute to an output pixel.
  var taps: Int { min(input, Int((2 * radius).rounded(.up)) + 1) }

  /// Splits a range of output pixels into parts whose tables have at most `maxWeights` weights.
  func parts(of outputs: Range<Int>) -> [Range<Int>] {
    let most = max(1, Self.maxWeights / taps)
    return stride(from: outputs.lowerBound, to: outputs.upperBound, by: most).map {
      $0..<min($0 + most, outputs.upperBound)
    }
  }
}

/// The weights of a Lanczos filter with three lobes, for a range of output pixels.
struct ResampleTable: Sendable {
  /// The range of output pixels for which the table has weights.
  let outputs: Range<Int>
  /// The range of input pixels that contribute to `outputs`.
  private(set) var inputs = 0..<0
  /// The first contributing input pixel of each output pixel, relative to `inputs`.
  private(set) var starts: [UInt32] = []
  /// The weights: `taps` weights for each output pixel, which sum to 1.
  private(set) var weights: [Float] = []
  /// The number of weights for each output pixel.
  let taps: Int

  init(_ axis: ResampleAxis, _ outputs: Range<Int>) {
    let (input, start, scale) = (axis.input, axis.start, axis.scale)
    self.outputs = outputs
    let widening = max(1, 1 / scale)
    let radius = axis.radius
    taps = axis.taps
    starts.reserveCapacity(outputs.count)
    weights.reserveCapacity(outputs.count * taps)
    var row = [Double](repeating: 0, count: taps)
    // The difference of the angle πx/3 between adjacent input pixels, for a recurrence that computes the sine
    // of this angle. Calling `sin` for every pixel of a picture of 100 million columns took 40 s.
    let step = Double.pi / (3 * widening)
    let (stepSine, stepCosine) = (sin(step), cos(step))
    for i in outputs {
      let center = start + (Double(i) + 0.5) / scale
      let lowest = Int((center - radius).rounded(.down))
      let first = max(0, min(input - taps, lowest))
      for tap in row.indices { row[tap] = 0 }
      var (sine, cosine) = (0.0, 1.0)
      // Adds the weights of positions outside the picture to the weight of the nearest edge pixel.
      for position in lowest...Int((center + radius).rounded(.up)) {
        let x = (Double(position) + 0.5 - center) / widening
        // Restarts the recurrence, so that rounding errors do not accumulate.
        if (position - lowest) % 32 == 0 { (sine, cosine) = (sin(Double.pi * x / 3), cos(Double.pi * x / 3)) }
        let tap = max(0, min(taps - 1, max(0, min(input - 1, position)) - first))
        row[tap] += Self.lanczos(x, sineOfThird: sine)
        (sine, cosine) = (sine * stepCosine + cosine * stepSine, cosine * stepCosine - sine * stepSine)
      }
      let sum = row.reduce(0, +)
      // `starts` is sorted, so the range of inputs ends at the end of the last filter.
      inputs = (i == outputs.lowerBound ? first : inputs.lowerBound)..<first + taps
      starts.append(UInt32(first - inputs.lowerBound))
      for weight in row { weights.append(Float(weight / sum)) }
    }
  }

  /// Returns the Lanczos kernel sinc(x)·sinc(x/3) for |x| < 3, else 0 (Duchon 1979), given the sine of πx/3.
  private static func lanczos(_ x: Double, sineOfThird sine: Double) -> Double {
    guard abs(x) < 3 else { return 0 }
    guard abs(x) > 1e-9 else { return 1 }
    let angle = Double.pi * x
    // Computes sin(πx) by the triple-angle formula.
    let whole = sine * (3 - 4 * sine * sine)
    return 3 * whole * sine / (angle * angle)
  }
}
