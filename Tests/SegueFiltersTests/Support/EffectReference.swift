import SeguePixels
import SegueRendering

/// The result of a filter or blend of the catalog, in Double, derived independently of its shader.
struct EffectReference: Sendable {
  /// The color at a place: straight alpha, bounded afterwards.
  typealias Formula = @Sendable (Probe) -> SIMD4<Double>

  let name: String
  /// Where the catalog's parameters begin; all that are numbers.
  let defaults: [String: Numbers]
  /// Values to try beside these.
  var others: [[String: Numbers]] = []
  /// Values that change no byte.
  var identity: [String: Numbers]?
  /// Whether an opaque picture may become transparent.
  var changesAlpha = false
  let formula: Formula

  init(
    _ name: String, _ defaults: [String: Numbers] = [:], others: [[String: Numbers]] = [],
    identity: [String: Numbers]? = nil, changesAlpha: Bool = false, _ formula: @escaping Formula
  ) {
    self.name = name
    self.defaults = defaults
    self.others = others
    self.identity = identity
    self.changesAlpha = changesAlpha
    self.formula = formula
  }

  /// A blend of straight colors, which counts as far as both pictures are there.
  static func blend(
    _ name: String,
    _ mix: @escaping @Sendable (_ base: SIMD3<Double>, _ overlay: SIMD3<Double>) -> SIMD3<Double>
  ) -> EffectReference {
    EffectReference(name) { at in
      let mixed = mix(at.color.rgb, at.overlay.rgb).clamped(lowerBound: .zero, upperBound: .one)
      return composited(mixed, at.color, at.overlay)
    }
  }
}

/// One number or several, as a parameter takes them.
struct Numbers: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, Sendable {
  let values: [Double]
  init(floatLiteral value: Double) { values = [value] }
  init(integerLiteral value: Int) { values = [Double(value)] }
  init(arrayLiteral elements: Double...) { values = elements }
}

/// The inputs of a reference at one position: the position, the pictures, the parameters.
///
/// Records the least distance from a discontinuity of the formula, where rounding decides.
final class Probe {
  let uv: SIMD2<Double>
  let size: SIMD2<Double>
  private let place: (x: Int, y: Int)
  private let pictures: [Texels]
  private let values: [String: Numbers]
  /// The least distance from a step.
  private(set) var nearestStep = Double.infinity

  init(_ x: Int, _ y: Int, _ pictures: [Texels], _ values: [String: Numbers]) {
    place = (x, y)
    self.pictures = pictures
    self.values = values
    size = SIMD2(Double(pictures[0].width), Double(pictures[0].height))
    uv = SIMD2(Double(x) + 0.5, Double(y) + 0.5) / size
  }

  /// Height over width.
  var aspect: Double { size.y / size.x }
  /// The pixel's own color, straight.
  var color: SIMD4<Double> { straight(pictures[0][place.x, place.y]) }
  /// That of the second picture.
  var overlay: SIMD4<Double> { straight(pictures[1][place.x, place.y]) }

  // MARK: Parameters

  subscript(_ name: String) -> Double { values[name]?.values.first ?? .nan }
  func vector2(_ name: String) -> SIMD2<Double> { SIMD2(values[name]?.values ?? []) }
  func vector3(_ name: String) -> SIMD3<Double> { SIMD3(values[name]?.values ?? []) }
  func vector4(_ name: String) -> SIMD4<Double> { SIMD4(values[name]?.values ?? []) }
  func flag(_ name: String) -> Bool { self[name] != 0 }

  // MARK: Pictures

  /// The pixel so many to the right and below, straight; beyond the edge is the edge.
  func neighbor(_ dx: Int, _ dy: Int) -> SIMD4<Double> {
    straight(pictures[0].clamped(place.x + dx, place.y + dy))
  }

  /// So many pixels to the right, or as far as there are some.
  func clampedShift(_ dx: Int) -> Int { min(max(place.x + dx, 0), pictures[0].width - 1) - place.x }

  /// Between four pixels, premultiplied while they are mixed.
  func read(_ uv: SIMD2<Double>) -> SIMD4<Double> { straight(premultiplied(uv)) }
  func premultiplied(_ uv: SIMD2<Double>) -> SIMD4<Double> {
    let (color, step) = pictures[0].premultiplied(at: uv)
    // A float knows a position to about a thousandth of these parts.
    nearestStep = min(nearestStep, step / 10)
    return color
  }

  // MARK: Steps

  /// Where 1 begins at `edge`.
  func step(_ edge: Double, _ x: Double) -> Double { isLess(x, edge) ? 0 : 1 }
  func isLess(_ a: Double, _ b: Double) -> Bool {
    nearestStep = min(nearestStep, abs(a - b))
    return a < b
  }
  func floor(_ x: Double) -> Double {
    nearestStep = min(nearestStep, abs(x - x.rounded()))
    return x.rounded(.down)
  }
  func mod(_ x: Double, _ y: Double) -> Double { x - y * floor(x / y) }
}

/// A picture's pixels, premultiplied, 0…1.
struct Texels {
  let width: Int
  let height: Int
  private let pixels: [SIMD4<Double>]

  init(_ bitmap: Bitmap) {
    (width, height) = (bitmap.width, bitmap.height)
    pixels = (0..<bitmap.height).flatMap { y in
      (0..<bitmap.width).map { x in
        let pixel = bitmap[x, y]
        return SIMD4(Double(pixel.red), Double(pixel.green), Double(pixel.blue), Double(pixel.alpha)) / 255
      }
    }
  }

  subscript(x: Int, y: Int) -> SIMD4<Double> { pixels[y * width + x] }
  func clamped(_ x: Int, _ y: Int) -> SIMD4<Double> {
    self[min(max(x, 0), width - 1), min(max(y, 0), height - 1)]
  }

  /// Positions count 256ths of a pixel, as with graphics hardware; `nearestStep` is how near rounding was to the other one.
  func premultiplied(at uv: SIMD2<Double>) -> (color: SIMD4<Double>, nearestStep: Double) {
    let place = (uv * SIMD2(Double(width), Double(height)) - 0.5).clamped(
      lowerBound: .zero, upperBound: SIMD2(Double(width - 1), Double(height - 1)))
    let parts = place * 256
    let rounded = (parts + 0.5).rounded(.down)
    let away = parts - rounded
    let step = 0.5 - max(abs(away.x), abs(away.y))
    let corner = (rounded / 256).rounded(.down)
    let (x, y) = (Int(corner.x), Int(corner.y))
    let part = rounded / 256 - corner
    let above = mix(clamped(x, y), clamped(x + 1, y), part.x)
    return (mix(above, mix(clamped(x, y + 1), clamped(x + 1, y + 1), part.x), part.y), step)
  }
}

// MARK: Arithmetic

func straight(_ color: SIMD4<Double>) -> SIMD4<Double> {
  color.w > 0 ? SIMD4(color.rgb / color.w, color.w) : .zero
}

/// W3C, Compositing and Blending Level 1: the mixed color where both pictures are, each alone where the other is not.
func composited(_ mixed: SIMD3<Double>, _ base: SIMD4<Double>, _ overlay: SIMD4<Double>) -> SIMD4<Double> {
  let alpha = overlay.w + base.w * (1 - overlay.w)
  let source = (1 - base.w) * overlay.rgb + base.w * mixed
  let premultiplied = overlay.w * source + (1 - overlay.w) * base.w * base.rgb
  return straight(SIMD4(premultiplied, alpha))
}

func mix(_ a: Double, _ b: Double, _ share: Double) -> Double { a * (1 - share) + b * share }
func mix<Vector: SIMD<Double>>(_ a: Vector, _ b: Vector, _ share: Double) -> Vector {
  a * (1 - share) + b * share
}
func dot<Vector: SIMD<Double>>(_ a: Vector, _ b: Vector) -> Double { (a * b).sum() }
func length<Vector: SIMD<Double>>(_ vector: Vector) -> Double { dot(vector, vector).squareRoot() }
func clamp(_ x: Double, _ low: Double = 0, _ high: Double = 1) -> Double { min(max(x, low), high) }
func smoothstep(_ low: Double, _ high: Double, _ x: Double) -> Double {
  let share = clamp((x - low) / (high - low))
  return share * share * (3 - 2 * share)
}
/// How light a color is, as most of GPUImage's filters weigh it.
func luminance(_ color: SIMD3<Double>) -> Double { dot(color, SIMD3(0.2125, 0.7154, 0.0721)) }
func gray(_ value: Double, _ alpha: Double = 1) -> SIMD4<Double> { SIMD4(value, value, value, alpha) }

extension SIMD4<Double> {
  var rgb: SIMD3<Double> { SIMD3(x, y, z) }
  /// A color with its own alpha and other components.
  func with(_ rgb: SIMD3<Double>) -> SIMD4 { SIMD4(rgb, w) }
}

extension SIMD3<Double> {
  func map(_ change: (Double) -> Double) -> SIMD3 { SIMD3(change(x), change(y), change(z)) }
}
