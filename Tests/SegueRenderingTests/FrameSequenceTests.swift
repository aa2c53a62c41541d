import SegueRendering
import Testing

@Suite struct FrameSequenceTests {
  @Test func aMomentWithoutADurationIsOfASecond() {
    #expect(FrameMoment(progress: 0.25).time == 0.25 && FrameMoment(progress: 0.25).seconds == 0.25)
    #expect(FrameMoment(progress: 0.25, time: 0.5).seconds == 0.5)
    #expect(FrameMoment(progress: 0.25, time: 0.5, duration: 4).seconds == 2)
  }

  /// A sixtieth of a second is half the share of two seconds; there are no frames before the first.
  @Test func aMomentHasEarlierFramesAtEqualIntervals() {
    let frame = FrameMoment(progress: 0.75, time: 0.5, duration: 2).numbered
    #expect(frame.index == 60 && frame.sequence.interval == 1.0 / 60)
    let moments = [60, 45, 30, 0].map { frame.sequence.moment(of: $0) }
    #expect(moments.map(\.progress) == [0.75, 0.625, 0.5, 0.25])
    #expect(moments.map(\.time) == [0.5, 0.375, 0.25, 0])
    #expect(moments.allSatisfy { $0.duration == 2 })
    #expect(moments.map(\.number) == [60, 45, 30, 0])
    let early = FrameMoment(progress: 0.125, time: 0.5, duration: 2).numbered
    #expect(early.sequence.moment(of: 30).progress == 0)
  }

  @Test("Frames are numbered from 0, up to a million")
  func numbersHaveBounds() {
    #expect(
      FrameMoment(progress: -1).number == 0 && FrameMoment(progress: 1, duration: 1e9).number == 1_000_000)
    #expect(FrameMoment(progress: 1, duration: 10_000).number == 600_000)
    #expect(FrameMoment(progress: .nan).number == 0 && FrameMoment(progress: 0, duration: .nan).number == 0)
  }

  private func sequence() -> FrameSequence {
    FrameSequence(interval: 0.1) { FrameMoment(progress: Double($0) / 10) }
  }

  @Test("Equal numbers in the same sequence are the same frame")
  func framesAreTold() {
    let (one, other) = (sequence(), sequence())
    #expect(one.moment(of: 3) == one.moment(of: 3) && one.moment(of: 3).frame != one.moment(of: 4).frame)
    #expect(one.moment(of: 3).frame != other.moment(of: 3).frame)
    #expect(one.moment(of: 3).interval == 0.1)
  }

  @Test("Memory is separate for each effect, place and sequence")
  func memoriesAreApart() {
    let sequences = [sequence(), sequence()]
    var made = 0
    func memory(_ sequence: Int, _ effect: Int, _ place: Int) -> Int {
      sequences[sequence].memory(of: effect, at: place) {
        made += 1
        return made
      }
    }
    let keys = [(0, 1, 2), (0, 2, 1), (0, 1, 1), (0, 2, 2), (1, 1, 2)]
    for _ in 0..<2 { #expect(keys.map { memory($0, $1, $2) } == [1, 2, 3, 4, 5]) }
  }
}
