import SegueLaneProgram
import SegueLanes
import SeguePixels
import SegueTestSupport
import Testing

/// Programs for blocks of pixels.
@Suite struct BlockRunnerTests {
  /// The positions of a block's first and last row along v; the last row of blocks is shorter.
  @Test(arguments: [false, true]) func blocksHaveTheirRows(isFlipped: Bool) {
    var program = LaneProgram()
    (program.rowSlots, program.y, program.yEnd) = (2, 0, 1)
    program.result = [.row(0), .row(1)]
    let runner = BlockRunner(
      PreparedProgram(program), size: PixelSize(width: 8, height: 10), block: PixelSize(width: 4, height: 4),
      inputs: [], isFlipped: isFlipped, kernels: Kernels(.reference))
    #expect(runner.blockCount == 2)
    for (row, rows) in [0...3, 4...7, 8...9].enumerated() {
      var words = BlockWords(blocks: 2, count: 2)
      runner.results(ofBlockRow: row, into: &words)
      let (first, last) =
        isFlipped ? (9 - rows.upperBound, 9 - rows.lowerBound) : (rows.lowerBound, rows.upperBound)
      let positions = [first, last].map { Float((Double($0) + 0.5) / 10) }
      for block in 0..<2 {
        #expect(words[block].map { Float(bitPattern: $0) } == positions, "\(block) in \(row)")
      }
    }
  }

  /// Columns are computed in tiles of vectors of blocks, as many as fit the registers; the last block is
  /// narrower.
  @Test func blocksHaveTheirColumns() {
    var program = LaneProgram()
    (program.columnSlots, program.x, program.xEnd, program.registers) = (2, 0, 1, 640)
    program.pixel = [.call(.move, out: [.register(0)], in: [.column(0)])]
    program.result = [.column(0), .column(1), .register(0)]
    for level in SIMDLevel.available {
      let runner = BlockRunner(
        PreparedProgram(program), size: PixelSize(width: 158, height: 4),
        block: PixelSize(width: 4, height: 4),
        inputs: [], isFlipped: false, kernels: Kernels(level))
      #expect(runner.blockCount == 40)
      var words = BlockWords(blocks: 40, count: 3)
      runner.results(ofBlockRow: 0, into: &words)
      for block in 0..<40 {
        let positions = [4 * block, min(4 * block + 3, 157), 4 * block].map {
          Float((Double($0) + 0.5) / 158)
        }
        #expect(words[block].map { Float(bitPattern: $0) } == positions, "\(block), \(level)")
      }
    }
  }
}
