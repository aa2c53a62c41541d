import SegueStudio
import Testing

/// Slow frames are reduced in size, and no others.
@Suite struct DraftScaleTests {
  private let slow = DraftScale.rendering + 1

  @Test func slowRenderingReducesTheSizeOfAnEffect() {
    var scale = DraftScale()
    for _ in 0..<4 { scale.rendered(slow, of: "a") }
    #expect(scale.factor(of: "a") == 1)
    scale.rendered(slow, of: "a")
    #expect(scale.factor(of: "a") == DraftScale.steps[1])
    #expect(scale.factor(of: "b") == 1)
    for _ in 0..<100 { scale.rendered(slow, of: "a") }
    #expect(scale.factor(of: "a") == DraftScale.steps.last)
  }

  @Test func slowDisplayReducesTheSizeOfAllEffects() {
    var scale = DraftScale()
    for _ in 0..<5 { scale.shown(DraftScale.showing + 1) }
    #expect(scale.factor(of: "a") == DraftScale.steps[1])
    #expect(scale.factor(of: "b") == DraftScale.steps[1])
    // The smaller of both scales applies.
    scale.rendered(1, of: "b")
    for _ in 0..<10 { scale.rendered(slow, of: "a") }
    #expect(scale.factor(of: "a") == DraftScale.steps[2])
    #expect(scale.factor(of: "b") == DraftScale.steps[1])
  }

  @Test func someSlowFramesDoNotChangeTheSize() {
    var scale = DraftScale()
    for number in 0..<100 { scale.rendered(number % 3 == 0 ? DraftScale.rendering : slow, of: "a") }
    #expect(scale.factor(of: "a") == 1)
  }

  @Test func manyFastFramesIncreaseTheSize() {
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

  /// A frame may take 14 ms to render and 12 ms to show.
  @Test func timesAtTheLimitAreNotSlow() {
    for (milliseconds, factor) in [(14, 1), (14.01, 0.85)] {
      var scale = DraftScale()
      for _ in 0..<5 { scale.rendered(milliseconds, of: "a") }
      #expect(scale.factor(of: "a") == factor)
    }
    for (milliseconds, factor) in [(12, 1), (12.01, 0.85)] {
      var scale = DraftScale()
      for _ in 0..<5 { scale.shown(milliseconds) }
      #expect(scale.factor(of: "a") == factor)
    }
  }

  @Test("The size grows if a step larger would not be too slow", arguments: [(7.19, 1), (7.21, 0.85)])
  func quick(milliseconds: Double, factor: Double) {
    var scale = DraftScale()
    for _ in 0..<5 { scale.shown(100) }
    for _ in 0..<60 { scale.shown(milliseconds) }
    #expect(scale.factor(of: "a") == factor)
  }

  @Test("There are seven steps, each with about 0.7 times the pixels of the previous one")
  func shares() {
    let steps = DraftScale.steps
    #expect(steps.count == 7 && steps[0] == 1)
    for (larger, smaller) in zip(steps, steps.dropFirst()) {
      #expect((0.67...0.74).contains(smaller * smaller / (larger * larger)), "\(smaller)")
    }
    // Slow frames reduce the scale by one step at a time, down to the last step.
    var scale = DraftScale()
    for step in steps.dropFirst() + [steps[6]] {
      for _ in 0..<5 { scale.rendered(15, of: "a") }
      #expect(scale.factor(of: "a") == step)
    }
  }

  /// Old entries are evicted, so that names typed on the page do not accumulate.
  @Test func oldNamesAreForgotten() {
    var scale = DraftScale()
    for _ in 0..<5 { scale.rendered(100, of: "a") }
    for number in 0..<500 { scale.rendered(1, of: "\(number)") }
    #expect(scale.factor(of: "a") == DraftScale.steps[1])
    scale.rendered(1, of: "0")
    #expect(scale.factor(of: "a") == 1)
  }

  @Test func moderateTimesDoNotChangeTheSize() {
    var scale = DraftScale()
    for _ in 0..<5 { scale.shown(100) }
    for number in 0..<1000 { scale.shown(number % 50 == 0 ? DraftScale.showing * 0.8 : 1) }
    #expect(scale.factor(of: "a") == DraftScale.steps[1])
  }
}
