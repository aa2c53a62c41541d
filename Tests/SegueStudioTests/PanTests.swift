import SegueStudio
import SegueTransitions
import Testing

/// Readings of a finger, as they come.
@Suite struct PanTests {
  @Test func ofTwoReadingsOfOneMomentTheLaterOneCounts() throws {
    var pan = try Pan(time: 3, x: 0.9, duration: 0.4, curve: nil)
    for (time, x) in [(3.1, 0.6), (3.1, 0.5), (3.2, 0.3), (3.2, 0.4)] { try pan.move(time: time, x: x) }
    #expect(pan.places.map(\.time) == [3, 3.1, 3.2])
    #expect(pan.places.map(\.x) == [0.9, 0.5, 0.4])
    let times = pan.recording.samples.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "as a storyboard takes them")
  }
}
