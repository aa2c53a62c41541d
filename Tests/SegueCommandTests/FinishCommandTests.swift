import Foundation
import SegueTestSupport
import Testing

@Suite("segue finish: destinations")
struct FinishCommandTests {
  @Test("Standard output works with a plan in any folder")
  func standardOutput() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("jobs"), withIntermediateDirectories: false)
    let render = ["render", from, to, "--frames", "2"]
    for arguments in [
      ["plan"] + render + ["--shards", "1", "-o", "%d.png"], ["work", "plan.json", "--shard", "0"],
    ] {
      expectSuccess(try runSegue(arguments, folder: folder.file("jobs")))
    }
    let stream = ["-f", "y4m", "-o", "-", "-q"]
    let movie = try runSegue(["finish", "jobs/plan.json"] + stream, folder: folder.path)
    expectSuccess(movie)
    #expect(try movie.output == runSegue(render + stream).output)
    #expect(folder.names() == ["jobs"])
    // Names are relative to the working folder: names of the shards' files are refused, but equal names in
    // other folders are not.
    let refused = try runSegue(["finish", "plan.json", "-o", "%d.png", "-q"], folder: folder.file("jobs"))
    expectFailure(refused, 64, saying: ["that is where the shards write"])
    expectSuccess(try runSegue(["finish", "jobs/plan.json", "-o", "%d.png", "-q"], folder: folder.path))
    #expect(folder.names().sorted() == ["0.png", "1.png", "jobs"])
  }
}
