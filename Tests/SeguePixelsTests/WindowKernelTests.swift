import CSegueKernels
import SegueTestSupport
import Testing

/// The kernels that read several rows, or neighbors in a row.
extension KernelTests {
  /// Calls `body` with pointers to some rows.
  func withRows<Number>(
    _ rows: [[Number]], _ body: (UnsafePointer<UnsafePointer<Number>?>?) -> Void
  ) {
    let joined = Array(rows.joined())
    joined.withUnsafeBufferPointer { joined in
      var start = 0
      let pointers = rows.map { row in
        defer { start += row.count }
        return joined.baseAddress.map { $0 + start }
      }
      pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }

  /// Copies rows so that each ends at a guard page.
  private func withFencedRows(_ rows: [[UInt8]], _ body: (UnsafePointer<UnsafePointer<UInt8>?>?) -> Void) {
    let memory = rows.map { FencedMemory($0) }
    withExtendedLifetime(memory) {
      let pointers = memory.map { Optional($0.of(UInt8.self)) }
      pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }

  /// Writes numbers as bytes for comparison.
  private func write<Number>(_ numbers: [Number], to out: UnsafeMutablePointer<UInt8>) {
    numbers.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: out, count: $0.count).copyMemory(from: $0)
    }
  }

  private func randomFloats(_ count: Int, _ random: inout SeededGenerator) -> [Float] {
    (0..<count).map { _ in .random(in: -50...300, using: &random) }
  }

  /// Makes half of a symmetric kernel, beginning with the middle weight; all weights sum to 32768.
  func halvedWeights(_ radius: Int, _ random: inout SeededGenerator) -> [Int16] {
    let sides = (0..<radius).map { _ in Int16.random(in: 0...Int16(14000 / radius), using: &random) }
    return [Int16(clamping: 32768 - 2 * sides.reduce(0) { $0 + Int($1) })] + sides
  }

  @Test func sumRows() throws {
    try check(bytesOut: { 16 * $0 }, alignments: [0]) { table, width, out, random in
      let count = Int.random(in: 1...9, using: &random)
      let rows = (0..<count).map { _ in randomFloats(4 * width, &random) }
      var sums = [Float](repeating: 0, count: 4 * width)
      let weights = (0..<count).map { _ in Float.random(in: -1...1, using: &random) }
      withRows(rows) { table.pointee.sum_rows(&sums, $0, weights, count, 0, 4 * width) }
      write(sums, to: out)
    }
  }

  @Test func combine() throws {
    try check(bytesOut: { 16 * $0 }, alignments: [0]) { table, width, out, random in
      let taps = 4 * Int.random(in: 1...5, using: &random)
      let row = randomFloats(4 * (width + taps), &random)
      let filters = (0..<width).map { pixel in
        // Successive filters often have the same weights.
        segue_tap_filter(start: .random(in: 0...UInt32(width), using: &random), weights: UInt32(pixel / 7))
      }
      let weights = (0..<width * taps).map { _ in Float.random(in: -0.3...0.7, using: &random) }
      var sums = [Float](repeating: 0, count: 4 * width)
      table.pointee.combine(&sums, row, filters, weights, taps, width)
      write(sums, to: out)
    }
  }

  @Test func spread() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let taps = Int.random(in: 1...8, using: &random)
      let phases = Int.random(in: 1...4, using: &random)
      let advance = Int.random(in: 1...3, using: &random)
      let row = randomFloats(4 * (width * advance + taps), &random)
      let weights = (0..<16 * taps * phases).map { _ in Float.random(in: -0.3...0.7, using: &random) }
      table.pointee.spread(out, row, weights, taps, phases, advance, 0, width)
    }
  }

  @Test func widen() throws {
    try check(bytesOut: { 4 * $0 }, alignments: [0]) { table, width, out, random in
      var floats = [Float](repeating: 0, count: width)
      table.pointee.widen(&floats, randomBytes(width, &random), width)
      write(floats, to: out)
    }
  }

  @Test func smoothDown() throws {
    try check(bytesOut: { 48 * $0 }, alignments: [0]) { table, width, out, random in
      let radius = Int.random(in: 1...9, using: &random)
      let count = Int.random(in: 1...6, using: &random)
      let rows = (0..<2 * radius + count).map { _ in randomBytes(4 * width, &random) }
      let weights = halvedWeights(radius, &random)
      var sums = [Int16](repeating: 0, count: 24 * width)
      withRows(rows) {
        table.pointee.smooth_down(&sums, 4 * width, $0, weights, radius, count, 4 * width)
      }
      write(sums, to: out)
    }
  }

  @Test func smoothAcross() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let radius = Int.random(in: 1...9, using: &random)
      let row = (0..<4 * (width + 2 * radius)).map { _ in Int16.random(in: 0...255 << 6, using: &random) }
      table.pointee.smooth_across(out, row, halvedWeights(radius, &random), radius, 4, 4 * width)
    }
  }

  @Test func smoothingKeepsEqualRows() {
    var random = SeededGenerator(3)
    for radius in 1...10 {
      let weights = halvedWeights(radius, &random)
      for value in 0...255 {
        var sums = [Int16](repeating: 0, count: 1)
        withRows((0...2 * radius).map { _ in [UInt8(value)] }) {
          reference.pointee.smooth_down(&sums, 0, $0, weights, radius, 1, 1)
        }
        var out: UInt8 = 0
        let row = [Int16](repeating: sums[0], count: 8 * radius + 1)
        reference.pointee.smooth_across(&out, row, weights, radius, 4, 1)
        #expect(Int(out) == value)
      }
    }
  }

  @Test func box() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let radius = Int.random(in: 0...20, using: &random)
      let count = 4 * (width + 2 * radius)
      var sums = [UInt32](repeating: 255, count: count)
      for _ in 0..<2 * radius + 1 {
        let rows = (FencedMemory(randomBytes(count, &random)), FencedMemory(randomBytes(count, &random)))
        withExtendedLifetime(rows) { table.pointee.box_down(&sums, rows.0.bytes, rows.1.bytes, count) }
        for index in sums.indices { sums[index] &= 0xffff }
      }
      let scale = 1 / Float(65535 * (2 * radius + 1)) * 255
      let fenced = FencedMemory(sums)
      withExtendedLifetime(fenced) {
        table.pointee.box_across(out, fenced.of(UInt32.self), radius, scale, width)
      }
    }
  }

  @Test func shortBox() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let radius = Int.random(in: 1...7, using: &random)
      let count = 4 * (width + 2 * radius)
      var sums = [UInt16](repeating: 0, count: count)
      let black = [UInt8](repeating: 0, count: count)
      for _ in 0..<2 * radius + 1 {
        let row = FencedMemory(randomBytes(count, &random))
        withExtendedLifetime(row) { table.pointee.short_box_down(&sums, row.bytes, black, count) }
      }
      let fenced = FencedMemory(sums)
      withExtendedLifetime(fenced) {
        table.pointee.short_box_across(out, fenced.of(UInt16.self), radius, width)
      }
    }
  }

  /// Sums of 16 bits give the means that sums of 32 bits give, for every sum.
  @Test func shortBoxesHaveTheMeansOfLongOnes() {
    for radius in 1...7 {
      let side = 2 * radius + 1
      for sum in 0...255 * side {
        for rest in 0..<side {
          // Every sum of a box can be made from column sums that differ by at most 1.
          let numbers = (0..<side).map { min(255 * side, sum + ($0 < rest ? 1 : 0)) }
          let pixels = numbers.flatMap { [$0, $0, $0, $0] }
          var (short, long) = ([UInt8](repeating: 0, count: 4), [UInt8](repeating: 0, count: 4))
          reference.pointee.short_box_across(&short, pixels.map(UInt16.init), radius, 1)
          reference.pointee.box_across(&long, pixels.map(UInt32.init), radius, 1 / Float(side * side), 1)
          #expect(short == long)
        }
      }
    }
  }

  @Test func median() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let rows = (0..<3).map { _ in randomBytes(4 * width, &random) }
      withFencedRows(rows) { table.pointee.median(out, $0, width) }
    }
  }

  /// The median is the fifth of nine sorted values.
  @Test(arguments: [2, 17, 18, 19, 1000]) func medianIsTheMiddle(width: Int) throws {
    var random = SeededGenerator(5)
    let rows = (0..<3).map { _ in randomBytes(4 * width, &random) }
    let expected = (0..<4 * width).map { index in
      let (x, channel) = index.quotientAndRemainder(dividingBy: 4)
      let window = rows.flatMap { row in (x - 1...x + 1).map { row[4 * min(max($0, 0), width - 1) + channel] }
      }
      return window.sorted()[4]
    }
    for level in Self.levels + [SEGUE_REFERENCE] {
      var out = [UInt8](repeating: 0, count: 4 * width)
      let table = try #require(segue_kernels_at(level))
      withRows(rows) { table.pointee.median(&out, $0, width) }
      #expect(out == expected)
    }
  }

  @Test func convolve() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let rows = (0..<3).map { _ in randomPixels(width, &random) }
      let weights = (0..<9).map { _ in Float.random(in: -2...2, using: &random) }
      let offset = Float.random(in: -100...100, using: &random)
      withFencedRows(rows) { table.pointee.convolve(out, $0, weights, offset, width) }
    }
  }

  @Test func convolveShort() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let rows = (0..<3).map { _ in randomPixels(width, &random) }
      let shift = Int32.random(in: 0...7, using: &random)
      // 255 times the sum of all weights, in 1/256, is below 2^15.
      let weights = (0..<9).map { _ in Int16.random(in: -3600...3600, using: &random) }
      let offset = Int16.random(in: -400...400, using: &random)
      withFencedRows(rows) { table.pointee.convolve_short(out, $0, weights, offset, shift, width) }
    }
  }

  @Test(arguments: [false, true]) func extremes(largest: Bool) throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let count = Int.random(in: 1...20, using: &random)
      let rows = (0..<count + 3).map { _ in randomBytes(4 * (width + count), &random) }
      // The four rows have gaps of seven bytes, which do not change.
      let (length, stride) = (4 * (width + count), 4 * (width + count) + 7)
      var four = [UInt8](repeating: 99, count: 4 * stride)
      withRows(rows) { table.pointee.extreme_rows(&four, stride, $0, count, largest, length) }
      var expected: [UInt8] = []
      for row in 0..<4 {
        for index in 0..<length {
          let window = rows[row..<row + count].map { $0[index] }
          expected.append((largest ? window.max() : window.min()) ?? 0)
        }
        expected += Array(repeating: 99, count: 7)
      }
      #expect(four == expected)
      var row = Array(four[..<length])
      table.pointee.extreme_across(out, &row, count, largest, width, Bool.random(using: &random))
    }
  }

  @Test func extremeAcrossIsTheExtremeOfEachWindow() throws {
    var random = SeededGenerator(9)
    for width in 1...40 {
      let row = randomBytes(4 * (30 + width - 1), &random)
      let expected = (0..<120).map { i in (0..<width).map { row[i + 4 * $0] }.max() }
      var (used, actual) = (row, [UInt8](repeating: 0, count: 120))
      reference.pointee.extreme_across(&actual, &used, width, true, 30, false)
      #expect(actual.map(Optional.some) == expected)
    }
  }

  @Test func lookUp() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let tables = randomBytes(768, &random)
      table.pointee.look_up(out, randomBytes(4 * width, &random), tables, width)
    }
  }

  @Test func transformColors() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let weights = (0..<16).map { _ in Int16.random(in: .min...(.max), using: &random) }
      let offsets = (0..<4).map { _ in Int32.random(in: -1 << 22...1 << 22, using: &random) }
      let shift = Int32.random(in: 0...15, using: &random)
      table.pointee.transform_colors(out, randomBytes(4 * width, &random), weights, offsets, shift, width)
    }
  }
}
