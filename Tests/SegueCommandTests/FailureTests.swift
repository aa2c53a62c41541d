import SegueTestSupport
import Testing

@Suite("Advice in errors", .enabled(if: hasFFmpeg, ffmpegMissing))
struct FailureTests {
  @Test("Advice about odd sides keeps even ones", arguments: ["100x57", "101x56", "101x57"])
  func evenSides(_ size: String) throws {
    let folder = try TemporaryFolder()
    let run = try runSegue(["render", from, to, "--size", size, "-o", "a.mp4"], folder: folder.path)
    expectFailure(run, 73, saying: [size, "give --size 100x56 or --chroma 444"])
  }
}
