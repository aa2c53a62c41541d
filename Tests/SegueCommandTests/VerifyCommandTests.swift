import Foundation
import SegueTestSupport
import Testing

@Suite("segue verify: what it says")
struct VerifyCommandTests {
  @Test(
    "Of files that are not of the plan the first is named, and others are counted",
    arguments: ["frames", "a/b/frames"])
  func unplanned(frames: String) throws {
    let folder = try TemporaryFolder()
    func run(_ arguments: String...) throws -> Run { try runSegue(arguments, folder: folder.path) }
    expectSuccess(
      try run("plan", "render", from, to, "--frames", "2", "--shards", "1", "-o", "\(frames)/%d.png"))
    expectSuccess(try run("work", "plan.json", "--shard", "0"))
    for (number, said) in [(7, ""), (8, " and 1 more"), (9, " and 2 more")] {
      try folder.write([1], "\(frames)/\(number).png")
      let found = try run("verify", "plan.json")
      expectSuccess(found)
      #expect(found.errorLines.last == "not of this plan: \(frames)/7.png\(said)", "\(found.errorText)")
    }
  }
}
