import CSegueKernels
import Foundation
import SegueTestSupport
import Testing

/// Tests instructions that read and write pictures, at every level: compares results with bilinear
/// interpolation in double, at the bounds of memory and past the end of a row.
@Suite struct LaneKernelsFetchTests {
  static let levels = LaneKernelsTests.levels + [SEGUE_REFERENCE]

  private static let sizes = [
    (1, 1), (1, 7), (9, 1), (2, 2), (3, 40), (16, 3), (17, 5), (32, 8), (33, 8), (300, 20),
  ]

  /// Makes pictures of several sizes, with rows forward and backward.
  private func pictures(_ seed: UInt64) -> [LanePicture] {
    Self.sizes.flatMap { width, height in
      [false, true].map { LanePicture(width: width, height: height, flipped: $0, seed: seed) }
    }
  }

  /// Makes lines of positions, in texels from the first one's center: even, mirrored, across rows, scattered.
  private func positions(
    in picture: LanePicture, round: Int, _ random: inout SeededGenerator
  ) -> (x: [Double], y: [Double]) {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let step = [1.0, 0.25, -1, 1.75, 2.5, 0][round % 6] * Double.random(in: 0.9...1.1, using: &random)
    let x = Double.random(in: -2...width + 1, using: &random)
    let y = Double.random(in: -2...height + 1, using: &random)
    let slope = round % 5 == 3 ? Double.random(in: -0.3...0.3, using: &random) : 0
    return LaneInputs.line { lane in
      if round % 5 == 4 {
        return (.random(in: -2...width + 1, using: &random), .random(in: -2...height + 1, using: &random))
      }
      return (x + step * Double(lane % 90), y + slope * Double(lane))
    }
  }

  @Test(arguments: levels) func fetchesAreBilinear(level: segue_level) throws {
    var random = SeededGenerator(1)
    for picture in pictures(2) {
      for round in 0..<20 {
        // On the grid of 1/256 results are exact; between grid points, they are those of the nearest grid
        // point.
        var (xs, ys) = positions(in: picture, round: round, &random)
        let onGrid = round % 2 == 0
        if onGrid {
          (xs, ys) = (xs.map { ($0 * 256).rounded() / 256 }, ys.map { ($0 * 256).rounded() / 256 })
        }
        let u = xs.map { Float(($0 + 0.5) / Double(picture.width)) }
        let v = ys.map { Float(($0 + 0.5) / Double(picture.height)) }
        let result = try fetch(SEGUE_OP_FETCH, level, [u, v], picture.texture)
        for lane in 0..<LaneInputs.lanes {
          let expected = picture.bilinear(xs[lane], ys[lane])
          for channel in 0..<4 {
            let error = abs(Double(result[channel][lane]) - expected[channel])
            #expect(
              error < (onGrid ? 1e-6 : 1.0 / 250),
              "\(picture.width)×\(picture.height) at (\(xs[lane]), \(ys[lane])): \(error) off")
          }
        }
      }
    }
  }

  @Test(arguments: levels) func fetchesAtCentersEqualTexels(level: segue_level) throws {
    for width in [2, 3, 640, 1920, 4096, 7680, 16000] {
      let picture = LanePicture(width: width, height: 3, flipped: false, seed: 5)
      let scale = 1 / Float(width)
      for first in stride(from: 0, to: width, by: LaneInputs.lanes) {
        let xs = (0..<LaneInputs.lanes).map { min(first + $0, width - 1) }
        // Coordinates are products of rounded values, as in programs.
        let u = xs.map { (Float($0) + 0.5) * scale }
        let result = try fetch(SEGUE_OP_FETCH, level, [u, u.map { _ in 0.5 }], picture.texture)
        for (lane, x) in xs.enumerated() {
          for channel in 0..<4 {
            let byte = picture[x, 1][channel]
            #expect(abs(result[channel][lane] - Float(byte) / 255) < 1e-7)
            #expect(byte != 255 || result[channel][lane] == 1)
          }
        }
      }
    }
  }

  @Test(arguments: levels) func fetchesOfRunsEqualTexels(level: segue_level) throws {
    var random = SeededGenerator(3)
    for picture in pictures(4) {
      for _ in 0..<20 {
        let x = Int32.random(in: -300...Int32(picture.width) + 20, using: &random)
        let y = Int32.random(in: -3...Int32(picture.height) + 3, using: &random)
        let run = segue_texture_run(texture: picture.texture, x: x, y: y)
        let result = try fetch(SEGUE_OP_FETCH_ROW, level, [], run)
        for lane in 0..<LaneInputs.lanes {
          let expected = picture.bilinear(Double(x) + Double(lane), Double(y))
          for channel in 0..<4 { #expect(abs(Double(result[channel][lane]) - expected[channel]) < 1e-6) }
        }
      }
    }
  }

  @Test(arguments: LaneKernelsTests.levels) func allLevelsGiveTheSameBits(level: segue_level) throws {
    var random = SeededGenerator(6)
    for picture in pictures(7) {
      for round in 0..<40 {
        let (xs, ys) = positions(in: picture, round: round, &random)
        var u = xs.map { Float(($0 + 0.5) / Double(picture.width)) }
        let v = ys.map { Float(($0 + 0.5) / Double(picture.height)) }
        if round % 8 == 7 {
          for lane in 0..<40 {
            u[lane] = Float(bitPattern: LaneInputs.specials.randomElement(using: &random) ?? 0)
          }
        }
        var texture = picture.texture
        texture.asks_ahead = round % 3 == 0
        let run = segue_texture_run(texture: texture, x: Int32(xs[0]), y: Int32(ys[0]))
        #expect(
          try fetch(SEGUE_OP_FETCH, level, [u, v], texture)
            == fetch(SEGUE_OP_FETCH, SEGUE_REFERENCE, [u, v], texture))
        #expect(
          try fetch(SEGUE_OP_FETCH_ROW, level, [], run)
            == fetch(SEGUE_OP_FETCH_ROW, SEGUE_REFERENCE, [], run))
      }
    }
  }

  /// Positions of a mosaic: runs of equal positions, followed by other weights of the same texels, or by
  /// other texels.
  @Test(arguments: LaneKernelsTests.levels) func repeatedPositionsGiveTheSameBits(level: segue_level) throws {
    var random = SeededGenerator(8)
    for picture in pictures(9) {
      for round in 0..<20 {
        let side = [1, 5, 16, 24, 64, 600][round % 6]
        var (x, y) = (0.0, 0.0)
        let (xs, ys) = LaneInputs.line { lane in
          if lane % side == 0 {
            let isNear = lane > 0 && lane / side % 3 > 0
            x = isNear ? x.rounded(.down) + 0.4 : .random(in: -2...Double(picture.width) + 1, using: &random)
            y = lane / side % 3 == 1 ? y : .random(in: -2...Double(picture.height) + 1, using: &random)
          }
          return (x, y)
        }
        let u = xs.map { Float(($0 + 0.5) / Double(picture.width)) }
        let v = ys.map { Float(($0 + 0.5) / Double(picture.height)) }
        #expect(
          try fetch(SEGUE_OP_FETCH, level, [u, v], picture.texture)
            == fetch(SEGUE_OP_FETCH, SEGUE_REFERENCE, [u, v], picture.texture), "\(side)")
      }
    }
  }

  /// Tests samples at texels, within rows, between rows and in cells: outputs of unused channels are not
  /// written, and the other outputs stay the same.
  @Test(arguments: levels) func unusedChannelsAreNotWritten(level: segue_level) throws {
    let picture = LanePicture(width: 33, height: 8, flipped: false, seed: 10)
    for (x, y, step) in [(0.0, 3.0, 1.0), (0.3, 3, 1), (0.3, 3.2, 1), (0.3, 3.2, 0)] {
      let u = (0..<LaneInputs.lanes).map { Float((x + step * Double($0 % 33) + 0.5) / 33) }
      let v = u.map { _ in Float((y + 0.5) / 8) }
      let whole = try fetch(SEGUE_OP_FETCH, level, [u, v], picture.texture)
      for without in [[3], [0, 2], [0, 1, 2, 3]] as [Set] {
        let some = try fetch(SEGUE_OP_FETCH, level, [u, v], picture.texture, without: without)
        let untouched = LaneMemory().values.map(Float.init(bitPattern:))
        for channel in 0..<4 {
          let expected = without.contains(channel) ? untouched : whole[channel]
          #expect(some[channel].map(\.bitPattern) == expected.map(\.bitPattern), "\(channel) of \(without)")
        }
      }
    }
  }

  /// Two pictures of equal or different widths, heights and directions of rows, and one picture twice.
  @Test(arguments: levels) func fetchesOfPairsEqualTwoFetches(level: segue_level) throws {
    var random = SeededGenerator(11)
    let (wide, small) = ((33, 8), (17, 8))
    let shapes = [
      (wide, wide), (wide, small), (small, wide), ((33, 8), (33, 9)), ((1, 7), (1, 7)), ((9, 1), (9, 1)),
    ]
    for (index, (one, other)) in shapes.enumerated() {
      for isFlipped in [false, true] {
        let first = LanePicture(width: one.0, height: one.1, flipped: false, seed: UInt64(20 + index))
        let second = LanePicture(
          width: other.0, height: other.1, flipped: isFlipped, seed: UInt64(40 + index))
        for round in 0..<20 {
          let (xs, ys) = positions(in: first, round: round, &random)
          let u = xs.map { Float(($0 + 0.5) / Double(first.width)) }
          let v = ys.map { Float(($0 + 0.5) / Double(first.height)) }
          for textures in [[first.texture, second.texture], [second.texture, second.texture]] {
            let pair = try textures.withUnsafeBufferPointer { textures in
              let start = try #require(textures.baseAddress)
              return try fetch(
                SEGUE_OP_FETCH_PAIR, level, [u, v], segue_texture_pair(of: (start, start + 1)))
            }
            let each = try textures.map { try fetch(SEGUE_OP_FETCH, SEGUE_REFERENCE, [u, v], $0) }
            #expect(pair == each[0] + each[1], "\(one) and \(other), round \(round)")
          }
        }
      }
    }
  }

  /// A uniform coordinate is stored as one splat.
  @Test("A coordinate may be uniform", arguments: levels)
  func coordinatesOfAllLanes(level: segue_level) throws {
    var random = SeededGenerator(12)
    for picture in pictures(13) {
      let places = (0..<LaneInputs.lanes).map { _ in Float.random(in: -0.2...1.2, using: &random) }
      let one = [Float](repeating: 0.7, count: LaneInputs.lanes)
      let once = Array(one.prefix(Int(SEGUE_LANES)))
      for (each, few) in [([one, places], [once, places]), ([places, one], [places, once])] {
        #expect(
          try fetch(SEGUE_OP_FETCH, level, few, picture.texture)
            == fetch(SEGUE_OP_FETCH, SEGUE_REFERENCE, each, picture.texture))
      }
    }
  }

  /// A picture begins or ends at a guard page, so reading outside ends the test process.
  @Test(arguments: levels) func fetchesDoNotReadOutsideThePicture(level: segue_level) throws {
    var random = SeededGenerator(8)
    for (width, height) in Self.sizes {
      for atEnd in [false, true] {
        let picture = LanePicture(width: width, height: height, flipped: atEnd, seed: 9, beforeGuard: atEnd)
        for round in 0..<30 {
          let (xs, ys) = positions(in: picture, round: round, &random)
          var uv = [
            xs.map { Float(($0 + 0.5) / Double(width)) }, ys.map { Float(($0 + 0.5) / Double(height)) },
          ]
          if round % 2 == 1 {
            for lane in 0..<LaneInputs.lanes {
              uv[lane % 2][lane] = Float(bitPattern: LaneInputs.specials.randomElement(using: &random) ?? 0)
              if lane % 3 == 0 { uv[1][lane] = Float(bitPattern: .random(in: 0 ... .max, using: &random)) }
            }
          }
          let result = try fetch(SEGUE_OP_FETCH, level, uv, picture.texture)
          #expect(result.allSatisfy { $0.allSatisfy { (0...1).contains($0) } })
          for x in [Int32.min, -16, -1, 0, Int32(width) - 16, Int32(width) - 1, Int32.max] {
            for y in [Int32.min, -1, 0, Int32(height) - 1, Int32.max] {
              let run = segue_texture_run(texture: picture.texture, x: x, y: y)
              _ = try fetch(SEGUE_OP_FETCH_ROW, level, [], run)
            }
          }
        }
      }
    }
  }

  @Test(arguments: levels) func storesRoundAndWriteOnlyTheCount(level: segue_level) throws {
    var random = SeededGenerator(10)
    for count in [0, 1, 3, 15, 16, 17, 100, 255, 256, 1000] {
      let channels: [[Float]] = (0..<4).map { channel in
        (0..<LaneInputs.lanes).map { lane in
          switch (lane + channel + count) % 5 {
          case 0: Float(lane) / 255
          case 1: Float.random(in: -0.1...1.1, using: &random)
          case 2: (Float(lane) + 0.5) / 255
          case 3: Float(bitPattern: LaneInputs.specials.randomElement(using: &random) ?? 0)
          default: Float(lane).nextUp / 255
          }
        }
      }
      let out = LaneMemory()
      out.fill { _ in 0x5a5a_5a5a }
      let inputs = LaneInputs(SEGUE_OP_STORE, channels.map { $0.map(\.bitPattern) })
      out.start.withMemoryRebound(to: UInt8.self, capacity: 4 * out.count) { pixels in
        withUnsafeBytes(of: segue_pixels(pixels: pixels, count: count, drops_signs: false)) {
          do { _ = inputs.run(try LaneKernelsTests.table(level), data: $0.baseAddress) } catch {
            Issue.record(error)
          }
        }
      }
      #expect(out.isIntact)
      for (lane, pixel) in out.values.enumerated() {
        guard lane < count else {
          #expect(pixel == 0x5a5a_5a5a, "lane \(lane) of \(count)")
          continue
        }
        for channel in 0..<4 {
          let value = channels[channel][lane]
          let clamped = value.isNaN ? 0 : min(max(value, 0), 1)
          let byte = UInt8(truncatingIfNeeded: pixel >> (8 * UInt32(channel)))
          #expect(byte == UInt8((clamped * 255).rounded(.toNearestOrEven)), "\(value) became \(byte)")
        }
      }
    }
  }

  /// Runs a fetch, and returns its four channels.
  private func fetch<Data>(
    _ op: segue_lane_op, _ level: segue_level, _ inputs: [[Float]], _ data: Data, without: Set<Int> = []
  ) throws -> [[Float]] {
    let table = try LaneKernelsTests.table(level)
    return withUnsafeBytes(of: data) { data in
      LaneInputs(op, inputs.map { $0.map(\.bitPattern) })
        .run(table, data: data.baseAddress, without: without)
        .map { $0.map(Float.init(bitPattern:)) }
    }
  }
}

extension LaneInputs {
  static func line(_ at: (Int) -> (Double, Double)) -> (x: [Double], y: [Double]) {
    let points = (0..<lanes).map(at)
    return (points.map(\.0), points.map(\.1))
  }
}
