import Segue
import Testing

@Suite struct SoundtrackTests {
  @Test func numbersAreClampedToTheirRanges() {
    let numbers: [(given: Double, seconds: Double, volume: Double)] = [
      (-1, 0, 0), (0, 0, 0), (0.25, 0.25, 0.25), (1, 1, 1), (2, 2, 2), (100, 100, 100), (101, 101, 100),
      (1e6, 1e6, 100), (2e6, 1e6, 100), (.infinity, 1e6, 100), (-.infinity, 0, 0),
    ]
    for (given, seconds, volume) in numbers {
      let sound = Soundtrack("a.ogg", start: given, volume: given, fade: given)
      #expect(sound.start == seconds && sound.volume == volume && sound.fade == seconds, "\(given)")
    }
    #expect(Soundtrack("a.ogg") == Soundtrack("a.ogg", start: 0, volume: 1, fade: 0))
  }

  /// Sound that this process mixed is not decoded before the export; sound of a file is.
  @Test func mixedSoundIsNotTried() throws {
    let rate = FrameRate(25)
    _ = try SoundPart(Soundtrack(mixed: "nowhere.wav"), frames: 0..<25, rate: rate).tried()
    #expect(throws: FileError.missing(file: "nowhere.wav")) {
      try SoundPart(Soundtrack("nowhere.wav"), frames: 0..<25, rate: rate).tried()
    }
  }

  /// Times are rounded to microseconds, and a second more is read than is used.
  @Test func ffmpegGetsTheRangeVolumeAndFade() throws {
    let whole = "atrim=start=0us:duration=3000000us,asetpts=PTS-STARTPTS"
    let cases: [(sound: Soundtrack, frames: Int, rate: Double, read: String, filter: String)] = [
      (Soundtrack("a"), 30, 10, "4000000us", whole),
      (Soundtrack("a", volume: 0.5), 30, 10, "4000000us", whole + ",volume=0.5"),
      (Soundtrack("a", volume: 0), 30, 10, "4000000us", whole + ",volume=0.0"),
      (
        Soundtrack("a", fade: 1), 30, 10, "4000000us", whole + ",afade=t=out:st=2000000us:d=1000000us"
      ),
      (Soundtrack("a", fade: 7), 30, 10, "4000000us", whole + ",afade=t=out:st=0us:d=3000000us"),
      (
        Soundtrack("a", start: 1.25, volume: 2, fade: 0.5), 2, 3, "2916667us",
        "atrim=start=1250000us:duration=666667us,asetpts=PTS-STARTPTS,volume=2.0,"
          + "afade=t=out:st=166667us:d=500000us"
      ),
    ]
    for (sound, frames, rate, read, filter) in cases {
      let rate = FrameRate(rate)
      let join = SegmentJoin(
        [("s", frames)], Formats.MKV(), rate: rate, sound: SoundPart(sound, frames: 0..<frames, rate: rate))
      let words = join.words(to: "out")
      let time = try #require(words.firstIndex(of: "-t"))
      #expect(words[time - 2] == "-stream_loop" && words[time - 1] == "-1" && words[time + 1] == read)
      let place = try #require(words.firstIndex(of: "-filter:a"))
      #expect(words[place + 1] == filter)
    }
  }
}
