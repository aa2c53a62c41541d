/// A row of 1920 pixels, and other data that kernels read and write.
///
/// The data stays in the L1 or L2 cache, so that the kernel is measured and not the memory.
final class Row {
  static let width = 1920
  /// The side of a pixellation block, and the width to which Lanczos reduces a row, in pixels.
  static let block = 16
  static let shrunk = 640
  static let taps = 19
  static let rounding = [Float](repeating: 0.5, count: 8)
  /// Two rows of a color matrix.
  static let matrix: [Int16] = [-3298, -11094, 14392, 14392, -13072, -1320]
  /// The weights from BT.709 in limited range to RGB.
  static let colors: [Int32] = [76309, 16, 117489, -13975, -34925, 138438]

  let out = bytes { _ in 0 }
  /// Two rows of opaque pixels.
  let a = bytes { UInt8(truncatingIfNeeded: $0 % 4 == 3 ? 255 : $0 &* 37) }
  let b = bytes { UInt8(truncatingIfNeeded: $0 % 4 == 3 ? 255 : $0 &* 91) }
  /// Pixels with any alpha; each color is at most alpha.
  let clear = bytes { $0 % 4 == 3 ? UInt8(truncatingIfNeeded: $0 / 4) : UInt8($0 / 4 % 256 / ($0 % 4 + 1)) }
  let sums = array(4 * width) { UInt32($0 % 4096) }
  let floats = array(4 * width) { Float($0 % 256) }
  let ends = array(width / block) { UInt32(($0 + 1) * block) }
  let left = array(width / block) { UInt32($0 * block + block / 2) }
  /// Filters with the same weights.
  let filters = array(width / block) { segue_tap_filter(start: UInt32($0 * block + block / 2), weights: 0) }
  let weights = array(shrunk * taps) { _ in Float(1) / Float(taps) }
  /// A 3D color table with 33 points along each side.
  let points = array(4 * 33 * 33 * 33) { Float($0 % 251) / 250 }
  let starts = array(shrunk) { UInt32(min(3 * $0, width - taps)) }

  /// Pointers to the rows around a row, and rows of numbers with padding at both ends.
  let rows: UnsafeMutablePointer<UnsafePointer<UInt8>?>
  let numberRows: UnsafeMutablePointer<UnsafePointer<Float>?>
  let words = array(4 * (width + 64)) { Int16($0 % 255 << 6) }
  let used = array(4 * (width + 64)) { UInt8(truncatingIfNeeded: $0 &* 53) }
  let shorts = array(4 * (width + 64)) { UInt16($0 % 2048) }
  let more = array(4 * (width + 64)) { UInt32($0 % 4096) }
  /// A Gaussian kernel of radius 6, in 1/32768.
  static let smoothing: [Int16] = [6536, 5768, 3964, 2122, 884, 287, 91]
  static let convolution: [Float] = [0.1, 0.2, -0.1, 0.3, 0.4, 0.1, -0.2, 0.1, 0.1]
  static let shortConvolution: [Int16] = [1638, 3277, -1638, 4915, 6554, 1638, -3277, 1638, 1638]
  static let differences = (-255...255).map { Int16($0 / 2) }
  static let table = (0..<768).map { UInt8(truncatingIfNeeded: 255 - $0) }
  static let colorMatrix: [Int16] = [
    2939, 5770, 1121, 0, 2449, 4809, 934, 0, 1960, 3847, 747, 0, 0, 0, 0, 8192,
  ]

  init() {
    let (a, b, floats) = (a, b, floats)
    rows = Self.array(16) { $0 % 2 == 0 ? UnsafePointer(a) : UnsafePointer(b) }
    numberRows = Self.array(4) { _ in UnsafePointer(floats) }
  }

  /// Allocates memory that is aligned to a cache line, as rows are, and is never freed.
  private static func array<Element>(
    _ count: Int, _ element: (Int) -> Element
  ) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<Element>.stride + 64, alignment: 64
    ).bindMemory(to: Element.self, capacity: count)
    for index in 0..<count { (memory + index).initialize(to: element(index)) }
    return memory
  }

  private static func bytes(_ byte: (Int) -> UInt8) -> UnsafeMutablePointer<UInt8> { array(4 * width, byte) }
}
