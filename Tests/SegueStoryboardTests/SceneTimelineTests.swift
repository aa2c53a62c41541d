import Segue
import SegueStoryboard
import SegueTestSupport
import Testing

@Suite struct SceneTimelineTests {
  private func timeline(_ counts: [Int]) -> SceneTimeline {
    var timeline = SceneTimeline()
    for count in counts { timeline.append(frames: count) }
    return timeline
  }

  /// The scene of each frame, found by counting frames.
  private func places(_ counts: [Int]) -> [(scene: Int, frame: Int)] {
    counts.indices.flatMap { scene in (0..<counts[scene]).map { (scene, $0) } }
  }

  @Test("Each frame belongs to one scene, and no frame to a scene without frames")
  func everyFrame() {
    var random = SeededGenerator(3)
    let lists = [
      [1], [7], [1, 3, 0, 2], [1, 0], [1, 0, 0, 4, 0], [0, 2], [1, 1, 1, 1, 1],
      Array(repeating: 30, count: 33),
    ]
    let more = (0..<100).map { _ in
      [1] + (0..<Int.random(in: 0...40, using: &random)).map { _ in .random(in: 0...5, using: &random) }
    }
    for counts in lists + more {
      let timeline = timeline(counts)
      #expect(timeline.frameCount == counts.reduce(0, +))
      let expected = places(counts)
      let found = (0..<timeline.frameCount).map { timeline.place(of: $0) }
      #expect(found.map(\.scene) == expected.map(\.scene), "\(counts)")
      #expect(found.map(\.frame) == expected.map(\.frame), "\(counts)")
      for (scene, count) in counts.enumerated() {
        let frames = timeline.frames(of: scene)
        #expect(frames.count == count && frames.upperBound <= timeline.frameCount)
        guard let first = frames.first, let last = frames.last else { continue }
        #expect(timeline.place(of: first) == (scene, 0))
        #expect(timeline.place(of: last) == (scene, count - 1))
      }
      // Scenes follow one another without a gap.
      #expect(timeline.frames(of: 0).lowerBound == 0)
      for scene in counts.indices.dropFirst() {
        #expect(timeline.frames(of: scene).lowerBound == timeline.frames(of: scene - 1).upperBound)
      }
    }
  }

  @Test("Times 0 and 1 are the first and the last frame, and each frame's time is its own")
  func times() {
    for counts in [[1], [1, 1], [1, 0], [1, 48, 12, 0, 48], [1, 600_000, 1]] {
      let timeline = timeline(counts)
      let last = timeline.frameCount - 1
      #expect(timeline.frame(at: 0) == 0 && timeline.frame(at: 1) == last, "\(counts)")
      for frame in [0, 1, last / 3, last / 2, last - 1, last] where (0...last).contains(frame) {
        #expect(timeline.frame(at: Double(frame) / Double(max(1, last))) == frame, "\(counts)")
      }
    }
  }

  @Test("Frame k of 1…n of a scene is at time k/n, so the last one is at 1")
  func timesOfFrames() {
    #expect((0..<4).map { SceneTimeline.time(of: $0, in: 4) } == [0.25, 0.5, 0.75, 1])
    for count in [1, 3, 7, 599, 10_000_000] {
      #expect(SceneTimeline.time(of: count - 1, in: count) == 1)
      #expect(SceneTimeline.time(of: 0, in: count) == 1 / Double(count))
    }
  }

  @Test(
    "At any rate a hold takes round(s × rate) frames, and a transition the same but at least one",
    arguments: [29.97, 59.94, 24000.0 / 1001, 1, 12.5, 60, 240, 0.1])
  func rates(rate: Double) throws {
    var story = try Storyboard(screens: StoryboardStepsTests.files, framesPerSecond: rate)
    let seconds = [0.5, 1, 0.033, 2.002, 10, 0.01]
    for (index, seconds) in seconds.enumerated() {
      try story.hold(seconds)
      try index.isMultiple(of: 2) ? story.push("b", duration: seconds) : story.pop(duration: seconds)
    }
    try story.hold(0)
    let exact = FrameRate(rate).perSecond
    let counts = seconds.flatMap { seconds in
      let frames = Int((seconds * exact).rounded())
      return [frames, max(1, frames)]
    }
    #expect(story.scenes.map(\.frameCount) == [1] + counts + [0])
    #expect(story.timeline == timeline([1] + counts + [0]) && story.frameCount == 1 + counts.reduce(0, +))
    // A transition ends at progress 1 and, but for a single frame, does not begin there.
    for motion in story.scenes.compactMap(\.motion) {
      #expect(motion.times.last == 1 && motion.progress.last == 1)
      #expect(motion.times.count == 1 || motion.times.first ?? 0 > 0 && motion.times.first ?? 1 < 1)
    }
  }

  @Test(
    "A storyboard's timeline has its scenes, also after a canceled pan, a hidden change and a refused step")
  func scenesOfAStoryboard() throws {
    var story = try Storyboard(screens: StoryboardStepsTests.files, framesPerSecond: 10)
    #expect(story.timeline == timeline([1]) && story.timeline.place(of: 0) == (0, 0))
    let back = PanRecording(
      rule: .push, width: 100, places: [(time: 0, x: 90), (time: 0.2, x: 80), (time: 0.4, x: 89)])
    try story.push("b", pan: back)
    try story.setStack(["b", "a"])
    #expect(throws: StoryboardError.self) { try story.popTo("c") }
    #expect(throws: StoryboardError.self) { try story.hold(-1) }
    try story.pop(duration: 0.3)
    #expect(story.scenes.count == 4 && story.timeline == timeline(story.scenes.map(\.frameCount)))
    #expect(story.timeline.frames(of: 2).isEmpty && story.timeline.frames(of: 3).count == 3)
    // The frame after the hidden change is the first of the pop.
    #expect(story.timeline.place(of: story.timeline.frames(of: 2).lowerBound) == (3, 0))
  }

  @Test("Reversed and repeated playback visits the same scenes in the reverse order")
  func playback() {
    let counts = [1, 4, 0, 2, 3]
    let (timeline, scenes) = (timeline(counts), places(counts).map(\.scene))
    func played(_ playback: Playback) -> [Int] {
      playback.frames(of: timeline.frameCount).map { timeline.place(of: $0).scene }
    }
    #expect(played(Playback()) == scenes)
    #expect(played(Playback(isReversed: true)) == scenes.reversed())
    #expect(played(Playback(isBoomerang: true)) == scenes + scenes.reversed().dropFirst())
    #expect(played(Playback(hold: 2)) == [0, 0] + scenes + [4, 4])
  }

  @Test("Storyboard frames played backward are its frames in the reverse order")
  func playedFrames() throws {
    var story = try Storyboard(screens: StoryboardStepsTests.files, framesPerSecond: 10)
    try story.push("b", Transitions.SlideDown(), duration: 0.3)
    try story.hold(0.2)
    let source = try StoryboardFrames(story)
    let hashes = try (0..<source.count).map { try hash(frame($0, of: source)) }
    let played = PlayedFrames(source, Playback(isBoomerang: true))
    #expect(source.count == 6 && hashes[3] == hashes[5] && Set(hashes).count == 4)
    #expect(
      try (0..<played.count).map { try hash(frame($0, of: played)) } == hashes + hashes.reversed().dropFirst()
    )
  }

  /// A linear search would take 1000 times as long.
  @Test("The time to find a frame among 10,000 scenes is logarithmic")
  func logarithmic() {
    func seconds(_ count: Int) -> Double {
      let timeline = timeline((0..<count).map { $0 % 4 })
      var (sum, frame) = (0, 0)
      let time = processorTime {
        for _ in 0..<200_000 {
          sum += timeline.place(of: frame).scene
          frame = (frame + 7919) % timeline.frameCount
        }
      }
      #expect(sum > 0)
      return time
    }
    let few = (0..<3).map { _ in seconds(10) }.min() ?? 0
    let many = (0..<3).map { _ in seconds(10_000) }.min() ?? 1
    #expect(many < 20 * few + 0.01, "not logarithmic: 1000 times as many scenes took \(few) s → \(many) s")
  }
}
