import SeguePixels
import SegueRendering

/// What becomes of colors: a look, as `.cube` files and pictures of color tables have it.
///
///     let film = try ColorTable(cube: bytes)
///     let graded = try (photo --> ColorTableFilter(film)).frame()
///     let warm = try ColorTable(.cube(17)) { color in color * [1, 0.95, 0.85] }
///
/// Colors are straight and 0…1, numbers of the table −65504…65504. Between the table's colors it is interpolated; what
/// comes out is clamped to 0…1.
public struct ColorTable: Hashable, Sendable {
  /// How many colors there are, and for what.
  public enum Shape: Hashable, Sendable {
    /// A curve for each channel, of so many points: 2…65536.
    case curves(Int)
    /// A color for each of so many steps of red, green and blue: 2…256.
    case cube(Int)

    /// How many colors there are.
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

  /// How many colors there are, and for what.
  public let shape: Shape
  /// What it is called; empty where nothing says so.
  public let title: String
  /// The color that the first one of the table is for; what is darker is taken for it.
  public let lowest: SIMD3<Float>
  /// The color that the last one of the table is for; what is lighter is taken for it.
  public let highest: SIMD3<Float>
  /// Four a color, the fourth 0: as a kernel reads them.
  let numbers: [Float]

  /// Makes a table of its colors, one after the other; in a cube red goes fastest and blue slowest.
  ///
  /// - Parameters:
  ///   - shape: 2…65536 points of curves, or a cube of 2…256 steps.
  ///   - title: What it is called.
  ///   - lowest: The color that the first one is for; black unless said otherwise.
  ///   - highest: The color that the last one is for; white unless said otherwise.
  ///   - colors: As many as the shape has.
  /// - Throws: `ColorTableError` if a size, a number or how many there are does not fit.
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

  /// Makes a table of a function.
  ///
  ///     let negative = try ColorTable(.curves(2)) { color in 1 - color }
  ///
  /// - Parameters:
  ///   - shape: 2…65536 points of curves, or a cube of 2…256 steps.
  ///   - color: What becomes of a color, which is asked for each of the table's: equal steps from black to white.
  /// - Throws: `ColorTableError` if the size or a number does not fit.
  public init(_ shape: Shape, _ color: (SIMD3<Float>) -> SIMD3<Float>) throws(ColorTableError) {
    // Before memory is taken; the initializer says what is wrong.
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

  /// Takes numbers of an allowed shape, four a color.
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

  /// What numbers may be: those that 16-bit floats have, so that no sum of them is infinite.
  static let numberRange: ClosedRange<Float> = -65504...65504

  /// How far apart the ends of the domain are at least: nearer, places are no numbers any more.
  static let leastDomain: Float = 1e-6

  /// The color of an index; in a cube red goes fastest and blue slowest.
  ///
  /// Traps outside the table, as an array does.
  public subscript(index: Int) -> SIMD3<Float> {
    SIMD3(numbers[4 * index], numbers[4 * index + 1], numbers[4 * index + 2])
  }

  /// Rows whose colors go through the table.
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
