import SegueClips
import SegueTestSupport
import Testing

@Suite("Waveforms of clips", .enabled(if: hasFFmpeg, ffmpegMissing))
struct ClipPeaksTests {
  let fixtures: ClipFixtures

  init() throws { fixtures = try ClipFixtures() }

  @Test("Each of the equal parts of a clip has its peak; after the end of the sound it is 0")
  func parts() throws {
    let file = try fixtures.make("a.mkv", sound: "if(lt(t,0.5),0.25,0.5)*sin(2*PI*440*t)*lt(t,0.75)")
    let peaks = try #require(try Clip(contentsOf: file).soundPeaks(4))
    for (peak, expected) in zip(peaks, [0.25, 0.25, 0.5, 0]) {
      #expect(abs(Double(peak) - expected) < 0.02)
    }
  }

  @Test("The peaks of a range of a clip are those of parts of the range")
  func range() throws {
    let file = try fixtures.make("a.mkv", sound: "if(lt(t,0.5),0,0.5)*sin(2*PI*440*t)")
    let peaks = try #require(try Clip(contentsOf: "\(file)[0.48s-1s]").soundPeaks(2))
    #expect(peaks.allSatisfy { abs($0 - 0.5) < 0.05 })
  }

  @Test("There are no peaks without sound, or if they are no longer wanted")
  func none() throws {
    #expect(try Clip(contentsOf: fixtures.make("silent.mp4")).soundPeaks(4) == nil)
    var parts = 0
    let clip = try Clip(contentsOf: fixtures.make("a.mkv", sound: "sin(t)"))
    let peaks = try clip.soundPeaks(9) {
      parts += 1
      return parts < 4
    }
    #expect(peaks == nil && parts == 4)
  }
}
