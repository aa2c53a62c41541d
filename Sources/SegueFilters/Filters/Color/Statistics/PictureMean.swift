import SeguePixels
import SegueRendering

/// The mean of a picture's pixels: red, green, blue and alpha, premultiplied, 0…1.
typealias PictureMean = SIMD4<Double>

extension PictureMean {
  /// Computes the mean of a picture's pixels or, if `isDeep`, of its samples with more than 8 bits.
  init(of picture: Bitmap, _ kernels: Kernels, isDeep: Bool = false) {
    if isDeep, let deep = picture.deep {
      self.init(of: deep, kernels.floats)
      return
    }
    var columns = [UInt32](repeating: 0, count: 4 * picture.width)
    var total = Self.zero
    for y in 0..<picture.height {
      var span = columns.mutableSpan
      picture.withRow(y) { kernels.add($0, to: &span) }
      // 32 bits hold the sum of 16 million rows of bytes.
      guard y == picture.height - 1 || y % (1 << 24) == (1 << 24) - 1 else { continue }
      for x in 0..<picture.width {
        for channel in 0..<4 { total[channel] += Double(columns[4 * x + channel]) }
      }
      for index in columns.indices { columns[index] = 0 }
    }
    self = total / (Double(picture.width) * Double(picture.height) * 255)
  }

  /// Computes the mean of a picture with more than 8 bits.
  private init(of picture: DeepStorage, _ kernels: FloatKernels) {
    let (width, height) = (picture.size.width, picture.size.height)
    var columns = [Double](repeating: 0, count: 4 * width)
    var row = [Pixel](repeating: .clear, count: 4 * width)
    for y in 0..<height {
      var floats = row.mutableSpan
      picture.readFloats(y, 0..<width, into: &floats, kernels)
      var sums = columns.mutableSpan
      kernels.add(row.span, to: &sums)
    }
    var total = Self.zero
    for x in 0..<width { for channel in 0..<4 { total[channel] += columns[4 * x + channel] } }
    self = total / (Double(width) * Double(height))
  }
}

/// Returns the luminance of a color, with GPUImage's weights.
func luminance(of color: SIMD4<Double>) -> Double { (color * [0.2125, 0.7154, 0.0721, 0]).sum() }
