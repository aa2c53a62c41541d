import SegueFormats
import SeguePixels
import SeguePlan
import SegueTestSupport
import Testing

@Suite struct PlanFileTests {
  /// Though everything else is as it is here.
  @Test func aPlanOfALaterVersionIsRefused() throws {
    let folder = try TemporaryFolder()
    let name = folder.file("plan.json")
    var plan = Plan(
      segue: "0.0.0, built", folder: ".", command: ["render", "a.png"], kind: .frames, output: "%d.png",
      frames: 0..<4, rate: FrameRate(30), size: PixelSize(width: 2, height: 1), shards: 2, inputs: [])
    plan.version = Plan.version + 1
    try PlanFile.write(plan, to: name, overwrite: false)
    let reason = "a plan of version \(plan.version), which is not known here"
    #expect(throws: PlanError.invalid(file: name, reason: reason)) { try PlanFile(contentsOf: name) }
  }
}
