import Segue
import SegueStoryboard
import SegueTestSupport
import Testing

@Suite struct AnimatorReaderTests {
  /// However they are written.
  @Test(arguments: ["0.5", "50%"]) func aMomentStandsThereOnce(moment: String) {
    let other = moment == "0.5" ? "50%" : "0.5"
    let error = #expect(throws: StoryboardError.self) {
      try LayerAnimator(
        yaml: "push:\n  - layer: from\n    x: {0: 0, \(other): 10, \(moment): 20}", named: "a.yaml")
    }
    #expect(
      error.map { "\($0)" }
        == "a.yaml:3: push[0].x.\(moment): the moment \(moment) is not after the one before")
  }

  @Test func picturesOfLayersHaveTheLimitOfTheOptions() throws {
    let yaml = "push:\n  - layer: \(vectorsFolder)/from.png"
    _ = try LayerAnimator(yaml: yaml, named: "a.yaml")
    let error = #expect(throws: StoryboardError.self) {
      try LayerAnimator(yaml: yaml, named: "a.yaml", options: DecodeOptions(maxPixels: 99))
    }
    #expect(
      error.map { "\($0)" }?.hasSuffix("more than the limit of 99") == true, "\(String(describing: error))")
  }
}
