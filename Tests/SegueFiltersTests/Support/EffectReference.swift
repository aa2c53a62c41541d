import SeguePixels
import SegueRendering

/// Result of a filter or blend of the catalog in Double, derived independently of its shader.
struct EffectReference: Sendable {
  /// Computes the straight color at a position, which is clamped afterwards.
  typealias Formula = @Sendable (Probe) -> SIMD4<Double>

  let name: String
  /// Defaults of all numeric parameters.
  let defaults: [String: Numbers]
  /// Further values to try.
  var others: [[String: Numbers]] = []
  /// Values with which no byte changes.
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

  /// A blend of straight colors, composited by the alphas of both pictures.
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

/// One or several numbers of a parameter.
struct Numbers: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, Sendable {
  let values: [Double]
  init(floatLiteral value: Double) { values = [value] }
  init(integerLiteral value: Int) { values = [Double(value)] }
  init(arrayLiteral elements: Double...) { values = elements }
}

/// Inputs of a reference formula at one pixel: position, pictures, parameters.
///
/// Records the smallest distance from a discontinuity of the formula, where rounding decides.
final class Probe {
  let uv: SIMD2<Double>
  let size: SIMD2<Double>
  private let place: (x: Int, y: Int)
  private let pictures: [Texels]
  private let values: [String: Numbers]
  /// Smallest distance from a discontinuity.
  private(set) var nearestStep = Double.infinity

  init(_ x: Int, _ y: Int, _ pictures: [Texels], _ values: [String: Numbers]) {
    place = (x, y)
    self.pictures = pictures
    self.values = values
    size = SIMD2(Double(pictures[0].width), Double(pictures[0].height))
    uv = SIMD2(Double(x) + 0.5, Double(y) + 0.5) / size
  }

  /// Height divided by width.
  var aspect: Double { size.y / size.x }
  /// Straight color of this pixel.
  var color: SIMD4<Double> { straight(pictures[0][place.x, place.y]) }
  /// Straight color of this pixel in the second picture.
  var overlay: SIMD4<Double> { straight(pictures[1][place.x, place.y]) }

  // MARK: Parameters

  subscript(_ name: String) -> Double { values[name]?.values.first ?? .nan }
  func vector2(_ name: String) -> SIMD2<Double> { SIMD2(values[name]?.values ?? []) }
  func vector3(_ name: String) -> SIMD3<Double> { SIMD3(values[name]?.values ?? []) }
  func vector4(_ name: String) -> SIMD4<Double> { SIMD4(values[name]?.values ?? []) }
  func flag(_ name: String) -> Bool { self[name] != 0 }

  // MARK: Pictures

  /// Straight color of the pixel at an offset, clamped to the edge.
  func neighbor(_ dx: Int, _ dy: Int) -> SIMD4<Double> {
    straight(pictures[0].clamped(place.x + dx, place.y + dy))
  }

  /// Limits an offset to the right so that the pixel is in the picture.
  func clampedShift(_ dx: Int) -> Int { min(max(place.x + dx, 0), pictures[0].width - 1) - place.x }

  /// Bilinear sample, interpolated with premultiplied colors.
  func read(_ uv: SIMD2<Double>) -> SIMD4<Double> { straight(premultiplied(uv)) }
  func premultiplied(_ uv: SIMD2<Double>) -> SIMD4<Double> {
    let (color, step) = pictures[0].premultiplied(at: uv)
    // The error of a position in float is about a thousandth of 1/256 pixel.
    nearestStep = min(nearestStep, step / 10)
    return color
  }

  // MARK: Discontinuities

  /// 0 below `edge`, else 1.
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

/// Premultiplied pixels of a picture, 0…1.
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

  /// Bilinear sample at a position rounded to 1/256 pixel, as in graphics hardware.
  ///
  /// `nearestStep` is the distance from the nearest position that rounds differently, in units of 1/256
  /// pixel.
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

/// Composites as in W3C, Compositing and Blending Level 1: the mixed color where both pictures are opaque.
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
/// Luminance with the weights of most GPUImage filters.
func luminance(_ color: SIMD3<Double>) -> Double { dot(color, SIMD3(0.2125, 0.7154, 0.0721)) }
func gray(_ value: Double, _ alpha: Double = 1) -> SIMD4<Double> { SIMD4(value, value, value, alpha) }

extension SIMD4<Double> {
  var rgb: SIMD3<Double> { SIMD3(x, y, z) }
  /// Replaces the color and keeps alpha.
  func with(_ rgb: SIMD3<Double>) -> SIMD4 { SIMD4(rgb, w) }
}

extension SIMD3<Double> {
  func map(_ change: (Double) -> Double) -> SIMD3 { SIMD3(change(x), change(y), change(z)) }
}
