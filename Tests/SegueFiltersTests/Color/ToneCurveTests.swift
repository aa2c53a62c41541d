import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares tone curves with splines solved by Gaussian elimination.
@Suite struct ToneCurveTests {
  /// A natural cubic spline of pieces a + bt + ct² + dt³, with t relative to the start of a piece.
  ///
  /// The coefficients solve the equations of the spline by Gaussian elimination.
  private struct Pieces {
    let points: [SIMD2<Double>]
    let coefficients: [Double]

    init(_ points: [SIMD2<Double>]) {
      self.points = points
      let count = points.count - 1
      var rows: [[Double]] = []
      func add(_ terms: [(Int, Double)], _ value: Double) {
        var row = [Double](repeating: 0, count: 4 * count + 1)
        for (index, factor) in terms { row[index] += factor }
        row[4 * count] = value
        rows.append(row)
      }
      for i in 0..<count {
        let h = points[i + 1].x - points[i].x
        add([(4 * i, 1)], points[i].y)
        add([(4 * i, 1), (4 * i + 1, h), (4 * i + 2, h * h), (4 * i + 3, h * h * h)], points[i + 1].y)
        guard i + 1 < count else { continue }
        add([(4 * i + 1, 1), (4 * i + 2, 2 * h), (4 * i + 3, 3 * h * h), (4 * i + 5, -1)], 0)
        add([(4 * i + 2, 2), (4 * i + 3, 6 * h), (4 * i + 6, -2)], 0)
      }
      let h = points[count].x - points[count - 1].x
      add([(2, 2)], 0)
      add([(4 * count - 2, 2), (4 * count - 1, 6 * h)], 0)
      coefficients = Self.solved(rows)
    }

    private static func solved(_ given: [[Double]]) -> [Double] {
      var rows = given
      for column in rows.indices {
        let pivot = (column..<rows.count).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
        rows.swapAt(column, pivot)
        for other in rows.indices where other != column {
          let factor = rows[other][column] / rows[column][column]
          for k in column...rows.count { rows[other][k] -= factor * rows[column][k] }
        }
      }
      return rows.indices.map { rows[$0][rows.count] / rows[$0][$0] }
    }

    func callAsFunction(_ x: Double) -> Double {
      if x < points[0].x { return 0 }
      guard let piece = (1..<points.count).first(where: { x <= points[$0].x }) else { return 1 }
      let t = x - points[piece - 1].x
      let c = coefficients[4 * (piece - 1)..<4 * piece]
      let y = c.reversed().reduce(0) { $0 * t + $1 }
      return min(max(y, 0), 1)
    }
  }

  private static let sets: [[SIMD2<Double>]] = [
    [[0, 0], [1, 1]], [[0, 1], [1, 0]], [[0, 0.1], [0.5, 0.6], [1, 0.9]],
    [[0.25, 0], [0.5, 0.7], [0.8, 0.75]],
    [[0, 0], [0.1, 0.9], [0.2, 0.1], [0.9, 0.95], [1, 0.2]], [[0.3, 0.4], [0.31, 0.8]],
    (0...18).map { [Double($0) / 18, Double($0 * 7 % 19) / 18] },
  ]

  private func largestDifference(
    _ frame: Bitmap, _ picture: Bitmap, _ formula: (_ channel: Int, Double) -> Double
  ) -> Double {
    var largest = 0.0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let (pixel, result) = (picture[x, y], frame[x, y])
        let alpha = Double(pixel.alpha)
        if result.alpha != pixel.alpha { return 255 }
        for (channel, (byte, given)) in zip(
          [pixel.red, pixel.green, pixel.blue], [result.red, result.green, result.blue]
        ).enumerated() {
          let expected = alpha == 0 ? 0 : formula(channel, Double(byte) / alpha) * alpha
          largest = max(largest, abs(Double(given) - expected))
        }
      }
    }
    return largest
  }

  @Test(arguments: sets.indices, [false, true]) func curvesEqualNaturalSplines(index: Int, opaque: Bool)
    throws
  {
    let points = Self.sets[index]
    let spline = Pieces(points)
    let picture = try Bitmap.noise(300, 60, seed: 5, opaque: opaque)
    var curves = ToneCurves()
    curves.rgb = points
    let frame = try (picture --> ToneCurve(curves)).frame()
    #expect(largestDifference(frame, picture) { spline($1) } < 0.5001)
  }

  @Test(arguments: [false, true]) func curvesOfChannelsAreAppliedFirst(opaque: Bool) throws {
    var curves = ToneCurves()
    (curves.red, curves.green, curves.blue, curves.rgb) = (
      Self.sets[1], Self.sets[2], Self.sets[3], Self.sets[4]
    )
    let own = [curves.red, curves.green, curves.blue].map(Pieces.init)
    let rgb = Pieces(curves.rgb)
    let picture = try Bitmap.noise(300, 60, seed: 6, opaque: opaque)
    let frame = try (picture --> ToneCurve(curves)).frame()
    #expect(largestDifference(frame, picture) { rgb(own[$0]($1)) } < 0.5001)
  }

  @Test func straightCurvesChangeNoByte() throws {
    for picture in try testPictures() {
      #expect(try (picture --> ToneCurve()).frame() == picture)
      let text = "0,0,0.3,0.3,0.31,0.31,1,1"
      let filter = try Catalog.filters.make("tone-curve", ["rgb": text, "red": "0,0,1,1", "green": text])
      #expect(try (picture --> filter).frame() == picture)
    }
  }

  /// Unsorted, duplicate, invalid and missing points still give a curve.
  @Test func unsortedAndInvalidPointsAreAccepted() throws {
    let picture = try testPictures()[0]
    var (sorted, shuffled, empty) = (ToneCurves(), ToneCurves(), ToneCurves())
    sorted.rgb = [[0, 0.2], [0.4, 0.3], [1, 0.9]]
    shuffled.rgb = [[1, 0.9], [0, 0.2], [.nan, 0], [0.4, 0.3], [0.4, 0.8]]
    (empty.rgb, empty.red) = ([], [[0.5, 0.5]])
    #expect(try (picture --> ToneCurve(shuffled)).frame() == (picture --> ToneCurve(sorted)).frame())
    #expect(try (picture --> ToneCurve(empty)).frame() == picture)
  }

  @Test(arguments: [
    "", "0", "0,0", "0,0,1", "0,0,1,1,1", "0,0,0,1", "1,1,0,0", "0,0,1,2", "-0.1,0,1,1", "0,0,nan,1",
    "0,0,a,1", "0,0,,1",
  ]) func pointsAreChecked(text: String) throws {
    #expect(throws: ParameterError.self) { try Catalog.filters.make("tone-curve", ["red": text]) }
  }

  // MARK: .acv

  private func acv(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { [UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
  }

  /// Points of a file have the output before the input.
  @Test(arguments: [1, 4]) func filesOfCurves(version: Int) throws {
    let curves: [[(Int, Int)]] = [
      [(0, 0), (178, 128), (255, 255)], [(0, 51), (255, 255)], [(255, 0), (0, 255)], [(10, 0), (240, 255)],
    ]
    let bytes = acv([version, 4] + curves.flatMap { [$0.count] + $0.flatMap { [$0.0, $0.1] } })
    let read = try ToneCurves(acv: bytes)
    for (points, expected) in [
      (read.rgb, [[0, 0], [128, 178], [255, 255]]), (read.red, [[51, 0], [255, 255]]),
      (read.green, [[0, 255], [255, 0]]), (read.blue, [[0, 10], [255, 240]]),
    ] as [([SIMD2<Double>], [SIMD2<Double>])] { #expect(points == expected.map { $0 / 255 }) }
    // A fifth curve, and the data that newer versions append, are ignored.
    let fifth =
      acv([version, 5]) + bytes.dropFirst(4) + acv([2, 0, 0, 255, 255]) + [0x43, 0x72, 0x76, 0x20]
    #expect(try ToneCurves(acv: fifth) == read)
    let alone = try ToneCurves(acv: acv([version, 1, 2, 255, 255, 0, 51]))
    #expect(alone.rgb == read.red && alone.red == ToneCurves().red)

    let picture = try testPictures()[0]
    let item = try Catalog.filters.named("tone-curve")
    let file = ParameterFile("faded.acv", bytes: bytes)
    let frame = try (picture --> item.make([], files: [("file", file)])).frame()
    #expect(try frame == (picture --> ToneCurve(read)).frame())
    #expect(frame != picture)
    var mixed = read
    mixed.green = [[0, 0], [1, 1]]
    let other = try item.make([("green", "0,0,1,1")], files: [("file", file)])
    #expect(try (picture --> other).frame() == (picture --> ToneCurve(mixed)).frame())
  }

  /// Files may have the smallest and largest numbers of points and curves, and points in any order.
  @Test(arguments: [2, 3, 16, 19], [1, 3, 64]) func filesMayHaveAnyAllowedNumberOfPoints(
    count: Int, curves: Int
  ) throws {
    let points = (0..<count).map { index in (index * 255 / (count - 1), 255 - index * 7) }
    let curve = [count] + points.reversed().flatMap { [$0.1, $0.0] }
    let read = try ToneCurves(acv: acv([4, curves] + Array(repeating: curve, count: curves).flatMap(\.self)))
    let expected = points.map { SIMD2(Double($0.0), Double($0.1)) / 255 }
    #expect(read.rgb == expected && read.blue == (curves > 3 ? expected : ToneCurves().blue))
  }

  @Test func damagedFilesOfCurves() throws {
    let sound = [4, 2, 2, 0, 0, 255, 255, 3, 0, 0, 90, 80, 255, 255]
    let bytes = acv(sound)
    for count in 0..<bytes.count {
      let error = #expect(throws: ColorTableError.self) { try ToneCurves(acv: Array(bytes.prefix(count))) }
      #expect(
        error?.description.contains("cut short, behind \(count) \(count == 1 ? "byte" : "bytes")") == true)
    }
    for (numbers, words) in [
      ([2, 1], "version is 2"), ([4, 0], "1…64 curves, not 0"), ([4, 65], "not 65"),
      ([4, 1, 1, 0, 0], "1 point, not 2…19"),
      ([4, 1, 20], "20 points"), ([4, 1, 2, 256, 0, 0, 0], "out of 0…255"),
      ([4, 1, 2, 0, 0, 9, 300], "(300, 9)"),
      ([4, 1, 2, 0, 7, 9, 7], "same input"),
    ] {
      let error = #expect(throws: ColorTableError.self) { try ToneCurves(acv: acv(numbers)) }
      #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
    var random = SeededGenerator(4)
    for _ in 0..<5000 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      if let curves = try? ToneCurves(acv: damaged) {
        #expect((curves.rgb + curves.red).allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
      }
    }
  }
}
