import CSegueKernels
import Foundation
import SeguePixels
import SegueTestSupport
import Testing

/// Kernels that mix in linear light: all levels equal the reference, which follows sRGB's formulas.
extension KernelTests {
  /// Makes pixels that are all opaque, mostly opaque or mostly translucent.
  private func pixels(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = randomPixels(count, &random)
    let clear = Int.random(in: 0...2, using: &random)
    for first in stride(from: 0, to: bytes.count, by: 4)
    where clear == 0 || clear == 1 && .random(in: 0..<40, using: &random) > 0 {
      for channel in 0..<3 { bytes[first + channel] = .random(in: 0...255, using: &random) }
      bytes[first + 3] = 255
    }
    return bytes
  }

  @Test func mixInLight() throws {
    try check(bytesOut: { 4 * $0 }, inLight: true) { table, width, out, random in
      let (a, b) = (pixels(width, &random), pixels(width, &random))
      table.pointee.mix(out, a, b, 4 * width, .random(in: 0...32767, using: &random), false)
    }
  }

  @Test func mixTurnsInLight() throws {
    try check(bytesOut: { 4 * $0 }, inLight: true) { table, width, out, random in
      let (a, b) = (pixels(width, &random), pixels(width, &random))
      let turns = (0..<width).map { _ in Float.random(in: -1...2, using: &random) }
      table.pointee.mix_turns(out, a, b, turns, 0.5, 2, true, width)
    }
  }

  @Test func overlayInLight() throws {
    try check(bytesOut: { 4 * $0 }, inLight: true) { table, width, out, random in
      let (a, b) = (pixels(width, &random), pixels(width, &random))
      for index in b.indices { out[index] = b[index] }
      table.pointee.overlay(out, a, .random(in: 0...1, using: &random), width)
    }
  }

  @Test func overInLight() throws {
    try check(bytesOut: { 4 * $0 }, inLight: true) { table, width, out, random in
      table.pointee.over(out, pixels(width, &random), 0x8040_2010, width)
    }
  }

  @Test func resamplingInLight() throws {
    try check(bytesOut: { 4 * $0 }, alignments: [0, 3], inLight: true) { table, width, out, random in
      let rows = (pixels(width + 2, &random), pixels(width + 2, &random))
      let wide = randomPixels(width + 2, &random).map { UInt16($0) * 257 }
      var sums = [Float](repeating: 0, count: 4 * (width + 2))
      table.pointee.resample_down(&sums, rows.0, 0.75, width + 2, true)
      table.pointee.resample_down(&sums, rows.1, 0.5, width + 2, false)
      table.pointee.resample_down_wide(&sums, wide, -0.25 / 257, width + 2, false)
      let starts = (0..<width).map { UInt32($0) }
      let rounding = (0..<8).map { Bool.random(using: &random) ? Float($0) / 8 : 0.5 }
      let weights = (0..<3 * width).map { [0.5 as Float, 0.625, -0.125][$0 % 3] }
      table.pointee.resample_across(out, sums, starts, weights, 3, rounding, width)
    }
  }

  /// Computes the largest difference, in levels, from a mix of straight colors in linear light by sRGB's
  /// formulas.
  @Test func mixEqualsTheFormulaInLinearLight() throws {
    let table = try #require(segue_linear_kernels_at(SEGUE_REFERENCE))
    var random = SeededGenerator(41)
    var worst = 0.0
    for _ in 0..<400 {
      let (a, b) = (randomPixels(64, &random), randomPixels(64, &random))
      let weight = Int16.random(in: 1...32767, using: &random)
      var out = [UInt8](repeating: 0, count: 256)
      table.pointee.mix(&out, a, b, 256, weight, false)
      let share = Double(weight) / 32768
      for index in out.indices where index % 4 < 3 {
        let alphas = (Double(a[index | 3]), Double(b[index | 3]))
        func light(_ byte: UInt8, _ alpha: Double) -> Double {
          alpha > 0 ? Self.light(of: Double(byte) / alpha) * alpha : 0
        }
        let mixed = light(a[index], alphas.0) * (1 - share) + light(b[index], alphas.1) * share
        let alpha = alphas.0 * (1 - share) + alphas.1 * share
        let exact = alpha > 0 ? Self.number(of: mixed / alpha) * alpha.rounded() : 0
        worst = max(worst, abs(exact - Double(out[index])))
      }
    }
    #expect(worst < 0.55, "\(worst)")
  }

  /// Returns premultiplied linear light and alpha of a pixel, 0…1; a color above its alpha is white.
  private func lights(_ bytes: [UInt8], _ pixel: Int) -> [Double] {
    let alpha = Double(bytes[4 * pixel + 3]) / 255
    let colors = (0..<3).map { channel in
      alpha > 0 ? Self.light(of: min(Double(bytes[4 * pixel + channel]) / 255 / alpha, 1)) * alpha : 0
    }
    return colors + [alpha]
  }

  /// Returns the largest difference between a pixel's bytes and premultiplied linear light, in levels.
  private func distance(_ bytes: [UInt8], _ pixel: Int, from lights: [Double]) -> Double {
    let alpha = min(max(lights[3], 0), 1)
    let byte = Double(bytes[4 * pixel + 3])
    return (0..<3).reduce(abs(byte - 255 * alpha)) { worst, channel in
      let straight = alpha > 0 ? min(max(lights[channel] / alpha, 0), 1) : 0
      return max(worst, abs(Double(bytes[4 * pixel + channel]) - Self.number(of: straight) * byte))
    }
  }

  /// The rows of 150 pixels are longer than the strips that are converted to linear light.
  @Test("Overlay and over composite in linear light") func overIsThatOfLight()
    throws
  {
    let table = try #require(segue_linear_kernels_at(SEGUE_REFERENCE))
    var random = SeededGenerator(42)
    var (overlay, over) = (0.0, 0.0)
    for round in 0..<60 {
      let below = pixels(150, &random)
      // Colors may also exceed their alpha.
      let above = round % 2 == 0 ? pixels(150, &random) : randomBytes(600, &random)
      let opacity = Float.random(in: 0...1, using: &random)
      var out = below
      table.pointee.overlay(&out, above, opacity, 150)
      let color = below[0..<4].enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << (8 * $1.offset) }
      var composed = below
      table.pointee.over(&composed, above, color, 150)
      for x in 0..<150 {
        let (a, b, behind) = (lights(above, x), lights(below, x), lights(below, 0))
        let share = Double(opacity)
        let mixed = zip(a, b).map { $0 * share + $1 * (1 - a[3] * share) }
        overlay = max(overlay, distance(out, x, from: mixed))
        over = max(over, distance(composed, x, from: zip(a, behind).map { $0 + $1 * (1 - a[3]) }))
      }
    }
    #expect(overlay < 0.6 && over < 0.6, "\(overlay), \(over)")
  }

  @Test("Wipes mix in linear light", arguments: [false, true]) func turnsMixLight(isSmooth: Bool) throws {
    let table = try #require(segue_linear_kernels_at(SEGUE_REFERENCE))
    var random = SeededGenerator(43)
    var worst = 0.0
    for _ in 0..<60 {
      let (a, b) = (pixels(150, &random), pixels(150, &random))
      let turns = (0..<150).map { _ in Float.random(in: -1...2, using: &random) }
      var out = [UInt8](repeating: 0, count: 600)
      table.pointee.mix_turns(&out, a, b, turns, 0.5, 1.5, isSmooth, 150)
      for x in 0..<150 {
        let z = min(max((0.5 - Double(turns[x])) * 1.5, 0), 1)
        let share = isSmooth ? z * z * (3 - 2 * z) : z
        let mixed = zip(lights(a, x), lights(b, x)).map { $0 * (1 - share) + $1 * share }
        worst = max(worst, distance(out, x, from: mixed))
      }
    }
    #expect(worst < 0.6, "\(worst)")
  }

  @Test("Resampling of 8-bit and 16-bit samples is in linear light") func resamplingIsThatOfLight() throws {
    let table = try #require(segue_linear_kernels_at(SEGUE_REFERENCE))
    var random = SeededGenerator(44)
    var worst = 0.0
    let halves = [Float](repeating: 0.5, count: 8)
    for _ in 0..<60 {
      let (first, second) = (pixels(152, &random), pixels(152, &random))
      let third = pixels(152, &random)
      var sums = [Float](repeating: 0, count: 4 * 152)
      table.pointee.resample_down(&sums, first, 0.5, 152, true)
      table.pointee.resample_down(&sums, second, 0.25, 152, false)
      table.pointee.resample_down_wide(&sums, third.map { UInt16($0) * 257 }, 0.25 / 257, 152, false)
      var out = [UInt8](repeating: 0, count: 600)
      let weights = (0..<3 * 150).map { [0.5 as Float, 0.375, 0.125][$0 % 3] }
      table.pointee.resample_across(&out, sums, (0..<150).map(UInt32.init), weights, 3, halves, 150)
      for x in 0..<150 {
        var mixed = [0.0, 0, 0, 0]
        for (tap, weight) in [0.5, 0.375, 0.125].enumerated() {
          for (row, share) in [(first, 0.5), (second, 0.25), (third, 0.25)] {
            for (channel, light) in lights(row, x + tap).enumerated() {
              mixed[channel] += light * share * weight
            }
          }
        }
        worst = max(worst, distance(out, x, from: mixed))
      }
    }
    #expect(worst < 0.6, "\(worst)")
  }

  @Test("A weight of 0 leaves the first picture") func weightOfNothing() throws {
    var random = SeededGenerator(45)
    for level in Self.levels + [SEGUE_REFERENCE] {
      let table = try #require(segue_linear_kernels_at(level))
      for _ in 0..<20 {
        let (a, b) = (pixels(150, &random), pixels(150, &random))
        var out = [UInt8](repeating: 9, count: 600)
        table.pointee.mix(&out, a, b, 600, 0, false)
        #expect(out == a, "level \(level.rawValue)")
      }
    }
  }

  /// A mix of three parts of level 4 and one part of level 5 is 4.25, which becomes 5 if 0.9 is added before
  /// truncation, and 4 if 0.5 is added.
  @Test("Each of eight pixels has its own rounding threshold", arguments: [false, true])
  func roundingOfEight(inLight: Bool) throws {
    func row(of level: UInt8) -> [UInt8] { (0..<140).flatMap { _ in [level, level, level, 255] } }
    let weights = [Float](repeating: 1, count: 140)
    for level in Self.levels + [SEGUE_REFERENCE] {
      let table = try #require(inLight ? segue_linear_kernels_at(level) : segue_kernels_at(level))
      var sums = [Float](repeating: 0, count: 560)
      table.pointee.resample_down(&sums, row(of: 4), 0.75, 140, true)
      table.pointee.resample_down(&sums, row(of: 5), 0.25, 140, false)
      for up in 0..<8 {
        let rounding = (0..<8).map { $0 == up ? 0.9 as Float : 0.5 }
        var out = [UInt8](repeating: 9, count: 560)
        table.pointee.resample_across(&out, sums, (0..<140).map(UInt32.init), weights, 1, rounding, 140)
        let isRight = (0..<140).allSatisfy { x in
          out[4 * x] == (x % 8 == up ? 5 : 4) && out[4 * x + 3] == 255
        }
        #expect(isRight, "level \(level.rawValue), pixel \(up)")
      }
    }
  }

  /// Any color of any alpha, mixed with itself, does not change.
  @Test func equalColorsStayEqual() throws {
    let table = try #require(segue_linear_kernels_at(SEGUE_REFERENCE))
    for alpha in UInt8.min...UInt8.max {
      let row = (0...alpha).flatMap { [$0, $0, $0, alpha] }
      var out = row
      table.pointee.mix(&out, row, row, row.count, 12345, false)
      #expect(out == row, "alpha \(alpha)")
      table.pointee.over(&out, row, 0, row.count / 4)
      #expect(out == row, "alpha \(alpha), over nothing")
    }
  }

  private static func light(of number: Double) -> Double {
    number <= 0.04045 ? number / 12.92 : pow((number + 0.055) / 1.055, 2.4)
  }

  private static func number(of light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
