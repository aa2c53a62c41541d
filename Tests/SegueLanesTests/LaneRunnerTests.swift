import SegueLanes
import SeguePixels
import Testing

@Suite struct LaneRunnerTests {
  /// The positions of a block's first and last row, as v counts them; the last row of blocks is not as high as others.
  @Test(arguments: [false, true]) func blocksKnowTheirRows(isFlipped: Bool) {
    var program = LaneProgram()
    (program.rowSlots, program.y, program.yEnd) = (2, 0, 1)
    program.result = [.row(0), .row(1)]
    let runner = LaneRunner(
      program, size: PixelSize(width: 8, height: 10), block: PixelSize(width: 4, height: 4), textures: [],
      inputs: [], isFlipped: isFlipped, kernels: Kernels(.reference))
    #expect(runner.blockCount == 2)
    for (row, rows) in [0...3, 4...7, 8...9].enumerated() {
      var words = [UInt32](repeating: 0, count: 4)
      runner.results(ofBlockRow: row, into: &words)
      let (first, last) =
        isFlipped ? (9 - rows.upperBound, 9 - rows.lowerBound) : (rows.lowerBound, rows.upperBound)
      let positions = [first, first, last, last].map { Float((Double($0) + 0.5) / 10) }
      #expect(words.map { Float(bitPattern: $0) } == positions, "\(row)")
    }
  }
}
