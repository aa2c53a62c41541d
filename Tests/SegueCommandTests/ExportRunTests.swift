import Foundation
import SegueTestSupport
import Testing

@Suite("The closing line of an export")
struct ExportRunTests {
  /// 13 frames at 120 a second are 5 at 50.
  @Test("Frames that a GIF leaves out are not kept ones")
  func framesLeftOut() throws {
    let folder = try TemporaryFolder()
    let run = try runSegue(
      ["render", from, to, "--frames", "13", "--fps", "120", "-o", "a.gif"], folder: folder.path)
    expectSuccess(run)
    #expect(run.errorText.hasPrefix("5 frames of 160x90 in "))
    #expect(run.errorText.hasSuffix(" frames/s)\n"), "\(run.errorText)")
  }
}
