import SeguePixels

/// A conversion from RGB (0…255) to YCbCr in fixed point: the weights are in units of 1/32768, and each
/// result is rounded once.
struct YCbCr {
  /// The weights of R, G and B for Y.
  let luma: [Int16]
  /// The weights of R, G and B for Cb (`blue`) and for Cr (`red`).
  let blue: [Int16]
  let red: [Int16]
  /// The weights for Cb, followed by the weights for Cr.
  let colors: [Int16]
  /// The offsets added to the weighted sums, in units of 1/32768, including one half for rounding; in full
  /// range, `colorOffset` has one unit less, so that halves are rounded down.
  let lumaOffset: Int32
  let colorOffset: Int32
  /// Whether 4:2:0 chroma is sited halfway between two columns rather than on the left column.
  ///
  /// Vertically, chroma is always sited halfway between two rows.
  let isCentered: Bool

  private init(
    luma: [Int16], blue: [Int16], red: [Int16], lumaOffset: Int32, colorOffset: Int32, isCentered: Bool
  ) {
    (self.luma, self.blue, self.red, colors) = (luma, blue, red, blue + red)
    (self.lumaOffset, self.colorOffset, self.isCentered) = (lumaOffset, colorOffset, isCentered)
  }

  /// Makes the conversion by a color matrix, whose weights are rounded so that grays have neutral chroma and
  /// white has the largest Y'.
  ///
  /// In full range, chroma values halfway between two integers are rounded down, as in `jfif`.
  init(_ matrix: ColorMatrixName, isFullRange: Bool, isCentered: Bool) {
    let (red, blue) = matrix.weights
    let (lumaScale, chromaScale) = isFullRange ? (1.0, 1.0) : (219.0 / 255, 224.0 / 255)
    func fixed(_ value: Double) -> Int16 { Int16((32768 * value).rounded()) }
    let (r, b) = (fixed(red * lumaScale), fixed(blue * lumaScale))
    let white = Int((32768 * lumaScale).rounded())
    let half = fixed(chromaScale / 2)
    let (rb, br) = (fixed(-chromaScale * red / (1 - blue) / 2), fixed(-chromaScale * blue / (1 - red) / 2))
    let rounding: Int32 = isFullRange ? 1 << 14 - 1 : 1 << 14
    self.init(
      luma: [r, Int16(white - Int(r) - Int(b)), b], blue: [rb, -half - rb, half],
      red: [half, -half - br, br],
      lumaOffset: (isFullRange ? 0 : 16 << 15) + 1 << 14, colorOffset: 128 << 15 + rounding,
      isCentered: isCentered)
  }

  /// BT.709 in limited range.
  ///
  ///     Y  =  16 + ( 5983·R + 20127·G +  2032·B) / 32768
  ///     Cb = 128 + (−3298·R − 11094·G + 14392·B) / 32768
  ///     Cr = 128 + (14392·R − 13072·G −  1320·B) / 32768
  ///
  /// Results are rounded to the nearest integer. The weights are those of BT.709 (Kr = 0.2126, Kb = 0.0722),
  /// multiplied by 219/255 for Y and by 224/255 for Cb and Cr, so that white has Y = 235 and grays have
  /// neutral chroma. 4:2:0 chroma is filtered horizontally over columns 2i − 1, 2i and 2i + 1 with the
  /// weights 1:2:1, for siting as in MPEG-2, H.264 and VP9.
  static let bt709Limited = YCbCr(
    luma: [5983, 20127, 2032], blue: [-3298, -11094, 14392], red: [14392, -13072, -1320],
    lumaOffset: 16 << 15 + 1 << 14, colorOffset: 128 << 15 + 1 << 14, isCentered: false)

  /// The conversion of JFIF: BT.601 in full range.
  ///
  ///     Y  =       ( 9798·R + 19235·G +  3735·B) / 32768
  ///     Cb = 128 + (−5529·R − 10855·G + 16384·B) / 32768
  ///     Cr = 128 + (16384·R − 13720·G −  2664·B) / 32768
  ///
  /// Results are rounded to the nearest integer. Chroma values halfway between two integers are rounded down,
  /// so that pure blue and pure red give 255 instead of 256. Horizontally, 4:2:0 chroma is the mean of two
  /// columns.
  static let jfif = YCbCr(
    luma: [9798, 19235, 3735], blue: [-5529, -10855, 16384], red: [16384, -13720, -2664],
    lumaOffset: 1 << 14, colorOffset: 128 << 15 + 1 << 14 - 1, isCentered: true)
}

/// The Y, Cb and Cr planes of a frame, or of a strip of rows.
struct YCbCrPlanes {
  /// The position, size and stride of a plane in `bytes`.
  struct Plane {
    let start: Int
    let size: PixelSize
    /// The distance between rows in bytes.
    let stride: Int

    fileprivate func row(
      _ y: Int, of bytes: UnsafeMutableBufferPointer<UInt8>
    ) -> UnsafeMutableBufferPointer<UInt8> {
      UnsafeMutableBufferPointer(rebasing: bytes[(start + y * stride)...].prefix(stride))
    }
  }

  /// The Y, Cb and Cr planes, in this order.
  let planes: [Plane]
  /// The bytes of the prefix, followed by the planes.
  private(set) var bytes: [UInt8]
  private let conversion: YCbCr
  private let isHalved: Bool

  /// Allocates planes for a frame size.
  ///
  /// The stride of each plane is a multiple of `step` bytes; rows are padded with their last sample. `prefix`
  /// is placed before the first plane.
  init(
    _ conversion: YCbCr, _ chroma: ChromaSubsampling, size: PixelSize, step: Int = 1, prefix: [UInt8] = []
  ) {
    self.conversion = conversion
    isHalved = chroma == .half
    let halved = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
    var end = prefix.count
    planes = [size, isHalved ? halved : size, isHalved ? halved : size].map { size in
      let plane = Plane(start: end, size: size, stride: (size.width + step - 1) / step * step)
      end += plane.stride * size.height
      return plane
    }
    bytes = prefix + Array(repeating: 0, count: end - prefix.count)
  }

  /// The size of the frame.
  var size: PixelSize { planes[0].size }

  /// Calls `body` with the addresses and the strides of all planes.
  func withRows<Result>(_ body: ([UnsafePointer<UInt8>?], [Int]) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      body(planes.map { plane in bytes.baseAddress.map { $0 + plane.start } }, planes.map(\.stride))
    }
  }

  /// Converts a strip of a frame to `count` rows of the planes, from row `first` on; `first` must be even.
  ///
  /// If the strip has fewer rows, its last row is repeated.
  mutating func convert(
    _ rows: BorrowedRows, _ strip: Range<Int>, to first: Int, count: Int, _ kernels: Kernels
  ) {
    let (planes, conversion, isHalved) = (planes, conversion, isHalved)
    bytes.withUnsafeMutableBufferPointer { bytes in
      func source(_ y: Int) -> Int { min(strip.lowerBound + y, strip.upperBound - 1) }
      func convert(_ y: Int, _ plane: Plane, _ weights: [Int16], _ offset: Int32) {
        let row = plane.row(first + y, of: bytes)
        var out = row.mutableSpan
        rows.withRow(source(y)) { kernels.matrix($0, weights: weights, offset: offset, into: &out) }
        row.repeatLast(from: plane.size.width)
      }
      for y in 0..<count {
        convert(y, planes[0], conversion.luma, conversion.lumaOffset)
        guard isHalved else {
          convert(y, planes[1], conversion.blue, conversion.colorOffset)
          convert(y, planes[2], conversion.red, conversion.colorOffset)
          continue
        }
        // Converts chroma now, while both rows are in the L1 cache.
        guard y % 2 == 1 || y == count - 1 else { continue }
        let blue = planes[1].row((first + y) / 2, of: bytes)
        let red = planes[2].row((first + y) / 2, of: bytes)
        var blueOut = blue.mutableSpan
        var redOut = red.mutableSpan
        rows.withRow(source(y & ~1)) { top in
          rows.withRow(source(y)) {
            kernels.matrixHalf(
              top, $0, weights: conversion.colors, offset: conversion.colorOffset,
              centered: conversion.isCentered, into: &blueOut, &redOut)
          }
        }
        blue.repeatLast(from: planes[1].size.width)
        red.repeatLast(from: planes[2].size.width)
      }
    }
  }
}

extension Optional<YCbCrPlanes> {
  /// Takes the planes out of the optional; returns them for reuse if they have the given size, otherwise nil.
  mutating func take(for size: PixelSize) -> YCbCrPlanes? {
    let planes = take()
    return planes?.size == size ? planes : nil
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Fills the bytes from index `count` on with the byte before them.
  fileprivate func repeatLast(from count: Int) {
    if count < self.count { self[count...].update(repeating: self[count - 1]) }
  }
}
