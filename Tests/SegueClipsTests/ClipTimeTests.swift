import SegueFormats
import SegueTestSupport
import Testing

import SegueClips

struct ClipTimeTests {
  @Test func sumsAreExact() {
    let frame = ClipTime(1001, 30000)
    let sum = (0..<9000).reduce(ClipTime.zero) { sum, _ in sum + frame }
    #expect(sum == ClipTime(3003, 10))
    #expect(sum - ClipTime(3003, 10) == .zero)
    #expect(ClipTime(1, 3) < ClipTime(34, 100) && !(ClipTime(2, 6) < ClipTime(1, 3)))
  }

  @Test func halvesAreRoundedAwayFromZero() {
    #expect(ClipTime(1, 2).rounded(at: 1) == 1)
    #expect(ClipTime(-1, 2).rounded(at: 1) == -1)
    #expect(ClipTime(499, 1000).rounded(at: 1) == 0)
    #expect(ClipTime(-1, 3).floor(perSecond: 1) == -1)
    #expect(ClipTime(7, 2).floor(perSecond: 1) == 3)
  }

  /// Denominators that exceed 64 bits together are rounded instead of trapping.
  @Test func oddTimeBasesStayWithinANanosecond() {
    var generator = SeededGenerator(3)
    var (sum, seconds) = (ClipTime.zero, 0.0)
    for _ in 0..<100 {
      let base = Int.random(in: 900_000_000...1_000_000_000, using: &generator)
      let time = ClipTime(Int.random(in: 1...base * 10, using: &generator), base)
      sum = sum + time
      seconds += time.seconds
    }
    #expect(abs(sum.seconds - seconds) < 1e-7)
  }
}

struct ClipNameTests {
  @Test(
    arguments: [
      ("a.mp4[3.5s]", "a.mp4", 3.5, nil), ("a.mp4[3.5s-9s]", "a.mp4", 3.5, 9),
      ("a[1]b.mov[0s]", "a[1]b.mov", 0, nil),
    ] as [(String, String, Double, Double?)])
  func rangesInNamesAreParsed(_ name: String, file: String, start: Double, end: Double?) {
    let clip = ClipName(name)
    #expect(clip.file == file)
    #expect(clip.part?.start.seconds == start)
    #expect(clip.part?.end?.seconds == end)
  }

  @Test(arguments: [
    "a.mp4", "a.tif[2]", "a.mp4[3.5]", "a.mp4[-1s]", "a.mp4[3s-2s]", "a.mp4[nans]", "[1s]", "a[1e9s]",
  ])
  func otherNamesAreFiles(_ name: String) {
    #expect(ClipName(name).file == name)
    #expect(ClipName(name).part == nil)
  }
}
