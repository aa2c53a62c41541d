import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("segue apply: filters of the second image")
struct ApplyCommandTests {
  /// The order of the filters is visible in the result, since the mean of a block differs from the sample at
  /// its center.
  @Test("Second filters after the last blend follow those before it")
  func order() throws {
    let (small, large) = ("pixellate:fraction=0.03", "pixellate:fraction=0.2,sampling=mean")
    let run = try runSegue([
      "apply", from, to, "--second-filter", small, "--blend", "dissolve:mix=1", "--second-filter", large,
      "-f", "png", "-o", "-",
    ])
    expectSuccess(run)
    let picture = try Bitmap(contentsOf: to)
    let result = try Bitmap(decoding: run.output.array)
    #expect(try result == Chain.picture(picture).through(small, large).frame())
    #expect(try result != Chain.picture(picture).through(large, small).frame())
  }
}
