import SegueTestSupport
import Testing

@Suite("What errors advise", .enabled(if: hasFFmpeg, ffmpegMissing))
struct FailureTests {
  @Test("Sides that are even stay as they are", arguments: ["100x57", "101x56", "101x57"])
  func evenSides(_ size: String) throws {
    let folder = try TemporaryFolder()
    let run = try runSegue(["render", from, to, "--size", size, "-o", "a.mp4"], folder: folder.path)
    expectFailure(run, 73, saying: [size, "give --size 100x56 or --chroma 444"])
  }
}
