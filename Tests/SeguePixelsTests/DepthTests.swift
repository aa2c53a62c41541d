import CSegueKernels
import SeguePixels
import Testing

@Suite struct DepthTests {
  private func samples(_ count: Int, seed: UInt64) -> [UInt16] {
    var random = SystemSeed(state: seed)
    return (0..<count).map { _ in UInt16(truncatingIfNeeded: random.next()) }
  }

  /// A random number generator with a seed.
  private struct SystemSeed {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
  }

  @Test func samplesOf16BitsAreExact() throws {
    let words = samples(4 * 37 * 5, seed: 1)
    let bitmap = try Bitmap(width: 37, height: 5, rgba16: words)
    #expect(try bitmap.rgba16() == words && bitmap.depth == .sixteen)
    #expect(try bitmap.converted(to: .eight).depth == .eight)
  }

  @Test func opaqueSamplesAreUnchangedByFloats() throws {
    var words = samples(4 * 64 * 4, seed: 2)
    for alpha in stride(from: 3, to: words.count, by: 4) { words[alpha] = .max }
    let bitmap = try Bitmap(width: 64, height: 4, rgba16: words)
    #expect(try bitmap.converted(to: .float).converted(to: .sixteen).rgba16() == words)
  }

  /// Pixels of 16 bits are rounded to 8 bits at their first use, here by several threads at once.
  ///
  /// The result equals pixels that are rounded in advance.
  @Test func pixelsAreRoundedAtTheirFirstUse() async throws {
    var words = samples(4 * 300 * 200, seed: 3)
    for alpha in stride(from: 3, to: words.count, by: 4) { words[alpha] = .max }
    let size = PixelSize(width: 300, height: 200)
    func storage() throws -> WideStorage {
      let storage = try WideStorage(size)
      _ = storage.samples.update(fromContentsOf: words)
      return storage
    }
    let expected = try storage().rounded()
    let (bitmap, deep) = try (storage().bitmap(), Bitmap(width: 300, height: 200, rgba16: words))
    #expect(bitmap.isOpaque && bitmap.depth == .sixteen)
    try await withThrowingTaskGroup(of: (Bool, Bool).self) { group in
      for _ in 0..<4 { group.addTask { (bitmap == expected, deep.rgba() == expected.rgba()) } }
      for try await isEqual in group { #expect(isEqual == (true, true)) }
    }
    words[7] = 1000
    let transparent = try storage().bitmap()
    #expect(try transparent == storage().rounded() && !transparent.isOpaque)
  }

  @Test func aWrongNumberOfSamplesIsAnError() {
    let size = PixelSize(width: 2, height: 1)
    #expect(throws: RenderError.wrongByteCount(14, size, pixelBytes: 8)) {
      try Bitmap(width: 2, height: 1, rgba16: [UInt16](repeating: 0, count: 7))
    }
    #expect(throws: RenderError.wrongByteCount(36, size, pixelBytes: 16)) {
      try Bitmap(width: 2, height: 1, floats: [Float](repeating: 0, count: 9))
    }
  }

  @Test func samplesOf8BitsAreMultipliedBy257() throws {
    var bitmap = try Bitmap(width: 256, height: 1)
    for x in 0..<256 { bitmap[x, 0] = Pixel(red: UInt8(x), green: 0, blue: 255) }
    let words = try bitmap.converted(to: .sixteen).rgba16()
    for x in 0..<256 {
      #expect(words[4 * x] == UInt16(257 * x))
      #expect(words[4 * x + 2] == UInt16.max)
    }
    #expect(try bitmap.converted(to: .float).converted(to: .eight) == bitmap)
  }

  @Test func halvesAreRoundedToNearest() {
    let table = segue_float_kernels_at(SEGUE_REFERENCE, SEGUE_STORED)
    var bits = (0...UInt16.max).map { $0 }
    var floats = [Float](repeating: 0, count: bits.count)
    table?.pointee.from_halves(&floats, bits, bits.count)
    for (half, float) in zip(bits, floats) {
      let exact = Float(Float16(bitPattern: half))
      #expect(float == exact || float.isNaN && exact.isNaN)
    }
    let between: [Float] = [
      0.1, 1 / 3, 65519.9, 65520, 1e-8, 6e-8, 3e-5, 2049, 2051, -2049, .infinity, .nan, 1e30,
    ]
    var halves = [UInt16](repeating: 0, count: between.count)
    table?.pointee.to_halves(&halves, between, between.count)
    for (float, half) in zip(between, halves) {
      #expect(Float16(bitPattern: half) == Float16(float) || float.isNaN && Float16(bitPattern: half).isNaN)
    }
    bits = []
  }

  @Test(arguments: [1, 2, 3, 4, 5, 15, 16, 17, 64, 67]) func allLevelsGiveEqualResults(count: Int) throws {
    let words = samples(4 * count, seed: UInt64(count)), others = samples(4 * count, seed: UInt64(count) + 99)
    let bytes = words.map { UInt8(truncatingIfNeeded: $0 >> 8) }
    let turns = (0..<count).map { Float($0 % 7) / 7 }
    let results = SIMDLevel.available.map { level -> [[UInt32]] in
      guard let table = segue_float_kernels_at(level.cLevel, SEGUE_STORED)?.pointee else { return [] }
      var (a, b, c) = (floats(4 * count), floats(4 * count), floats(4 * count))
      var out: [[Float]] = []
      table.from_words(&a, words, count)
      table.from_words(&b, others, count)
      table.from_bytes(&c, bytes, count)
      out += [a, b, c]
      table.mix(&c, a, b, 0.3, 4 * count)
      out.append(c)
      table.mix_turns(&c, a, b, turns, 0.5, 3, true, count)
      out.append(c)
      table.take_turns(&c, a, b, turns, 0.5, count)
      out.append(c)
      table.overlay(&c, a, 0.7, count)
      out.append(c)
      table.over(&c, a, [0.1, 0.2, 0.3, 1], count)
      out.append(c)
      table.unpremultiply(&c, a, count)
      out.append(c)
      var narrow = [UInt16](repeating: 0, count: 4 * count)
      var wide: [[UInt32]] = out.map { $0.map(\.bitPattern) }
      table.to_words(&narrow, a, count)
      wide.append(narrow.map(UInt32.init))
      table.to_halves(&narrow, a, 4 * count)
      wide.append(narrow.map(UInt32.init))
      table.mix_words(&narrow, words, others, 0.3, 4 * count)
      wide.append(narrow.map(UInt32.init))
      var eight = [UInt8](repeating: 0, count: 4 * count)
      table.to_bytes(&eight, a, count)
      wide.append(eight.map(UInt32.init))
      wide.append([table.are_opaque(a, count) ? 1 : 0])
      return wide
    }
    for result in results.dropFirst() { #expect(result == results[0]) }
  }

  private func floats(_ count: Int) -> [Float] { Array(repeating: 0, count: count) }

  @Test func aPictureIsFittedWithItsBits() throws {
    // A ramp of 16 bits that 8 bits cannot hold.
    let words = (0..<64 * 8).flatMap { index -> [UInt16] in
      let value = UInt16(20000 + 3 * (index % 64))
      return [value, value, value, .max]
    }
    let bitmap = try Bitmap(width: 64, height: 8, rgba16: words)
    let wide = try bitmap.fitted(to: PixelSize(width: 128, height: 16), .stretch)
    let row = try wide.rgba16()[0..<4 * 128]
    let steps = Set(stride(from: 0, to: row.count, by: 4).map { row[$0] })
    #expect(steps.count > 100 && wide.depth == .sixteen)
    let boxed = try bitmap.fitted(
      to: Framing(size: PixelSize(width: 64, height: 64), fit: .contain, background: .white))
    #expect(try boxed.rgba16()[0..<4] == [.max, .max, .max, .max])
    #expect(try boxed.rgba16()[4 * 64 * 30..<4 * 64 * 30 + 4] == [20000, 20000, 20000, .max])
  }
}
