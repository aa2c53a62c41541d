import SegueStudio
import Testing

/// Frames become smaller where they are slow, and only there.
@Suite struct DraftScaleTests {
  private let slow = DraftScale.budget + 1

  @Test func slowFramesBecomeSmaller() {
    var scale = DraftScale()
    for _ in 0..<2 { scale.measured(slow, of: "a") }
    #expect(scale.factor(of: "a") == 1)
    scale.measured(slow, of: "a")
    #expect(scale.factor(of: "a") == DraftScale.steps[1])
    #expect(scale.factor(of: "b") == 1)
    for _ in 0..<100 { scale.measured(slow, of: "a") }
    #expect(scale.factor(of: "a") == DraftScale.steps.last)
  }

  @Test func aSlowFrameAmongFastOnesChangesNothing() {
    var scale = DraftScale()
    for number in 0..<100 { scale.measured(number % 3 == 0 ? DraftScale.budget : slow, of: "a") }
    #expect(scale.factor(of: "a") == 1)
  }
}
