import SegueStudio
import Testing

/// Frames become smaller where they are slow, and only there.
@Suite struct DraftScaleTests {
  private let slow = DraftScale.rendering + 1

  @Test func framesThatAreRenderedSlowlyBecomeSmaller() {
    var scale = DraftScale()
    for _ in 0..<4 { scale.rendered(slow, of: "a") }
    #expect(scale.factor(of: "a") == 1)
    scale.rendered(slow, of: "a")
    #expect(scale.factor(of: "a") == DraftScale.steps[1])
    #expect(scale.factor(of: "b") == 1)
    for _ in 0..<100 { scale.rendered(slow, of: "a") }
    #expect(scale.factor(of: "a") == DraftScale.steps.last)
  }

  @Test func framesThatAreShownSlowlyBecomeSmallerWhateverTheyAre() {
    var scale = DraftScale()
    for _ in 0..<5 { scale.shown(DraftScale.showing + 1) }
    #expect(scale.factor(of: "a") == DraftScale.steps[1])
    #expect(scale.factor(of: "b") == DraftScale.steps[1])
    // The smaller one of both.
    scale.rendered(1, of: "b")
    for _ in 0..<10 { scale.rendered(slow, of: "a") }
    #expect(scale.factor(of: "a") == DraftScale.steps[2])
    #expect(scale.factor(of: "b") == DraftScale.steps[1])
  }

  @Test func aSlowFrameAmongFastOnesChangesNothing() {
    var scale = DraftScale()
    for number in 0..<100 { scale.rendered(number % 3 == 0 ? DraftScale.rendering : slow, of: "a") }
    #expect(scale.factor(of: "a") == 1)
  }

  @Test func whatIsQuickForLongBecomesLargerAgain() {
    var scale = DraftScale()
    for _ in 0..<10 { scale.shown(100) }
    for _ in 0..<59 { scale.shown(1) }
    #expect(scale.factor(of: "a") == DraftScale.steps[2])
    scale.shown(1)
    #expect(scale.factor(of: "a") == DraftScale.steps[1])
    for _ in 0..<60 { scale.shown(1) }
    #expect(scale.factor(of: "a") == 1)
    for _ in 0..<100 { scale.shown(1) }
    #expect(scale.factor(of: "a") == 1)
  }

  @Test func whatIsNeitherSlowNorQuickStaysAsItIs() {
    var scale = DraftScale()
    for _ in 0..<5 { scale.shown(100) }
    for number in 0..<1000 { scale.shown(number % 50 == 0 ? DraftScale.showing * 0.8 : 1) }
    #expect(scale.factor(of: "a") == DraftScale.steps[1])
  }
}
