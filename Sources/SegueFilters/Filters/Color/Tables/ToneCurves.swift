import SegueRendering

/// Tone curves, given by points: one curve for each channel, and a common curve that is applied to the
/// results.
///
///     let curves = try ToneCurves(acv: bytes)
///     var faded = ToneCurves()
///     faded.rgb = [[0, 0.1], [0.5, 0.55], [1, 0.9]]
///
/// Points are (input, output), 0…1, in any order.
public struct ToneCurves: Hashable, Sendable {
  /// The common curve, applied after the curve of a channel.
  public var rgb = Self.straight
  /// The curve of red.
  public var red = Self.straight
  /// The curve of green.
  public var green = Self.straight
  /// The curve of blue.
  public var blue = Self.straight

  private static let straight: [SIMD2<Double>] = [[0, 0], [0.5, 0.5], [1, 1]]

  /// Makes curves that change nothing.
  public init() {}

  /// Parses Photoshop's file of curves (.acv): the composite curve, then the curves of red, green and blue,
  /// if present.
  ///
  /// - Parameter bytes: The whole file; data after the curves is ignored.
  /// - Throws: `ColorTableError` if the file is not in this format.
  /// - Source: Adobe Photoshop File Formats Specification, Curves.
  public init(acv bytes: [UInt8]) throws(ColorTableError) {
    var reader = CurveReader(bytes: bytes)
    let version = try reader.number()
    guard version == 1 || version == 4 else {
      throw ColorTableError("not a file of curves: its version is \(version), where an .acv file has 1 or 4")
    }
    let count = try reader.number()
    guard (1...64).contains(count) else {
      throw ColorTableError("an .acv file has 1…64 curves, not \(count)")
    }
    var curves: [[SIMD2<Double>]] = []
    // Ignores further curves, which are for other channels.
    for index in 1...min(count, 4) { curves.append(try reader.curve(index)) }
    rgb = curves[0]
    if curves.count > 1 { red = curves[1] }
    if curves.count > 2 { green = curves[2] }
    if curves.count > 3 { blue = curves[3] }
  }
}

/// A reader of .acv files, which consist of big-endian 16-bit numbers.
private struct CurveReader {
  let bytes: [UInt8]
  private var next = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func number() throws(ColorTableError) -> Int {
    guard next + 2 <= bytes.count else {
      throw ColorTableError("an .acv file that is cut short, behind \(counted(bytes.count, "byte"))")
    }
    defer { next += 2 }
    return Int(bytes[next]) << 8 | Int(bytes[next + 1])
  }

  mutating func curve(_ index: Int) throws(ColorTableError) -> [SIMD2<Double>] {
    let count = try number()
    guard (2...19).contains(count) else {
      throw ColorTableError("curve \(index) has \(counted(count, "point")), not 2…19")
    }
    var points: [SIMD2<Double>] = []
    for _ in 0..<count {
      let (output, input) = (try number(), try number())
      guard input <= 255, output <= 255 else {
        throw ColorTableError("curve \(index) has the point (\(input), \(output)), which is out of 0…255")
      }
      points.append(SIMD2(Double(input), Double(output)) / 255)
    }
    points.sort { $0.x < $1.x }
    guard zip(points, points.dropFirst()).allSatisfy({ $0.x < $1.x }) else {
      throw ColorTableError("curve \(index) has two points of the same input")
    }
    return points
  }
}

/// A natural cubic spline: its second derivative is 0 at the ends.
struct Spline: Sendable {
  /// The points, sorted by x, without duplicates.
  private let points: [SIMD2<Double>]
  private let second: [Double]

  /// Makes a spline through points; of several points with equal x, the first is used.
  ///
  /// With fewer than two points, the spline is the identity.
  init(_ given: [SIMD2<Double>]) {
    var points: [SIMD2<Double>] = []
    for point in given.filter({ $0.x.isFinite && $0.y.isFinite }).sorted(by: { $0.x < $1.x }) {
      if points.last.map({ $0.x < point.x }) ?? true { points.append(point) }
    }
    self.points = points.count < 2 ? [[0, 0], [1, 1]] : points
    second = Self.secondDerivatives(self.points)
  }

  /// Returns the second derivatives at the points, by solving the tridiagonal system for continuous first
  /// derivatives.
  private static func secondDerivatives(_ points: [SIMD2<Double>]) -> [Double] {
    var result = [Double](repeating: 0, count: points.count)
    guard points.count > 2 else { return result }
    var shares = [0.0]
    for i in 1..<points.count - 1 {
      let (before, after) = (points[i] - points[i - 1], points[i + 1] - points[i])
      let bend = 6 * (after.y / after.x - before.y / before.x)
      let pivot = 2 * (before.x + after.x) - before.x * shares[i - 1]
      shares.append(after.x / pivot)
      result[i] = (bend - before.x * result[i - 1]) / pivot
    }
    for i in (1..<points.count - 1).reversed() { result[i] -= shares[i] * result[i + 1] }
    return result
  }

  /// Returns the curve's value at x, clamped to 0…1: 0 before the first point, 1 after the last point.
  func callAsFunction(_ x: Double) -> Double {
    guard x >= points[0].x else { return 0 }
    guard let end = points.indices.dropFirst().first(where: { x <= points[$0].x }) else { return 1 }
    let (a, b) = (points[end - 1], points[end])
    let step = b.x - a.x
    let right = (x - a.x) / step
    let left = 1 - right
    let bent =
      (left * left * left - left) * second[end - 1] + (right * right * right - right) * second[end]
    return (left * a.y + right * b.y + step * step / 6 * bent).within(0...1)
  }
}
