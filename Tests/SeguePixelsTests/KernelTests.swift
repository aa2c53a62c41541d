import CSegueKernels
import SeguePixels
import SegueTestSupport
import Testing

/// Compares all kernels of all levels with the reference: widths 1…130, odd alignments, and guard bytes
/// around the output.
@Suite struct KernelTests {
  typealias Table = UnsafePointer<segue_kernels>

  static let levels: [segue_level] = [SEGUE_BASELINE, SEGUE_AVX2, SEGUE_AVX512, SEGUE_NEON].filter {
    segue_kernels_at($0) != nil
  }

  let reference: Table

  init() throws { reference = try #require(segue_kernels_at(SEGUE_REFERENCE)) }

  @Test func vectorLevelsAreAvailable() {
    #expect(!Self.levels.isEmpty)
    #expect(SIMDLevel.available.count == Self.levels.count + 1)
  }

  /// A kernel missing in all tables is a null pointer.
  @Test func everyLevelHasEveryKernel() throws {
    for level in Self.levels + [SEGUE_REFERENCE] {
      let table = UnsafeRawPointer(try #require(segue_kernels_at(level)))
      for index in 0..<MemoryLayout<segue_kernels>.size / MemoryLayout<UInt>.size {
        let address = table.load(fromByteOffset: index * MemoryLayout<UInt>.size, as: UInt.self)
        #expect(address != 0, "kernel \(index) at level \(level.rawValue)")
      }
    }
  }

  /// Runs a kernel at all levels and widths; `run` writes `bytesOut(width)` bytes, which must equal the
  /// reference's.
  func check(
    bytesOut: (Int) -> Int, alignments: [Int] = [0, 1, 4, 7], inLight: Bool = false,
    _ run: (Table, Int, UnsafeMutablePointer<UInt8>, inout SeededGenerator) -> Void
  ) throws {
    let reference = try #require(
      inLight ? segue_linear_kernels_at(SEGUE_REFERENCE) : segue_kernels_at(SEGUE_REFERENCE))
    for level in Self.levels {
      let table = try #require(inLight ? segue_linear_kernels_at(level) : segue_kernels_at(level))
      for width in 1...130 {
        for alignment in alignments {
          let seed = UInt64(width * 8 + alignment)
          let expected = Guarded(bytesOut(width), alignment: 0)
          var generator = SeededGenerator(seed)
          run(reference, width, expected.start, &generator)
          let actual = Guarded(bytesOut(width), alignment: alignment)
          generator = SeededGenerator(seed)
          run(table, width, actual.start, &generator)
          #expect(actual.bytes == expected.bytes, "level \(level.rawValue), width \(width)")
          #expect(
            expected.isIntact && actual.isIntact, "level \(level.rawValue), width \(width): wrote outside")
        }
      }
    }
  }

  func randomBytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in .random(in: 0...255, using: &generator) }
  }

  func randomPixels(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    (0..<count).flatMap { _ in
      let pixel = Pixel.random(using: &generator)
      return [pixel.red, pixel.green, pixel.blue, pixel.alpha]
    }
  }

  /// Makes increasing ends of random runs, the last one at `width`.
  private func randomEnds(_ width: Int, _ generator: inout SeededGenerator) -> [UInt32] {
    var ends: [UInt32] = []
    var x = 0
    let most = [2, 6, 40][Int.random(in: 0..<3, using: &generator)]
    while x < width {
      x = min(width, x + Int.random(in: 1...most, using: &generator))
      ends.append(UInt32(x))
    }
    return ends
  }

  @Test(arguments: [false, true]) func mix(streaming: Bool) throws {
    try check(bytesOut: { 4 * $0 }, alignments: streaming ? [0, 3] : [0, 1, 4, 7]) {
      table, width, out, random in
      let a = randomBytes(4 * width, &random)
      let b = randomBytes(4 * width, &random)
      table.pointee.mix(out, a, b, 4 * width, .random(in: 0...32767, using: &random), streaming)
      segue_fence()
    }
  }

  @Test func mixIsRoundedToNearest() {
    for weight in [0, 1, 8192, 16383, 16384, 20000, 32767] as [Int16] {
      for a in 0...255 {
        for b in 0...255 {
          var out: UInt8 = 0
          let (x, y) = (UInt8(a), UInt8(b))
          reference.pointee.mix(&out, [x], [y], 1, weight, false)
          let exact = Double(a) + Double(b - a) * Double(weight) / 32768
          #expect(Int(out) == Int((exact + 0.5).rounded(.down)))
        }
      }
    }
  }

  /// Sample positions are close together or, with `isApart`, increasingly far apart from some pixel on.
  @Test("Sampling equals the reference", arguments: [false, true], [false, true])
  func sample(isOpaque: Bool, isApart: Bool) throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let columns = Int.random(in: 2...300, using: &random)
      let rows = (0..<2).map { _ in
        var row = randomBytes(4 * columns, &random)
        if isOpaque { for i in stride(from: 3, to: row.count, by: 4) { row[i] = 255 } }
        return FencedMemory(row)
      }
      let left = (0..<width).map { _ in
        let place = Double.random(in: 0..<1, using: &random)
        return UInt32((isApart ? place * place * place : place) * Double(columns - 1))
      }.sorted()
      let weights = (0..<width).map { _ in Float.random(in: 0...1, using: &random) }
      let weight = Float.random(in: 0...1, using: &random)
      let tables = (FencedMemory(left), FencedMemory(weights))
      withExtendedLifetime((rows, tables)) {
        table.pointee.sample(
          out, rows[0].bytes, rows[1].bytes, weight, tables.0.of(UInt32.self), tables.1.of(Float.self),
          width)
      }
    }
  }

  @Test func warp() throws {
    try check(bytesOut: { 4 * $0 }, alignments: [0, 5]) { table, width, out, random in
      let columns = Int.random(in: 1...40, using: &random)
      let rows = Int.random(in: 1...30, using: &random)
      let stride = 4 * columns + 60
      let picture = randomBytes(stride * rows, &random)
      let one = Int64(1) << 32
      table.pointee.warp(
        out, picture, stride, UInt32(columns), UInt32(rows),
        .random(in: -50 * one...50 * one, using: &random),
        .random(in: -50 * one...50 * one, using: &random), .random(in: -2 * one...2 * one, using: &random),
        .random(in: -2 * one...2 * one, using: &random), width)
    }
  }

  /// Rows that are upright, along a column, or slowly tilted: most samples have all neighbors inside.
  ///
  /// All pixels, most or none are opaque.
  @Test(
    "Long rows are warped like short ones",
    arguments: [(0.93, 0.0), (0.004, 0.02), (0.31, -0.01), (0, 0.021)], [0, 53, 1])
  func warpOfLongRows(_ steps: (across: Double, down: Double), pixelsToAClearOne: Int) throws {
    var random = SeededGenerator(12)
    let (columns, rows, width) = (1000, 24, 1050)
    var picture = randomBytes(4 * columns * rows, &random)
    for pixel in 0..<columns * rows where pixelsToAClearOne == 0 || pixel % pixelsToAClearOne > 0 {
      picture[4 * pixel + 3] = 255
    }
    let one = 4_294_967_296.0
    let (du, dv) = (Int64(steps.across * one), Int64(steps.down * one))
    let (u, v) = (Int64(3.3 * one), Int64((dv < 0 ? 18.7 : 1.2) * one))
    func made(_ table: Table) -> [UInt8] {
      var out = [UInt8](repeating: 9, count: 4 * width)
      table.pointee.warp(&out, picture, 4 * columns, UInt32(columns), UInt32(rows), u, v, du, dv, width)
      return out
    }
    let expected = made(reference)
    for level in Self.levels {
      #expect(made(try #require(segue_kernels_at(level))) == expected, "level \(level.rawValue)")
    }
  }

  /// Of a picture of 8 GB, only the rows that are read are in memory.
  @Test func warpFarFromTheFirstRow() throws {
    var random = SeededGenerator(13)
    let (columns, rows, width, first) = (1000, 24, 900, 1_100_000)
    let picture = randomBytes(4 * columns * rows, &random)
    let one = Int64(1) << 32
    func made(_ table: Table) -> [UInt8] {
      var out = [UInt8](repeating: 9, count: 4 * width)
      picture.withUnsafeBufferPointer { picture in
        table.pointee.warp(
          &out, picture.baseAddress! - 4 * columns * first, 4 * columns, UInt32(columns), 2_000_000,
          3 * one / 2,
          (Int64(first) + 2) * one + one / 3, one - 7, one / 50, width)
      }
      return out
    }
    let expected = made(reference)
    for level in Self.levels {
      #expect(made(try #require(segue_kernels_at(level))) == expected, "level \(level.rawValue)")
    }
  }

  @Test func overlay() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let below = randomPixels(width, &random)
      out.update(from: below, count: below.count)
      let opacity = [0, 1, Float.random(in: 0...1, using: &random)][Int.random(in: 0...2, using: &random)]
      table.pointee.overlay(out, randomPixels(width, &random), opacity, width)
    }
  }

  /// Colors above their alpha, which callers should not pass, give at most white.
  @Test("An overlay of any bytes follows its formula, up to 255") func overlayOfAnyBytes() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let (below, above) = (randomBytes(4 * width, &random), randomBytes(4 * width, &random))
      out.update(from: below, count: below.count)
      let opacity = Float.random(in: 0...1, using: &random)
      table.pointee.overlay(out, above, opacity, width)
      let isRight = (0..<4 * width).allSatisfy { i in
        let through = 1 - Double(above[i | 3]) / 255 * Double(opacity)
        let exact = Double(above[i]) * Double(opacity) + Double(below[i]) * through
        return abs(Double(out[i]) - min(exact, 255)) < 0.501
      }
      #expect(isRight)
    }
  }

  @Test("Any bytes over any background follow the formula, up to 255") func overOfAnyBytes() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let above = randomBytes(4 * width, &random)
      let background = UInt32.random(in: 0 ... .max, using: &random)
      let behind = withUnsafeBytes(of: background) { Array($0) }
      table.pointee.over(out, above, background, width)
      let isRight = (0..<4 * width).allSatisfy { i in
        let exact = Double(above[i]) + Double(behind[i % 4]) * Double(255 - above[i | 3]) / 255
        return abs(Double(out[i]) - min(exact, 255)) < 0.501
      }
      #expect(isRight)
    }
  }

  @Test("Runs take their colors, with and without a table of blocks", arguments: [false, true])
  func expand(hasBlocks: Bool) throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let ends = randomEnds(width, &random)
      let blocks = FencedMemory((0..<UInt32(width)).map { x in UInt32(ends.firstIndex { x < $0 } ?? 0) })
      let colors = FencedMemory(randomBytes(4 * ends.count, &random))
      withExtendedLifetime((blocks, colors)) {
        table.pointee.expand(
          out, colors.bytes, ends, hasBlocks ? blocks.of(UInt32.self) : nil, ends.count)
      }
    }
  }

  @Test func addAndMean() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let ends = randomEnds(width, &random)
      var sums = [UInt32](repeating: 0, count: 4 * width)
      for _ in 0..<3 { table.pointee.add(&sums, randomBytes(4 * width, &random), width) }
      table.pointee.mean(out, sums, ends, ends.count, 3)
    }
  }

  /// The sums of 16 million rows in one column fit into 32 bits; sums of several columns need more bits.
  @Test("The mean of 16 million equal rows is exact") func meanOfManyRows() throws {
    let rows: UInt32 = 16_000_000
    let bytes: [UInt8] = [255, 254, 1, 255]
    let sums = (0..<12).map { UInt32(bytes[$0 % 4]) * rows }
    for level in Self.levels + [SEGUE_REFERENCE] {
      var colors = [UInt8](repeating: 9, count: 8)
      try #require(segue_kernels_at(level)).pointee.mean(&colors, sums, [2, 3], 2, rows)
      #expect(colors == bytes + bytes, "level \(level.rawValue)")
    }
  }

  @Test func resample() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let taps = Int.random(in: 1...9, using: &random)
      let columns = width + taps
      var sums = [Float](repeating: 0, count: 4 * columns)
      for row in 0..<3 {
        table.pointee.resample_down(
          &sums, randomPixels(columns, &random), .random(in: -0.2...0.8, using: &random), columns, row == 0)
      }
      let starts = (0..<width).map { _ in UInt32.random(in: 0...UInt32(columns - taps), using: &random) }
      let weights = (0..<width * taps).map { _ in Float.random(in: -0.3...0.7, using: &random) }
      table.pointee.resample_across(out, sums, starts, weights, taps, (0..<8).map { Float($0) / 8 }, width)
    }
  }

  @Test func premultiply() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      table.pointee.premultiply(out, randomBytes(4 * width, &random), width)
    }
  }

  @Test func unpremultiply() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      table.pointee.unpremultiply(out, randomPixels(width, &random), width)
    }
  }

  /// All 65,536 pairs, at all levels: the vector form multiplies by a reciprocal to divide.
  @Test func unpremultiplyOfEveryPair() throws {
    let pairs: [UInt8] = (0...255).flatMap { alpha in (0...255).flatMap { [UInt8($0), 0, 255, UInt8(alpha)] }
    }
    var expected = [UInt8](repeating: 0, count: pairs.count)
    reference.pointee.unpremultiply(&expected, pairs, 65536)
    for level in Self.levels {
      var actual = [UInt8](repeating: 0, count: pairs.count)
      try #require(segue_kernels_at(level)).pointee.unpremultiply(&actual, pairs, 65536)
      #expect(actual == expected)
    }
  }

  @Test func premultiplyingBackGivesTheSamePixel() {
    for alpha in 1...255 {
      for value in 0...alpha {
        let pixel = [UInt8(value), 0, 0, UInt8(alpha)]
        var straight = pixel
        var again = pixel
        reference.pointee.unpremultiply(&straight, pixel, 1)
        reference.pointee.premultiply(&again, straight, 1)
        #expect(again == pixel)
      }
    }
  }

  @Test func over() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      table.pointee.over(out, randomPixels(width, &random), .random(in: 0 ... .max, using: &random), width)
    }
  }

  @Test func isOpaque() throws {
    for level in Self.levels + [SEGUE_REFERENCE] {
      let table = try #require(segue_kernels_at(level))
      for width in 1...130 {
        var row = [UInt8](repeating: 255, count: 4 * width)
        #expect(table.pointee.is_opaque(row, width))
        row[4 * ((width * 7) % width) + 3] = 254
        #expect(!table.pointee.is_opaque(row, width))
        row[4 * (width - 1) + 3] = 127
        #expect(!table.pointee.is_opaque(row, width))
      }
    }
  }

  @Test("A single pixel that is not opaque is found, and colors are ignored") func oneThatIsNotOpaque() throws
  {
    var random = SeededGenerator(8)
    for width in [1, 2, 3, 15, 16, 17, 63, 64, 65, 130] {
      var row = randomBytes(4 * width, &random)
      for x in 0..<width { row[4 * x + 3] = 255 }
      for level in Self.levels + [SEGUE_REFERENCE] {
        let table = try #require(segue_kernels_at(level))
        #expect(table.pointee.is_opaque(row, width))
        for x in 0..<width {
          var other = row
          other[4 * x + 3] = .random(in: 0...254, using: &random)
          #expect(!table.pointee.is_opaque(other, width), "pixel \(x) of \(width)")
        }
      }
    }
  }

  @Test(arguments: [false, true]) func dropAlpha(isStreaming: Bool) throws {
    try check(bytesOut: { 3 * $0 }) { table, width, out, random in
      table.pointee.drop_alpha(out, randomBytes(4 * width, &random), width, isStreaming)
    }
  }

  @Test func matrix() throws {
    try check(bytesOut: { $0 }) { table, width, out, random in
      let weights = (0..<3).map { _ in Int16.random(in: .min...(.max), using: &random) }
      table.pointee.matrix(
        out, randomBytes(4 * width, &random), weights, .random(in: 0..<1 << 23, using: &random), width)
    }
  }

  @Test(arguments: [false, true]) func matrixHalf(isCentered: Bool) throws {
    try check(bytesOut: { 2 * (($0 + 1) / 2) }) { table, width, out, random in
      let weights = (0..<6).map { _ in Int16.random(in: .min...(.max), using: &random) }
      table.pointee.matrix_half(
        out, out + (width + 1) / 2, randomBytes(4 * width, &random), randomBytes(4 * width, &random), weights,
        .random(in: 0..<1 << 23, using: &random), isCentered, width)
    }
  }

  @Test(arguments: [false, true]) func colors(isHalved: Bool) throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let weights: [Int32] =
        [.random(in: 60000...80000, using: &random), 16]
        + (0..<4).map { _ in .random(in: -140000...140000, using: &random) }
      table.pointee.colors(
        out, randomBytes(width, &random), randomBytes(width, &random), randomBytes(width, &random), weights,
        isHalved, width)
    }
  }

  /// Compares with the exact sum, rounded half up: each entry is rounded once.
  @Test(arguments: [false, true]) func matrixIsRoundedToNearest(isCentered: Bool) {
    var generator = SeededGenerator(7)
    let width = 33
    let weights: [Int16] = [-3298, -11094, 14392, 14392, -13072, -1320]
    let rows = (0..<2).map { _ in randomBytes(4 * width, &generator) }
    var plane = [UInt8](repeating: 0, count: width)
    reference.pointee.matrix(&plane, rows[0], Array(weights[3...]), 128 << 15 + 1 << 14, width)
    var first = [UInt8](repeating: 0, count: 17)
    var second = first
    reference.pointee.matrix_half(
      &first, &second, rows[0], rows[1], weights, 128 << 15 + 1 << 14, isCentered, width)
    let halves = [first, second]
    func value(_ row: Int, _ x: Int, _ channel: Int) -> Double {
      (0..<3).reduce(0) { sum, c in
        sum + Double(weights[3 * channel + c]) * Double(rows[row][4 * min(max(x, 0), width - 1) + c])
      }
    }
    for x in 0..<width {
      #expect(Double(plane[x]) == (128 + value(0, x, 1) / 32768 + 0.5).rounded(.down))
      guard x % 2 == 0 else { continue }
      for channel in 0..<2 {
        let sum = (0..<2).reduce(0) {
          $0 + value($1, isCentered ? x + 1 : x - 1, channel) + 2 * value($1, x, channel)
            + value($1, x + 1, channel)
        }
        #expect(Double(halves[channel][x / 2]) == (128 + sum / 8 / 32768 + 0.5).rounded(.down))
      }
    }
  }

  @Test(arguments: [3, 4]) func subtractLeft(step: Int) throws {
    try check(bytesOut: { step * $0 }) { table, width, out, random in
      table.pointee.subtract_left(out, randomBytes(step * width, &random), step, step * width)
    }
  }

  @Test(arguments: [3, 4]) func subtractAverage(step: Int) throws {
    try check(bytesOut: { step * $0 }) { table, width, out, random in
      let row = randomBytes(step * width, &random)
      table.pointee.subtract_average(out, row, randomBytes(step * width, &random), step, step * width)
    }
  }

  @Test(arguments: [64, 640, 7680, 200_000]) func repeatRow(stride: Int) {
    for count in [0, 1, 2, 3, 10] {
      var generator = SeededGenerator(UInt64(stride))
      let row = randomBytes(stride, &generator)
      let memory = Guarded(stride * (count + 1), alignment: 0)
      memory.start.update(from: row, count: stride)
      segue_repeat_row(memory.start, stride, count)
      #expect(memory.bytes == Array((0...count).map { _ in row }.joined()))
      #expect(memory.isIntact)
    }
  }
}

/// Bytes between guard bytes, at a chosen offset from a 64-byte boundary.
private final class Guarded {
  private static let margin = 128
  private let memory: UnsafeMutableRawBufferPointer
  private let count: Int
  private let offset: Int

  init(_ count: Int, alignment: Int) {
    self.count = count
    offset = Self.margin + alignment
    memory = .allocate(byteCount: count + 2 * Self.margin + alignment, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0xa5)
  }

  deinit { memory.deallocate() }

  var start: UnsafeMutablePointer<UInt8> {
    memory.bindMemory(to: UInt8.self).baseAddress.unsafelyUnwrapped + offset
  }
  var bytes: [UInt8] { Array(memory[offset..<offset + count]) }
  var isIntact: Bool {
    memory[..<offset].allSatisfy { $0 == 0xa5 } && memory[(offset + count)...].allSatisfy { $0 == 0xa5 }
  }
}
