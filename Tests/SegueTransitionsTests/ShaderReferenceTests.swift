import Foundation
import SeguePixels
import SegueRendering
import SegueTestSupport
import SegueTransitions
import Testing

/// Compares shaders of the catalog with formulas in Double, with default and other parameters.
@Suite struct ShaderReferenceTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let reference: TransitionReference
    let values: [String: [Double]]
    var testDescription: String { "\(reference.name) \(values.sorted { $0.key < $1.key })" }
  }

  static let cases = TransitionReference.all.flatMap { reference in
    ([[:]] + reference.others).map { Case(reference: reference, values: $0) }
  }

  @Test func everyShaderHasAReference() {
    #expect(Set(BuiltInShaderTests.own) == Set(TransitionReference.all.map(\.name)))
  }

  @Test(arguments: TransitionReference.all.indices) func parametersHaveTheirDefaults(index: Int) throws {
    let reference = TransitionReference.all[index]
    let parameters = try Catalog.transitions.named(reference.name).parameters
    #expect(Set(parameters.map(\.name)) == Set(reference.defaults.keys))
    for parameter in parameters {
      let stated = parameter.defaultValue.split(separator: ",").compactMap { Double($0) }
      #expect(stated == reference.defaults[parameter.name], "\(parameter.name)")
    }
  }

  @Test(arguments: cases) func framesEqualTheFormula(_ test: Case) throws {
    let size = PixelSize(width: 97, height: 61)
    let (from, to) = (try waves(size, 0), try waves(size, 2))
    let (first, second) = (SmoothPicture(from), SmoothPicture(to))
    let values = test.values.map { (key: $0, value: $1.map { "\($0)" }.joined(separator: ",")) }
    let chain = try Catalog.transitions.named(test.reference.name).make(values).chain(.present)
    let all = test.reference.defaults.merging(test.values) { $1 }
    for progress in [0.15, 0.4, 0.5, 0.62, 0.85] {
      let frame = try chain.frame(from: from, to: to, at: progress)
      var wrong = 0
      var example = ""
      for y in 0..<size.height {
        for x in 0..<size.width {
          let place = SIMD2(
            (Double(x) + 0.5) / Double(size.width), 1 - (Double(y) + 0.5) / Double(size.height))
          let at = TransitionPlace(
            uv: place, progress: progress, ratio: Double(size.width) / Double(size.height), from: first,
            to: second, values: all)
          let expected = test.reference.formula(at).clamped(lowerBound: .zero, upperBound: .one) * 255
          let pixel = frame[x, y]
          let given = SIMD4(
            Double(pixel.red), Double(pixel.green), Double(pixel.blue), Double(pixel.alpha))
          let difference = expected - given
          guard max(difference.max(), -difference.min()) > 1 else { continue }
          if wrong == 0 { example = "(\(x), \(y)): \(given), not \(expected)" }
          wrong += 1
        }
      }
      // At a hard edge, the last bit of a float decides.
      #expect(wrong <= test.reference.edges, "\(progress): \(wrong) pixels, such as \(example)")
    }
  }

  /// Waves of color and alpha, which hide the rounding of positions to fractions of a pixel.
  private func waves(_ size: PixelSize, _ phase: Double) throws -> Bitmap {
    var bitmap = try Bitmap(size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (u, v) = (Double(x) / Double(size.width), Double(y) / Double(size.height))
        let alpha = 0.8 + 0.2 * sin(3 * u + 4 * v + phase)
        func byte(_ angle: Double) -> UInt8 { UInt8(255 * alpha * (0.5 + 0.45 * sin(angle + phase))) }
        bitmap[x, y] = Pixel(
          red: byte(7 * u), green: byte(5 * v + 1), blue: byte(4 * (u + v) + 2), alpha: UInt8(255 * alpha))
      }
    }
    return bitmap
  }
}

/// A picture in Double, sampled bilinearly: u from the left, v from the bottom, clamped to the edge.
struct SmoothPicture: Sendable {
  private let size: PixelSize
  private let pixels: [SIMD4<Double>]

  init(_ bitmap: Bitmap) {
    size = bitmap.size
    pixels = (0..<bitmap.height).flatMap { y in
      (0..<bitmap.width).map { x in
        let pixel = bitmap[x, y]
        return SIMD4(Double(pixel.red), Double(pixel.green), Double(pixel.blue), Double(pixel.alpha)) / 255
      }
    }
  }

  func callAsFunction(_ uv: SIMD2<Double>) -> SIMD4<Double> {
    let x = min(max(uv.x * Double(size.width) - 0.5, 0), Double(size.width - 1))
    let y = min(max((1 - uv.y) * Double(size.height) - 0.5, 0), Double(size.height - 1))
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(left + 1, size.width - 1), min(top + 1, size.height - 1))
    func pixel(_ x: Int, _ y: Int) -> SIMD4<Double> { pixels[y * size.width + x] }
    let above = mixed(pixel(left, top), pixel(right, top), x - Double(left))
    return mixed(above, mixed(pixel(left, bottom), pixel(right, bottom), x - Double(left)), y - Double(top))
  }
}
