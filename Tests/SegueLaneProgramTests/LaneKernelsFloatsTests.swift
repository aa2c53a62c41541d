import CSegueKernels
import SegueTestSupport
import Testing

/// Tests instructions for pictures of floats, and instructions that read other lanes, at every level.
@Suite struct LaneKernelsFloatsTests {
  static let levels = LaneKernelsFetchTests.levels
  private static let lanes = LaneInputs.lanes

  /// Runs an instruction on floats, with additional data.
  private func run<Data>(
    _ op: segue_lane_op, _ level: segue_level, _ inputs: [[Float]], _ data: Data
  ) throws -> [[Float]] {
    let table = try LaneKernelsTests.table(level)
    let inputs = LaneInputs(op, inputs.map { $0.map(\.bitPattern) })
    return withUnsafeBytes(of: data) { data in
      inputs.run(table, data: data.baseAddress).map { $0.map { Float(bitPattern: $0) } }
    }
  }

  /// A picture of four floats per pixel, with rows from the top or from the bottom.
  private final class FloatPicture {
    let width, height: Int
    let texels: UnsafeMutablePointer<Float>
    private let isFlipped: Bool

    init(_ width: Int, _ height: Int, isFlipped: Bool, _ random: inout SeededGenerator) {
      (self.width, self.height, self.isFlipped) = (width, height, isFlipped)
      texels = .allocate(capacity: 4 * width * height)
      for index in 0..<4 * width * height {
        (texels + index).initialize(to: .random(in: -50...50, using: &random))
      }
    }

    deinit { texels.deallocate() }

    var texture: segue_texture {
      let bytes = UnsafeRawPointer(texels).assumingMemoryBound(to: UInt8.self)
      let stride = 16 * width
      return segue_texture(
        pixels: bytes + (isFlipped ? (height - 1) * stride : 0), stride: isFlipped ? -stride : stride,
        width: UInt32(width), height: UInt32(height), asks_ahead: false, is_exact: false, has_words: false)
    }

    subscript(x: Int, y: Int) -> SIMD4<Double> {
      let row = isFlipped ? height - 1 - y : y
      return SIMD4((0..<4).map { Double(texels[4 * (row * width + x) + $0]) })
    }

    func bilinear(_ x: Double, _ y: Double) -> SIMD4<Double> {
      func ends(_ position: Double, _ count: Int) -> (Int, Int, Double) {
        let inside = min(max(position, 0), Double(count - 1))
        return (Int(inside), min(Int(inside) + 1, count - 1), inside - inside.rounded(.down))
      }
      let (left, right, across) = ends(x, width)
      let (top, bottom, down) = ends(y, height)
      let above = self[left, top] * (1 - across) + self[right, top] * across
      return above * (1 - down) + (self[left, bottom] * (1 - across) + self[right, bottom] * across) * down
    }
  }

  @Test(arguments: levels) func fetchesOfFloatsAreBilinear(level: segue_level) throws {
    var random = SeededGenerator(31)
    for (width, height) in [(1, 1), (1, 6), (7, 1), (2, 2), (33, 9), (128, 3)] {
      for isFlipped in [false, true] {
        let picture = FloatPicture(width, height, isFlipped: isFlipped, &random)
        for round in 0..<10 {
          // Points of the sampler's grid of 1/256, also outside the picture; whole numbers are texels.
          let unit = round % 2 == 0 ? 256.0 : 1
          let points = (0..<Self.lanes).map { _ in
            (
              (Double.random(in: -2...Double(width) + 1, using: &random) * unit).rounded() / unit,
              (Double.random(in: -2...Double(height) + 1, using: &random) * unit).rounded() / unit
            )
          }
          let result = try run(
            SEGUE_OP_FETCH_FLOATS, level,
            [
              points.map { Float(($0.0 + 0.5) / Double(width)) },
              points.map { Float(($0.1 + 0.5) / Double(height)) },
            ], picture.texture)
          for (lane, point) in points.enumerated() {
            let expected = picture.bilinear(point.0, point.1)
            for channel in 0..<4 {
              let error = abs(Double(result[channel][lane]) - expected[channel])
              #expect(error <= (unit == 1 ? 0 : 1e-4), "\(width)×\(height) at \(point): \(error) off")
            }
          }
        }
      }
    }
  }

  /// A uniform coordinate is stored as one splat.
  @Test("A coordinate of floats may be uniform", arguments: levels)
  func coordinatesOfAllLanes(level: segue_level) throws {
    var random = SeededGenerator(35)
    let picture = FloatPicture(33, 9, isFlipped: false, &random)
    let places = (0..<Self.lanes).map { _ in Float.random(in: -0.2...1.2, using: &random) }
    let one = [Float](repeating: 0.7, count: Self.lanes)
    let once = Array(one.prefix(Int(SEGUE_LANES)))
    for (each, few) in [([one, places], [once, places]), ([places, one], [places, once])] {
      #expect(
        try run(SEGUE_OP_FETCH_FLOATS, level, few, picture.texture)
          == run(SEGUE_OP_FETCH_FLOATS, SEGUE_REFERENCE, each, picture.texture))
    }
  }

  /// Compares samples of 16-bit words with samples of equal floats, at unrounded positions and all levels.
  @Test(arguments: levels) func samplesOf16BitsEqualThoseOfFloats(level: segue_level) throws {
    var random = SeededGenerator(36)
    for (width, height) in [(1, 1), (1, 6), (7, 1), (2, 2), (33, 9), (128, 3)] {
      for isFlipped in [false, true] {
        let picture = FloatPicture(width, height, isFlipped: isFlipped, &random)
        var words = (0..<4 * width * height).map { _ in UInt16.random(in: 0...UInt16.max, using: &random) }
        for (index, word) in words.enumerated() { picture.texels[index] = Float(word) / 65535 }
        var floats = picture.texture
        floats.is_exact = true
        let u = (0..<Self.lanes).map { _ in Float.random(in: -0.1...1.1, using: &random) }
        let v = (0..<Self.lanes).map { _ in Float.random(in: -0.1...1.1, using: &random) }
        try words.withUnsafeMutableBytes { bytes in
          let stride = 8 * width
          let start = try #require(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
          let texture = segue_texture(
            pixels: UnsafePointer(start + (isFlipped ? (height - 1) * stride : 0)),
            stride: isFlipped ? -stride : stride, width: UInt32(width), height: UInt32(height),
            asks_ahead: false, is_exact: true, has_words: true)
          let sampled = try run(SEGUE_OP_FETCH_FLOATS, level, [u, v], texture)
          let expected = try run(SEGUE_OP_FETCH_FLOATS, level, [u, v], floats)
          for (a, b) in zip(sampled.flatMap { $0 }, expected.flatMap { $0 }) { #expect(abs(a - b) < 5e-7) }
          #expect(try sampled == run(SEGUE_OP_FETCH_FLOATS, SEGUE_REFERENCE, [u, v], texture))
        }
      }
    }
  }

  /// A neighbor of weight 0 may be infinite; positions that are NaN read the first texel.
  @Test(arguments: levels) func neighborsOfWeight0AreIgnored(level: segue_level) throws {
    var random = SeededGenerator(32)
    let picture = FloatPicture(3, 1, isFlipped: false, &random)
    for channel in 0..<4 { picture.texels[4 + channel] = .infinity }
    let places: [Float] = [0.5 / 3, 1.5 / 3, 2.5 / 3, .nan, -.infinity, .infinity]
    let u = (0..<Self.lanes).map { places[$0 % places.count] }
    let result = try run(SEGUE_OP_FETCH_FLOATS, level, [u, u.map { _ in 0.5 }], picture.texture)
    let first = Float(picture[0, 0][0])
    let last = Float(picture[2, 0][0])
    #expect(Array(result[0].prefix(6)) == [first, .infinity, last, first, first, last])
  }

  @Test(arguments: levels) func storesMayDropTheSignOfZero(level: segue_level) throws {
    let number = Float(bitPattern: 0x8000_0001)
    let channels = (0..<4).map { Array(repeating: $0 == 1 ? number : -0.0, count: Self.lanes) }
    var stored = [Float](repeating: 9, count: 4 * Self.lanes)
    try stored.withUnsafeMutableBytes { bytes in
      let pixels = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      _ = try run(
        SEGUE_OP_STORE_FLOATS, level, channels,
        segue_pixels(pixels: pixels, count: Self.lanes, drops_signs: true))
    }
    for (index, float) in stored.enumerated() {
      #expect(float.bitPattern == (index % 4 == 1 ? number.bitPattern : 0))
    }
  }

  @Test(arguments: levels) func storesOfFloatsKeepTheirBits(level: segue_level) throws {
    var random = SeededGenerator(33)
    for count in [0, 1, 15, 16, 17, 200] {
      let channels = (0..<4).map { _ in
        (0..<Self.lanes).map { _ in Float(bitPattern: .random(in: 0 ... .max, using: &random)) }
      }
      var stored = [UInt32](repeating: 0x5a5a_5a5a, count: 4 * Self.lanes)
      try stored.withUnsafeMutableBytes { bytes in
        let pixels = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        _ = try run(
          SEGUE_OP_STORE_FLOATS, level, channels,
          segue_pixels(pixels: pixels, count: count, drops_signs: false))
      }
      for lane in 0..<Self.lanes {
        for channel in 0..<4 {
          let expected = lane < count ? channels[channel][lane].bitPattern : 0x5a5a_5a5a
          #expect(stored[4 * lane + channel] == expected, "lane \(lane) of \(count)")
        }
      }
    }
  }

  /// A vector covers 8 columns of two adjacent rows.
  @Test(arguments: levels) func derivativesAreDifferencesWithinQuads(level: segue_level) throws {
    var random = SeededGenerator(34)
    let values = (0..<Self.lanes).map { _ in Float.random(in: -9...9, using: &random) }
    let across = try run(SEGUE_OP_DDX, level, [values], 0)[0]
    let down = try run(SEGUE_OP_DDY, level, [values], 0)[0]
    for lane in 0..<Self.lanes {
      let (vector, column, row) = (lane / 16 * 16, lane % 8, lane % 16 / 8)
      let start = vector + 8 * row + column / 2 * 2
      #expect(across[lane] == values[start + 1] - values[start])
      #expect(down[lane] == values[vector + 8 + column] - values[vector + column])
    }
  }
}
