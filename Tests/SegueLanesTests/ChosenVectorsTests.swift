import SegueLaneProgram
import SegueLanes
import SeguePixels
import SegueTestSupport
import Testing

/// The selected vectors of a row.
@Suite struct ChosenVectorsTests {
  /// Makes a program that copies the row below, with so many registers that a tile has only a few vectors, or
  /// one.
  private func program(registers: Int) -> LaneProgram {
    let channels = (0..<4).map { LaneProgram.Slot.register($0) }
    var program = LaneProgram()
    (program.textures, program.registers, program.result) = (1, registers, channels)
    program.pixel = [.call(.fetchRow, out: channels, in: [], texels: .init(texture: 0, x: 0, y: 1))]
    return program
  }

  /// The last vector of a row is partial, and the last row has none below it.
  @Test(arguments: [4, 320, 640], [[0..<1, 2..<5], [1..<2, 3..<6], [0..<3, 4..<6]])
  func pixelsAreThoseOfTheWholeRow(registers: Int, ranges: [Range<Int>]) throws {
    let size = PixelSize(width: 93, height: 3)
    let picture = try Bitmap.noise(size.width, size.height, seed: 1, opaque: true)
    for level in SIMDLevel.available {
      let runner = LaneRunner(
        PreparedProgram(program(registers: registers)), size: size,
        textures: [.picture(picture, isFlipped: false)],
        inputs: [], isFlipped: false, kernels: Kernels(level))
      runner.choose(VectorSet(ranges))
      for y in 0..<size.height {
        var row = [Pixel](repeating: .clear, count: size.width)
        var span = row.mutableSpan
        runner.read(y, into: &span)
        for x in row.indices {
          let isChosen = ranges.contains { $0.contains(x / 16) }
          #expect(row[x] == (isChosen ? picture[x, min(y + 1, 2)] : .clear), "\(x), \(y), \(level)")
        }
      }
    }
  }

  /// Texels of floats and of words are not packed as pixels.
  @Test(arguments: [false, true]) func texelsOfFloatsAreReadInPlace(hasWords: Bool) throws {
    let size = PixelSize(width: 93, height: 3)
    let samples = (0..<4 * size.width * size.height).map { UInt16($0 % 4 == 3 ? 65535 : $0 * 58) }
    let deep = try #require(Bitmap(width: size.width, height: size.height, rgba16: samples).deep)
    var program = program(registers: 4)
    program.pixel = [
      .call(.fetchRowFloats, out: program.result, in: [], texels: .init(texture: 0, x: 0, y: 1))
    ]
    for level in SIMDLevel.available {
      let floats = try deep.floats(Kernels(level).floats, threads: 1)
      func row(_ y: Int, of ranges: [Range<Int>]) -> [Pixel] {
        let runner = LaneRunner(
          PreparedProgram(program), size: size,
          textures: [
            hasWords ? .words(deep, isFlipped: false) : .floats(floats, isFlipped: false, isExact: true)
          ], inputs: [], isFlipped: false, kernels: Kernels(level))
        runner.choose(VectorSet(ranges))
        var row = [Pixel](repeating: .clear, count: size.width)
        var span = row.mutableSpan
        runner.read(y, into: &span)
        return row
      }
      for y in 0..<size.height {
        let (whole, chosen) = (row(y, of: [0..<6]), row(y, of: [0..<1, 2..<3, 4..<6]))
        for x in chosen.indices {
          let isChosen = ![1, 3].contains(x / 16)
          #expect(chosen[x] == (isChosen ? whole[x] : .clear), "\(x), \(y), \(level)")
        }
        #expect(whole[50].alpha == 255 && whole[50] != whole[51])
      }
    }
  }

  /// A program that mixes two pictures by a weight of the column, from 0 to 1.
  private var mixing: LaneProgram {
    func channels(_ first: Int) -> [LaneProgram.Slot] { (first..<first + 4).map { .register($0) } }
    var program = LaneProgram()
    (program.textures, program.registers, program.result) = (2, 13, channels(9))
    (program.columnSlots, program.x) = (1, 0)
    (program.frameSlots, program.constants) = (2, [0: Float(4).bitPattern, 1: Float(-1.5).bitPattern])
    let weight = LaneProgram.Slot.register(8)
    program.pixel = [
      .call(.saturatedMad, out: [weight], in: [.column(0), .frame(0), .frame(1)]),
      .call(.fetchRow, out: channels(0), in: [], texels: .init(texture: 0)),
      .call(.fetchRow, out: channels(4), in: [], texels: .init(texture: 1)),
    ]
    program.pixel += (0..<4).map {
      .call(.mix, out: [.register(9 + $0)], in: [.register($0), .register(4 + $0), weight])
    }
    return program
  }

  /// All vectors of a row, or some; the last one is partial.
  @Test(arguments: [[0..<13], [0..<1, 3..<7, 9..<13]])
  func chosenVectorsEqualThoseOfTheRow(ranges: [Range<Int>]) throws {
    let size = PixelSize(width: 203, height: 3)
    let pictures = try (1...2).map {
      try Bitmap.noise(size.width, size.height, seed: UInt64($0), opaque: true)
    }
    func rows(_ level: SIMDLevel, _ ranges: [Range<Int>]) -> [[Pixel]] {
      let runner = LaneRunner(
        PreparedProgram(mixing), size: size, textures: pictures.map { .picture($0, isFlipped: false) },
        inputs: [],
        isFlipped: false, kernels: Kernels(level))
      runner.choose(VectorSet(ranges))
      return (0..<size.height).map { y in
        var row = [Pixel](repeating: .clear, count: size.width)
        var span = row.mutableSpan
        runner.read(y, into: &span)
        return row
      }
    }
    let expected = rows(.reference, [0..<13])
    for level in SIMDLevel.available {
      for (y, row) in rows(level, ranges).enumerated() {
        for x in row.indices {
          let isChosen = ranges.contains { $0.contains(x / 16) }
          #expect(row[x] == (isChosen ? expected[y][x] : .clear), "\(x), \(y), \(level)")
        }
      }
    }
  }

  /// Two pictures that are read at an offset from the pixels, partly beyond an edge.
  @Test(
    "Texels beyond an edge are clamped to it",
    arguments: [(0, 0), (0, 1), (1, -1), (-1, 1), (20, -1), (-20, 2), (130, 9), (-130, -9)], [false, true])
  func texelsBeyondEdges(away: (x: Int, y: Int), isFlipped: Bool) throws {
    let size = PixelSize(width: 203, height: 4)
    let pictures = try (1...2).map {
      try Bitmap.noise(size.width, size.height, seed: UInt64($0), opaque: true)
    }
    func channels(_ first: Int) -> [LaneProgram.Slot] { (first..<first + 4).map { .register($0) } }
    var program = LaneProgram()
    (program.textures, program.registers, program.result) = (2, 12, channels(8))
    let texels = LaneProgram.Texels(texture: 0, x: Int32(away.x), y: Int32(away.y))
    let others = LaneProgram.Texels(texture: 1, x: Int32(-away.x), y: Int32(-away.y))
    program.pixel = [
      .call(.fetchRow, out: channels(0), in: [], texels: texels),
      .call(.fetchRow, out: channels(4), in: [], texels: others),
    ]
    // Red and blue of the first picture, green and alpha of the second.
    program.pixel += [0, 5, 2, 7].enumerated().map { index, register in
      .call(.saturate, out: [.register(8 + index)], in: [.register(register)])
    }
    func texel(_ picture: Bitmap, _ x: Int, _ y: Int) -> Pixel {
      picture[min(max(x, 0), size.width - 1), min(max(y, 0), size.height - 1)]
    }
    let down = isFlipped ? -away.y : away.y
    for level in SIMDLevel.available {
      for ranges in [[0..<13], [0..<1, 2..<5, 7..<13], [1..<2, 12..<13]] {
        let runner = LaneRunner(
          PreparedProgram(program), size: size, textures: pictures.map { .picture($0, isFlipped: isFlipped) },
          inputs: [],
          isFlipped: isFlipped, kernels: Kernels(level))
        if ranges.count > 1 { runner.choose(VectorSet(ranges)) }
        for y in 0..<size.height {
          var row = [Pixel](repeating: .clear, count: size.width)
          var span = row.mutableSpan
          runner.read(y, into: &span)
          let wrong = row.indices.first { x in
            guard ranges.contains(where: { $0.contains(x / 16) }) else { return row[x] != .clear }
            let first = texel(pictures[0], x + away.x, y + down)
            let second = texel(pictures[1], x - away.x, y - down)
            return row[x] != Pixel(red: first.red, green: second.green, blue: first.blue)
          }
          #expect(wrong == nil, "\(wrong ?? 0), \(y) of \(ranges), \(level)")
        }
      }
    }
  }
}
