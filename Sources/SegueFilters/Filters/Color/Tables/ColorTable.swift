import SeguePixels
import SegueRendering

/// A color lookup table, as in `.cube` files and HaldCLUT pictures.
///
///     let film = try ColorTable(cube: bytes)
///     let graded = try (photo --> ColorTableFilter(film)).frame()
///     let warm = try ColorTable(.cube(17)) { color in color * [1, 0.95, 0.85] }
///
/// Colors are straight, 0…1; numbers of the table are −65504…65504. Colors between the entries are
/// interpolated, and the result is clamped to 0…1.
public struct ColorTable: Hashable, Sendable {
  /// The dimension and size of a table.
  public enum Shape: Hashable, Sendable {
    /// A curve for each channel, with 2…65536 points.
    case curves(Int)
    /// A 3D table, with 2…256 steps of red, green and blue.
    case cube(Int)

    /// The number of colors in the table.
    public var count: Int {
      switch self {
      case .curves(let count): count
      case .cube(let size): size * size * size
      }
    }

    var isAllowed: Bool {
      switch self {
      case .curves(let count): (2...65536).contains(count)
      case .cube(let size): (2...256).contains(size)
      }
    }
  }

  /// The dimension and size of the table.
  public let shape: Shape
  /// The title of the table; empty if the table has no title.
  public let title: String
  /// The input color of the first entry; darker colors are clamped.
  public let lowest: SIMD3<Float>
  /// The input color of the last entry; lighter colors are clamped.
  public let highest: SIMD3<Float>
  /// Four floats a color, in the layout that kernels read; the fourth float is 0.
  let numbers: [Float]

  /// Makes a table from colors in order; in a cube, red varies fastest and blue slowest.
  ///
  /// - Parameters:
  ///   - shape: 2…65536 points of curves, or a cube of 2…256 steps.
  ///   - title: The title.
  ///   - lowest: The input color of the first entry; the default is black.
  ///   - highest: The input color of the last entry; the default is white.
  ///   - colors: The colors; their number must be `shape.count`.
  /// - Throws: `ColorTableError` if a size, a number or the count is invalid.
  public init(
    _ shape: Shape, title: String = "", lowest: SIMD3<Float> = .zero, highest: SIMD3<Float> = .one,
    colors: [SIMD3<Float>]
  ) throws(ColorTableError) {
    guard shape.isAllowed else {
      throw ColorTableError("curves have 2…65536 points and a cube 2…256 steps; these are \(shape)")
    }
    guard colors.count == shape.count else {
      throw ColorTableError("\(shape.count) colors are needed, not \(colors.count)")
    }
    var numbers: [Float] = []
    numbers.reserveCapacity(4 * colors.count)
    for color in colors { numbers += [color.x, color.y, color.z, 0] }
    try self.init(shape, title, lowest, highest, numbers: numbers)
  }

  /// Makes a table from a function.
  ///
  ///     let negative = try ColorTable(.curves(2)) { color in 1 - color }
  ///
  /// - Parameters:
  ///   - shape: 2…65536 points of curves, or a cube of 2…256 steps.
  ///   - color: The function, called for each entry: equal steps from black to white.
  /// - Throws: `ColorTableError` if the size or a number is invalid.
  public init(_ shape: Shape, _ color: (SIMD3<Float>) -> SIMD3<Float>) throws(ColorTableError) {
    // Checks the shape before memory is allocated; `init` throws the error for an invalid shape.
    let colors: [SIMD3<Float>] =
      switch shape {
      case _ where !shape.isAllowed: []
      case .curves(let count): (0..<count).map { color(SIMD3(repeating: Float($0) / Float(count - 1))) }
      case .cube(let size):
        (0..<shape.count).map { index in
          color(
            SIMD3(Float(index % size), Float(index / size % size), Float(index / size / size))
              / Float(size - 1))
        }
      }
    try self.init(shape, colors: colors)
  }

  /// Makes a table from numbers, four for each color; the shape must be valid.
  init(
    _ shape: Shape, _ title: String = "", _ lowest: SIMD3<Float> = .zero, _ highest: SIMD3<Float> = .one,
    numbers: [Float]
  ) throws(ColorTableError) {
    guard numbers.allSatisfy(Self.numberRange.contains) else {
      throw ColorTableError("a number is out of −65504…65504")
    }
    guard
      (0..<3).allSatisfy({ channel in
        Self.numberRange.contains(lowest[channel]) && Self.numberRange.contains(highest[channel])
          && highest[channel] - lowest[channel] >= Self.leastDomain
      })
    else { throw ColorTableError("the domain ends at \(highest), which is not above its start, \(lowest)") }
    self.shape = shape
    self.title = title
    self.lowest = lowest
    self.highest = highest
    self.numbers = numbers
  }

  /// The range of numbers, which is the range of 16-bit floats, so that sums are finite.
  static let numberRange: ClosedRange<Float> = -65504...65504

  /// The minimum extent of the input domain; with a smaller extent, positions might not be finite.
  static let leastDomain: Float = 1e-6

  /// The color at an index; in a cube, red varies fastest and blue slowest.
  ///
  /// Traps outside the table.
  public subscript(index: Int) -> SIMD3<Float> {
    SIMD3(numbers[4 * index], numbers[4 * index + 1], numbers[4 * index + 2])
  }

  /// Makes rows whose colors are mapped through the table.
  func rows(
    of input: any RowSource, _ interpolation: ColorTableFilter.Interpolation = .trilinear, intensity: Double
  ) -> any RowSource {
    let intensity = intensity.within(0...1)
    guard intensity > 0 else { return input }
    switch shape {
    case .curves(let count):
      return ChannelRows(input: input) { channel, value in
        value + (curve(channel, of: count, at: value) - value) * intensity
      }
    case .cube(let size):
      let scale = Float(size - 1) / (highest - lowest)
      return GridRows(
        input: input, grid: ColorGrid(size: size, points: numbers, scale: scale, offset: -lowest * scale),
        intensity: Float(intensity), isTetrahedral: interpolation == .tetrahedral)
    }
  }

  private func curve(_ channel: Int, of count: Int, at value: Double) -> Double {
    let (low, high) = (Double(lowest[channel]), Double(highest[channel]))
    let place = ((value - low) / (high - low) * Double(count - 1)).within(0...Double(count - 1))
    let first = min(Int(place), count - 2)
    let (a, b) = (Double(numbers[4 * first + channel]), Double(numbers[4 * first + 4 + channel]))
    return a + (b - a) * (place - Double(first))
  }
}
