import Glibc

/// How an image meets a frame of another size.
public enum Fit: String, CaseIterable, Sendable {
  /// Fills the frame; what sticks out is cut off evenly on both sides.
  case cover
  /// Shows the whole image; the background shows beside it.
  case contain
  /// Fills the frame exactly; the proportions change.
  case stretch
}

extension Bitmap {
  /// Resamples a bitmap to a frame size.
  ///
  ///     let frame = try photo.fitted(to: PixelSize(width: 1280, height: 720), .contain, background: .black)
  ///
  /// Lanczos of three lobes, widened when shrinking so that nothing aliases, on premultiplied 8-bit values as
  /// stored (gamma-encoded, as ffmpeg and ImageMagick do by default). A bitmap that has the size already, and
  /// no background to be painted on, is returned as it is.
  ///
  /// - Parameters:
  ///   - size: Width and height of the result in pixels.
  ///   - fit: How differing proportions meet.
  ///   - background: Painted behind the image, also through its transparency. nil: nothing, transparent.
  ///   - threads: How many threads share the work; the result does not depend on it.
  /// - Throws: `RenderError` where `size` cannot be a bitmap's.
  public func fitted(
    to size: PixelSize, _ fit: Fit = .cover, background: Pixel? = nil, threads: Int = 1,
    level: SIMDLevel = .preferred
  ) throws(RenderError) -> Bitmap {
    let kernels = Kernels(level)
    let placed = try resampled(to: size, fit, kernels: kernels, threads: threads)
    guard let background else { return placed }
    return try placed.composited(over: background, kernels: kernels, threads: threads)
  }

  /// The bitmap over a color; over an opaque one the result is opaque.
  package func composited(
    over background: Pixel, kernels: Kernels, threads: Int = 1
  ) throws(RenderError) -> Bitmap {
    var result = try Bitmap(uninitialized: size)
    try result.overwrite(threads: threads) { rows in
      for y in rows.rows {
        rows.withRow(y) { out in withRow(y) { kernels.composite($0, over: background, into: &out) } }
      }
    }
    return result
  }

  private func resampled(
    to size: PixelSize, _ fit: Fit, kernels: Kernels, threads: Int
  ) throws(RenderError) -> Bitmap {
    guard size != self.size else { return self }
    guard size.width > 0, size.height > 0 else { throw .invalidSize(size) }
    let across = Double(size.width) / Double(width)
    let down = Double(size.height) / Double(height)
    switch fit {
    case .stretch:
      return try scaled(across: (0, across, size.width), down: (0, down, size.height), kernels, threads)
    case .cover:
      let scale = max(across, down)
      return try scaled(
        across: ((Double(width) - Double(size.width) / scale) / 2, scale, size.width),
        down: ((Double(height) - Double(size.height) / scale) / 2, scale, size.height), kernels, threads)
    case .contain:
      let scale = min(across, down)
      let inner = PixelSize(
        width: min(size.width, max(1, Int((Double(width) * scale).rounded()))),
        height: min(size.height, max(1, Int((Double(height) * scale).rounded()))))
      let image =
        inner == self.size
        ? self
        : try scaled(
          across: (0, Double(inner.width) / Double(width), inner.width),
          down: (0, Double(inner.height) / Double(height), inner.height), kernels, threads)
      guard inner != size else { return image }
      var frame = try Bitmap(size)
      let left = (size.width - inner.width) / 2
      let top = (size.height - inner.height) / 2
      for y in 0..<inner.height {
        frame.withMutableRow(top + y) { out in
          image.withRow(y) { row in for x in 0..<inner.width { out[left + x] = row[x] } }
        }
      }
      return frame
    }
  }

  /// Scales a window of the bitmap: where it starts in pixels, the scale, and the pixels that come out.
  private func scaled(
    across: (start: Double, scale: Double, count: Int), down: (start: Double, scale: Double, count: Int),
    _ kernels: Kernels, _ threads: Int
  ) throws(RenderError) -> Bitmap {
    let columns = ResampleTable(input: width, start: across.start, scale: across.scale, count: across.count)
    let rows = ResampleTable(input: height, start: down.start, scale: down.scale, count: down.count)
    var result = try Bitmap(uninitialized: PixelSize(width: across.count, height: down.count))
    // Down first: the wide sums run over whole rows, and only the rows that remain are resampled across.
    try result.overwrite(threads: threads) { band in
      var sums = [Float](repeating: 0, count: 4 * width)
      for y in band.rows {
        var span = sums.mutableSpan
        for tap in 0..<rows.taps {
          let weight = rows.weights[y * rows.taps + tap]
          if weight == 0 && tap > 0 { continue }
          withRow(Int(rows.starts[y]) + tap) {
            kernels.resampleDown($0, weight: weight, into: &span, first: tap == 0)
          }
        }
        band.withRow(y) { out in
          kernels.resampleAcross(
            span.span, starts: columns.starts, weights: columns.weights, taps: columns.taps,
            into: &out)
        }
      }
    }
    return result
  }
}

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
