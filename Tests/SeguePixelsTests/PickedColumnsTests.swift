import SeguePixels
import SegueTestSupport
import Testing

@Suite struct PickedColumnsTests {
  /// Selected columns get pixels of a row, in any order and repeatedly; all other columns stay unchanged.
  @Test func pickedPixelsAreCopied() throws {
    var random = SeededGenerator(3)
    for width in [1, 2, 17, 100] {
      let input = try Bitmap.noise(width, 1, seed: UInt64(width))
      let first = Int.random(in: 0...width, using: &random)
      let columns = first..<Int.random(in: first...width, using: &random)
      let picked = (0..<width).map { _ in Int.random(in: 0..<width, using: &random) }
      var out = try Bitmap.noise(width, 1, seed: 99)
      let before = out
      input.withRow(0) { row in
        out.withMutableRow(0) { PickedColumns(columns) { picked[$0] }.put(row, into: &$0) }
      }
      for x in 0..<width {
        #expect(out[x, 0] == (columns.contains(x) ? input[picked[x], 0] : before[x, 0]), "\(x) of \(width)")
      }
    }
  }
}
