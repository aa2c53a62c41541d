import Glibc

/// One axis of a resampling: the pixels that go in, where the window starts in them, the scale, and the pixels that
/// come out.
struct ResampleAxis: Sendable {
  let input: Int
  let start: Double
  let scale: Double
  let count: Int

  /// The most weights that are held at once: 4 MB of them.
  ///
  /// Usual pictures need some ten thousand; a picture of 50 million columns would need 1.2 GB.
  static let mostWeights = 1 << 20

  /// How far beyond the center of an output pixel its input pixels go, in input pixels.
  fileprivate var radius: Double { 3 * max(1, 1 / scale) }
  /// Input pixels an output pixel.
  var taps: Int { min(input, Int((2 * radius).rounded(.up)) + 1) }

  /// Some of the output pixels, in parts whose weights can be held at once.
  func parts(of outputs: Range<Int>) -> [Range<Int>] {
    let most = max(1, Self.mostWeights / taps)
    return stride(from: outputs.lowerBound, to: outputs.upperBound, by: most).map {
      $0..<min($0 + most, outputs.upperBound)
    }
  }
}

/// Which input pixels make an output pixel, and how much of each: Lanczos, three lobes.
struct ResampleTable: Sendable {
  /// The output pixels that it is of.
  let outputs: Range<Int>
  /// The input pixels that they are made of.
  private(set) var inputs = 0..<0
  /// The first input pixel of each output pixel, counted from the first of `inputs`.
  private(set) var starts: [UInt32] = []
  /// `taps` weights an output pixel, summing to 1.
  private(set) var weights: [Float] = []
  /// Input pixels an output pixel.
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
    // A third of the angle from one input pixel to the next: a sine of each, of 100 million columns, took 40 s.
    let step = Double.pi / (3 * widening)
    let (stepSine, stepCosine) = (sin(step), cos(step))
    for i in outputs {
      let center = start + (Double(i) + 0.5) / scale
      let lowest = Int((center - radius).rounded(.down))
      let first = max(0, min(input - taps, lowest))
      for tap in row.indices { row[tap] = 0 }
      var (sine, cosine) = (0.0, 1.0)
      // What lies outside the image counts for the pixel at its edge.
      for position in lowest...Int((center + radius).rounded(.up)) {
        let x = (Double(position) + 0.5 - center) / widening
        // Rounding does not add up over more than these.
        if (position - lowest) % 32 == 0 { (sine, cosine) = (sin(Double.pi * x / 3), cos(Double.pi * x / 3)) }
        let tap = max(0, min(taps - 1, max(0, min(input - 1, position)) - first))
        row[tap] += Self.lanczos(x, sineOfThird: sine)
        (sine, cosine) = (sine * stepCosine + cosine * stepSine, cosine * stepCosine - sine * stepSine)
      }
      let sum = row.reduce(0, +)
      // They rise from one output pixel to the next.
      inputs = (i == outputs.lowerBound ? first : inputs.lowerBound)..<first + taps
      starts.append(UInt32(first - inputs.lowerBound))
      for weight in row { weights.append(Float(weight / sum)) }
    }
  }

  /// sinc(x)·sinc(x/3) within three lobes (Duchon 1979), 0 outside, by the sine of πx/3.
  private static func lanczos(_ x: Double, sineOfThird sine: Double) -> Double {
    guard abs(x) < 3 else { return 0 }
    guard abs(x) > 1e-9 else { return 1 }
    let angle = Double.pi * x
    // That of three times the angle.
    let whole = sine * (3 - 4 * sine * sine)
    return 3 * whole * sine / (angle * angle)
  }
}
