package import SeguePixels

/// The matrix between RGB and Y'CbCr.
package enum ColorMatrixName: String, Hashable, Sendable {
  case bt601
  case bt709
  case bt2020

  /// The weights of red and of blue in Y'.
  ///
  /// - Source: ITU-R BT.601-7, BT.709-6 and BT.2020-2 (non-constant luminance).
  package var weights: (red: Double, blue: Double) {
    switch self {
    case .bt601: (0.299, 0.114)
    case .bt709: (0.2126, 0.0722)
    case .bt2020: (0.2627, 0.0593)
    }
  }
}

/// The layout of planar frames: consecutive planes of Y', Cb and Cr; samples of more than 8 bits are
/// little-endian words.
package struct PlanarLayout: Hashable, Sendable {
  /// The size of a frame in pixels.
  package var size: PixelSize
  /// The resolution of Cb and Cr.
  package var chroma: ChromaSubsampling
  /// The matrix between the samples and RGB.
  package var matrix: ColorMatrixName
  /// Whether 8-bit samples use 0…255, rather than 16…235 for Y' and 16…240 for Cb and Cr.
  package var isFullRange: Bool

  /// The bits of a sample: 8 or 10.
  package var bits: Int
  /// ffmpeg's name of the HDR transfer function; nil for SDR.
  package var hdrTransfer: String?

  /// Makes a layout.
  package init(
    size: PixelSize, chroma: ChromaSubsampling = .half, matrix: ColorMatrixName = .bt709,
    isFullRange: Bool = false, bits: Int = 8, hdrTransfer: String? = nil
  ) {
    (self.size, self.chroma, self.matrix, self.isFullRange) = (size, chroma, matrix, isFullRange)
    (self.bits, self.hdrTransfer) = (bits, hdrTransfer)
  }

  /// The size of the planes of Cb and Cr.
  package var chromaSize: PixelSize {
    chroma == .full
      ? size : PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
  }

  /// The number of bytes of a frame.
  package var byteCount: Int { sampleCount * (bits > 8 ? 2 : 1) }

  /// The number of samples of a frame.
  package var sampleCount: Int { size.width * size.height + 2 * chromaSize.width * chromaSize.height }

  /// Returns the index ranges, in the samples of a frame, of row `y` of Y' and of the matching rows of Cb and
  /// Cr.
  func line(_ y: Int) -> (luma: Range<Int>, blue: Range<Int>, red: Range<Int>) {
    let half = chromaSize
    func part(_ start: Int, _ count: Int) -> Range<Int> { start..<start + count }
    let first = size.width * size.height + (chroma == .half ? y / 2 : y) * half.width
    return (
      part(y * size.width, size.width), part(first, half.width),
      part(first + half.width * half.height, half.width)
    )
  }

  /// ffmpeg's name of the pixel format.
  package var pixelFormat: String { "yuv\(chroma.rawValue)p" + (bits > 8 ? "\(bits)le" : "") }

  /// The weights and offsets with which `FloatKernels` convert Y'CbCr to RGB.
  var toFloats: [Float] {
    let (red, blue) = matrix.weights
    let green = 1 - red - blue
    let (luma, chroma) = ranges
    return [
      1 / luma, offset, 2 * (1 - red) / chroma, -2 * (1 - blue) * blue / green / chroma,
      -2 * (1 - red) * red / green / chroma, 2 * (1 - blue) / chroma, Double(1 << (bits - 1)),
    ].map { Float($0) }
  }

  /// The weights and the offset with which `FloatKernels` convert RGB to Y'.
  var toLuma: [Float] {
    let (red, blue) = matrix.weights
    return [red * ranges.luma, (1 - red - blue) * ranges.luma, blue * ranges.luma, offset].map { Float($0) }
  }

  /// The weights and the common offset with which `FloatKernels` convert RGB to Cb and Cr: the weights for
  /// Cb, the weights for Cr, the offset.
  var toChroma: [Float] {
    let (red, blue) = matrix.weights
    let green = 1 - red - blue
    let (toBlue, toRed) = (ranges.chroma / 2 / (1 - blue), ranges.chroma / 2 / (1 - red))
    return [
      -red * toBlue, -green * toBlue, (1 - blue) * toBlue, (1 - red) * toRed, -green * toRed, -blue * toRed,
      Double(1 << (bits - 1)),
    ].map { Float($0) }
  }

  /// The largest value that a sample can have.
  var largest: Float { Float(1 << bits - 1) }

  /// The differences between the Y' values of white and black, and between the maximum and minimum of Cb.
  private var ranges: (luma: Double, chroma: Double) {
    let scale = Double(1 << (bits - 8))
    return isFullRange ? (Double(1 << bits - 1), Double(1 << bits - 1)) : (219 * scale, 224 * scale)
  }

  private var offset: Double { isFullRange ? 0 : Double(16 << (bits - 8)) }

  /// The weights, and the offset of Y', with which `Kernels.colors` converts Y'CbCr to RGB.
  var toColors: [Int32] {
    let (red, blue) = matrix.weights
    let green = 1 - red - blue
    let luma = isFullRange ? 1 : 255.0 / 219
    let chroma = isFullRange ? 1 : 255.0 / 224
    func fixed(_ value: Double) -> Int32 { Int32((65536 * value).rounded()) }
    return [
      fixed(luma), isFullRange ? 0 : 16, fixed(2 * (1 - red) * chroma),
      fixed(-2 * (1 - blue) * blue / green * chroma), fixed(-2 * (1 - red) * red / green * chroma),
      fixed(2 * (1 - blue) * chroma),
    ]
  }

  /// The conversion from RGB, in which 4:2:0 chroma is the mean of two columns and two rows.
  ///
  /// So chroma that was repeated for 2 × 2 pixels in the conversion to RGB keeps its value.
  var fromColors: YCbCr { YCbCr(matrix, isFullRange: isFullRange, isCentered: true) }
}
