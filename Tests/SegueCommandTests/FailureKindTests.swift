import Foundation
import SegueCommand
import SegueTestSupport
import Testing

@Suite("Errors that a retry may fix")
struct FailureKindTests {
  /// A script replaces ffmpeg.
  @Test("A failing encoder has exit code 75 in a shard, and 74 elsewhere")
  func encoder() throws {
    let folder = try TemporaryFolder()
    let script = "#!/bin/sh\nPATH=/usr/bin:/bin\ncat > /dev/null\necho 'no room' >&2\nexit 1\n"
    try folder.writeProgram(script, "bin/ffmpeg")
    func run(_ arguments: String...) throws -> Run {
      try runSegue(arguments, environment: ["PATH": folder.file("bin")], folder: folder.path)
    }
    expectSuccess(
      try run("plan", "render", from, to, "--frames", "2", "--shards", "1", "-o", "parts/%d.mp4"))
    expectFailure(try run("work", "plan.json", "--shard", "0"), 75, saying: ["ffmpeg: no room"])
    expectFailure(
      try run("render", from, to, "--frames", "2", "-q", "-o", "a.mp4"), 74, saying: ["ffmpeg: no room"])
  }

  @Test("Temporary failures allow another attempt")
  func mayPass() {
    #expect(
      FailureKind.allCases.filter(\.mayPass).map(\.rawValue) == [
        "file.unreadable", "file.cannot-create", "file.busy", "file.write-failed", "image.out-of-memory",
        "export.encoder-failed", "export.out-of-memory", "render.out-of-memory", "plan.incomplete",
      ])
  }
}
