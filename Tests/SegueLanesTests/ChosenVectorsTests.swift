import SegueLanes
import SeguePixels
import SegueTestSupport
import Testing

/// Vectors of a row that are computed without those between them.
@Suite struct ChosenVectorsTests {
  /// A program whose pixels are those of the row below, with so many registers that some vectors fit a tile, or one.
  private func program(registers: Int) -> LaneProgram {
    let channels = (0..<4).map { LaneProgram.Slot.register($0) }
    var program = LaneProgram()
    (program.textures, program.registers, program.result) = (1, registers, channels)
    program.pixel = [.call(.fetchRow, out: channels, in: [], texels: .init(texture: 0, x: 0, y: 1))]
    return program
  }

  /// The last vector of a row is not full, and its last row has none below it.
  @Test(arguments: [4, 320, 640], [[0..<1, 2..<5], [1..<2, 3..<6], [0..<3, 4..<6]])
  func pixelsAreThoseOfTheWholeRow(registers: Int, ranges: [Range<Int>]) throws {
    let size = PixelSize(width: 93, height: 3)
    let picture = try Bitmap.noise(size.width, size.height, seed: 1, opaque: true)
    for level in SIMDLevel.available {
      let runner = LaneRunner(
        program(registers: registers), size: size, textures: [.picture(picture, isFlipped: false)],
        inputs: [], isFlipped: false, kernels: Kernels(level))
      runner.choose(ranges)
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
}
