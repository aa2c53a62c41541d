import SegueRendering
import Testing

@Suite struct FrameSequenceTests {
  @Test func aMomentWithoutAClockIsOfASecond() {
    #expect(FrameMoment(progress: 0.25).time == 0.25 && FrameMoment(progress: 0.25).seconds == 0.25)
    #expect(FrameMoment(progress: 0.25, time: 0.5).seconds == 0.5)
    #expect(FrameMoment(progress: 0.25, time: 0.5, duration: 4).seconds == 2)
  }

  /// A sixtieth of a second is half as much of two seconds as of one, and there is nothing before the first frame.
  @Test func framesLeadToAMomentEvenly() {
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
}
