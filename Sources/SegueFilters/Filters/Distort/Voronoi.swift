// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

/// Divides the picture into Voronoi cells: every pixel has the color of the nearest point.
///
///     let glass = try (photo --> Voronoi(cells: 2000)).frame()
///
/// Points are pseudorandom by a seed, or the light pixels of another picture. Ties between points are
/// resolved deterministically.
///
/// - Cost: the whole picture is rendered once; the distances cost about as much as a median filter.
/// - Source: GPUImageJFAVoronoiFilter and GPUImageVoronoiConsumerFilter, which are exact but for a few
///   pixels.
public struct Voronoi: Filter {
  /// The number of points.
  public var cells = 1000
  /// The seed of pseudorandom points.
  public var seed = 0
  /// A picture of points, stretched to the size of the input: each pixel with a channel of at least 128 is a
  /// point; nil for pseudorandom points.
  public var points: Bitmap?

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes a filter with a number of cells.
  public init(cells: Int, seed: Int = 0) {
    self.cells = cells
    self.seed = seed
  }

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let (cells, seed, points) = (cells, seed, points)
    return MeasuredRows(
      input,
      { picture, _, _ in
        (
          picture,
          NearestPoints(
            points.map { Self.light(in: $0, picture.size) } ?? Self.drawn(cells, seed, picture.size),
            picture.size)
        )
      }
    ) { _, measured in CellRows(picture: measured.0, points: measured.1) }
  }

  /// Uniformly distributed points by SplitMix64.
  private static func drawn(_ count: Int, _ seed: Int, _ size: PixelSize) -> [(x: Int, y: Int)] {
    var state = UInt64(bitPattern: Int64(seed))
    func number(below limit: Int) -> Int {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return Int((z ^ (z >> 31)).multipliedFullWidth(by: UInt64(limit)).high)
    }
    return (0..<max(1, count)).map { _ in (number(below: size.width), number(below: size.height)) }
  }

  /// The light pixels of a picture, scaled to a size.
  private static func light(in points: Bitmap, _ size: PixelSize) -> [(x: Int, y: Int)] {
    (0..<points.height).flatMap { y in
      (0..<points.width).compactMap { x in
        let pixel = points[x, y]
        guard max(pixel.red, pixel.green, pixel.blue) >= 128 else { return nil }
        return (
          (2 * x + 1) * size.width / (2 * points.width), (2 * y + 1) * size.height / (2 * points.height)
        )
      }
    }
  }
}

extension Voronoi: SelfDescribing {
  public static let name = "voronoi"
  public static let aliases = ["jfa-voronoi", "voronoi-consumer"]
  public static let summary = "Cells of one color each, as of stained glass."
  public static let source: String? = "GPUImageJFAVoronoiFilter, GPUImageVoronoiConsumerFilter"
  public static let parameters: [NamedParameter<Voronoi>] = [
    .integer("cells", \.cells, in: 1...1_000_000, "Number of cells."),
    .integer("seed", \.seed, in: 0...1_000_000_000, "Seed of the random positions."),
    .picture(
      "points", \.points, "A picture whose light pixels are the middles of the cells, in place of drawn ones."
    ),
  ]
}

/// The nearest of some points for each pixel.
private struct NearestPoints: Sendable {
  let size: PixelSize
  /// The row of the nearest point in the same column, by row and column; a far value for none.
  private var rows: [Int32]

  private static let none = Int32(1) << 28

  init(_ points: [(x: Int, y: Int)], _ size: PixelSize) {
    self.size = size
    let width = size.width
    rows = Array(repeating: Self.none, count: width * size.height)
    for (x, y) in points { rows[y * width + x] = Int32(y) }
    // The downward pass finds the nearest point above each row; the upward pass replaces it by a nearer point
    // below.
    for y in 1..<max(1, size.height) {
      for x in 0..<width where rows[y * width + x] == Self.none {
        rows[y * width + x] = rows[(y - 1) * width + x]
      }
    }
    for y in stride(from: size.height - 2, through: 0, by: -1) {
      for x in 0..<width {
        let (own, below) = (rows[y * width + x], rows[(y + 1) * width + x])
        if below != Self.none && abs(below - Int32(y)) < abs(own - Int32(y)) { rows[y * width + x] = below }
      }
    }
  }

  /// The nearest points for the pixels of a row; requires at least one point.
  ///
  /// - Source: Felzenszwalb and Huttenlocher, Distance Transforms of Sampled Functions: the lower envelope of
  ///   parabolas over the columns.
  func nearest(y: Int) -> [(x: Int, y: Int)] {
    let width = size.width
    func height(_ x: Int) -> Double {
      let distance = Double(rows[y * width + x]) - Double(y)
      return distance * distance
    }
    var lowest: [(column: Int, start: Double)] = []
    for x in 0..<width where rows[y * width + x] != Self.none {
      var start = -Double.infinity
      while let last = lowest.last {
        let (p, q) = (Double(last.column), Double(x))
        start = (height(x) + q * q - height(last.column) - p * p) / (2 * (q - p))
        guard start <= last.start else { break }
        lowest.removeLast()
        start = -Double.infinity
      }
      lowest.append((x, start))
    }
    var result: [(x: Int, y: Int)] = []
    result.reserveCapacity(width)
    var index = 0
    for x in 0..<width {
      while index + 1 < lowest.count, lowest[index + 1].start < Double(x) { index += 1 }
      let column = lowest.isEmpty ? 0 : lowest[index].column
      result.append((column, lowest.isEmpty ? 0 : Int(rows[y * width + column])))
    }
    return result
  }
}

/// Rows in which each pixel has the color of the nearest point.
private struct CellRows: FloatSource {
  let picture: Bitmap
  let points: NearestPoints
  /// The number of `Pixel`s in memory for one pixel of the picture: 4 for rows of floats.
  var words = 1

  var inputs: [any RowSource] { [picture] }

  var inFloats: any RowSource {
    let (whole, points) = (WholeInput(picture.floats), points)
    return MadeRows(of: [whole.rows], size: whole.rows.size) { (context) throws(RenderError) in
      CellRows(picture: try whole.bitmap(context), points: points, words: 4)
    }
  }

  func makeReader(_ context: RenderContext) -> any RowReader { Reader(self) }

  private final class Reader: RowReader {
    private let rows: CellRows

    init(_ rows: CellRows) { self.rows = rows }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
      let words = rows.words
      for (x, point) in rows.points.nearest(y: y).enumerated() {
        for word in 0..<words { row[words * x + word] = rows.picture[words * point.x + word, point.y] }
      }
    }
  }
}
