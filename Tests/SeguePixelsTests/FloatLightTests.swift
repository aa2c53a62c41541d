import CSegueKernels
import Foundation
import SeguePixels
import SegueTestSupport
import Testing

/// Kernels of floats that mix in linear light: they follow the formulas of the transfer functions.
@Suite struct FloatLightTests {
  /// A transfer function and its formulas in double precision.
  struct Transfer: Sendable, CustomStringConvertible {
    let id: segue_light_curve
    let description: String
    let light: @Sendable (Double) -> Double
    let sample: @Sendable (Double) -> Double
  }

  private static let transfers = [
    Transfer(id: SEGUE_SRGB, description: "sRGB") {
      $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
    } sample: {
      $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055
    },
    Transfer(id: SEGUE_PQ, description: "PQ") {
      let root = pow($0, 32.0 / 2523)
      return pow(max(0, root - 3424.0 / 4096) / (2413.0 / 128 - 2392.0 / 128 * root), 16384.0 / 2610)
    } sample: {
      let root = pow($0, 2610.0 / 16384)
      return pow((3424.0 / 4096 + 2413.0 / 128 * root) / (1 + 2392.0 / 128 * root), 2523.0 / 32)
    },
    Transfer(id: SEGUE_HLG, description: "HLG") {
      $0 <= 0.5 ? $0 * $0 / 3 : (exp(($0 - 0.55991073) / 0.17883277) + 0.28466892) / 12
    } sample: {
      $0 <= 1 / 12.0 ? (3 * $0).squareRoot() : 0.17883277 * log(12 * $0 - 0.28466892) + 0.55991073
    },
  ]

  /// Two rows of premultiplied pixels, and the straight samples and alpha of each.
  private struct Rows {
    var (a, b) = ([Float](), [Float]())
    var straight: [(a: Double, b: Double)] = []
    var alpha: [(a: Double, b: Double)] = []

    init(_ count: Int, opaque: Bool) {
      var random = SeededGenerator(UInt64(count))
      for pixel in 0..<count {
        let alphas = (0..<2).map { _ in opaque ? 1 : Float.random(in: 0.01...1, using: &random) }
        for channel in 0..<4 {
          var colors = (0..<2).map { _ in channel == 3 ? 1 : Float.random(in: 0...1, using: &random) }
          // Some channels are black, or equal in both rows.
          if channel < 3, pixel % 4 == 1 { colors[0] = 0 }
          if channel < 3, pixel % 5 == 2 { colors[1] = colors[0] }
          a.append(colors[0] * alphas[0])
          b.append(colors[1] * alphas[1])
          straight.append((Double(colors[0]), Double(colors[1])))
          alpha.append((Double(alphas[0]), Double(alphas[1])))
        }
      }
    }

    /// Whether samples equal the premultiplied colors of mixed light, and of mixed alpha.
    func match(_ out: [Float], _ transfer: Transfer, _ mix: (Double, Double, Int) -> Double) -> Bool {
      out.indices.allSatisfy { index in
        let (straight, alpha) = (straight[index], alpha[index])
        let total = mix(alpha.a, alpha.b, index / 4)
        if index % 4 == 3 { return abs(Double(out[index]) - total) < 1e-6 }
        let light = mix(
          transfer.light(straight.a) * alpha.a, transfer.light(straight.b) * alpha.b, index / 4)
        return abs(Double(out[index]) - transfer.sample(light / total) * total) < 2e-5
      }
    }
  }

  private func kernels(_ level: SIMDLevel, _ transfer: Transfer) throws -> segue_float_kernels {
    try #require(segue_float_kernels_at(level.cLevel, transfer.id)).pointee
  }

  @Test(arguments: transfers, [true, false]) func mixturesFollowTheFormula(_ transfer: Transfer, opaque: Bool)
    throws
  {
    for level in SIMDLevel.available {
      let table = try kernels(level, transfer)
      for count in [1, 3, 63, 64, 65, 131] {
        let rows = Rows(count, opaque: opaque)
        var out = rows.a
        table.mix(&out, rows.a, rows.b, 0.3, 4 * count)
        #expect(rows.match(out, transfer) { a, b, _ in a * 0.7 + b * 0.3 })
        let turns = (0..<count).map { Float($0 % 8) / 8 }
        table.mix_turns(&out, rows.a, rows.b, turns, 0.5, 2, false, count)
        #expect(
          rows.match(out, transfer) { a, b, pixel in
            let weight = max(0, min(1, (0.5 - Double(pixel % 8) / 8) * 2))
            return a + (b - a) * weight
          })
      }
    }
  }

  @Test(arguments: transfers) func pixelsAreCompositedInLight(_ transfer: Transfer) throws {
    for level in SIMDLevel.available {
      let table = try kernels(level, transfer)
      let rows = Rows(70, opaque: false)
      func over(_ below: Double, _ above: Double, _ covered: Double) -> Double {
        above + below * (1 - covered)
      }
      var out = rows.a
      table.overlay(&out, rows.b, 0.5, 70)
      #expect(
        rows.match(out, transfer) { a, b, pixel in over(a, b / 2, rows.alpha[4 * pixel].b / 2) })
      let behind = Array(rows.a.prefix(4))
      var expected = rows
      for index in rows.a.indices {
        (expected.straight[index].a, expected.alpha[index].a) = (
          rows.straight[index % 4].a, rows.alpha[index % 4].a
        )
      }
      table.over(&out, rows.b, behind, 70)
      #expect(
        expected.match(out, transfer) { a, b, pixel in over(a, b, rows.alpha[4 * pixel].b) })
    }
  }

  @Test(arguments: transfers) func picturesAreResampledInLight(_ transfer: Transfer) throws {
    let count = 140
    let rows = Rows(count, opaque: false)
    for level in SIMDLevel.available {
      let table = try kernels(level, transfer)
      var (sums, out) = (rows.a, rows.a)
      table.resample_down(&sums, rows.a, 0.25, 4 * count, true)
      table.resample_down(&sums, rows.b, 0.75, 4 * count, false)
      // Two taps: the pixel itself, by a weight that depends on the column, and its left neighbor.
      let starts = (0..<count).map { UInt32(max(0, $0 - 1)) }
      let shares = (0..<count).map { Float($0 % 16) / 16 }
      let weights = shares.indices.flatMap { column -> [Float] in
        column == 0 ? [1, 0] : [1 - shares[column], shares[column]]
      }
      table.resample_across(&out, sums, starts, weights, 2, count)
      for index in out.indices {
        let pixel = index / 4
        func vertical(_ index: Int, _ value: (Double) -> Double) -> Double {
          let (straight, alpha) = (rows.straight[index], rows.alpha[index])
          return value(straight.a) * alpha.a * 0.25 + value(straight.b) * alpha.b * 0.75
        }
        func mixed(_ value: (Double) -> Double) -> Double {
          let share = Double(shares[pixel])
          return pixel == 0
            ? vertical(index, value)
            : vertical(index - 4, value) * (1 - share) + vertical(index, value) * share
        }
        let total = mixed { _ in 1 }
        let expected = index % 4 == 3 ? total : transfer.sample(mixed(transfer.light) / total) * total
        #expect(abs(Double(out[index]) - expected) < 2e-5, "\(level), \(index)")
      }
      // Blurs add stored values.
      table.add_weighted(&sums, rows.a, 0.25, 4 * count, true)
      #expect(sums == rows.a.map { $0 * 0.25 })
    }
  }

  @Test(arguments: transfers) func unmixedPixelsKeepTheirBits(_ transfer: Transfer) throws {
    let rows = Rows(67, opaque: false)
    let clear = [Float](repeating: 0, count: 4 * 67)
    for level in SIMDLevel.available {
      let table = try kernels(level, transfer)
      var out = clear
      table.mix(&out, rows.a, rows.a, 0.3, 4 * 67)
      #expect(out == rows.a)
      table.mix_turns(&out, rows.a, rows.b, (0..<67).map { Float($0 % 2) }, 0.5, 9, true, 67)
      #expect(out.indices.allSatisfy { out[$0] == ($0 / 4 % 2 == 0 ? rows.b : rows.a)[$0] })
      out = rows.a
      table.overlay(&out, clear, 0.7, 67)
      #expect(out == rows.a)
      table.over(&out, rows.a, [0, 0, 0, 0], 67)
      #expect(out == rows.a)
    }
  }

  @Test(arguments: transfers) func allLevelsGiveEqualBits(_ transfer: Transfer) throws {
    // Values outside 0…1 come from OpenEXR and from resampling.
    let samples: [Float] = [-2, -0.5, -1e-9, 0, 1e-30, 1e-6, 0.002, 0.04045, 0.5, 1, 1.5, 100, 2, 65504]
    let rows = (0..<4 * 14).map { samples[$0 * 5 % 14] } + Rows(5, opaque: false).a
    let results = try SIMDLevel.available.map { level in
      let table = try kernels(level, transfer)
      var (mixed, sums) = (rows, rows)
      table.mix(&mixed, rows, rows.reversed(), 0.5, rows.count)
      table.resample_down(&sums, rows, 1, rows.count, true)
      return (mixed + sums).map(\.bitPattern)
    }
    for result in results.dropFirst() { #expect(result == results[0]) }
    #expect(results[0].allSatisfy { Float(bitPattern: $0).isFinite })
  }
}
