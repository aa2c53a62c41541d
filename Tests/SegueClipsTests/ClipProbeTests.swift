import SegueFiles
import SeguePixels
import SegueTestSupport
import Testing

import SegueClips

struct ClipProbeTests {
  private static let text = """
    packet|stream_index=0|pts=512|duration=512|flags=K_
    packet|stream_index=0|pts=2048|duration=512|flags=__
    packet|stream_index=1|pts=-1024|duration=1024|flags=KD|side_data|

    packet|stream_index=0|pts=1024|duration=512|flags=__
    packet|stream_index=0|pts=1536|duration=512|flags=__
    program|program_id=1|stream|index=0|codec_type=video
    stream|index=0|codec_name=h264|profile=High|codec_type=video|width=320|height=240|sample_aspect_ratio=4:3|pix_fmt=yuv420p|color_range=tv|color_space=bt709|field_order=tt|r_frame_rate=25/1|avg_frame_rate=25/1|time_base=1/12800|disposition:attached_pic=0|tag:language=a\\|b|side_data|side_data_type=Display Matrix|rotation=-90
    stream|index=1|codec_name=aac|codec_type=audio|sample_rate=44100|channels=1|channel_layout=mono
    stream|index=2|codec_name=mov_text|codec_type=subtitle
    format|format_name=mov,mp4|start_time=0.040000
    """

  @Test func propertiesAreParsed() throws {
    let probe = try ClipProbe(text: Array(Self.text.utf8), file: "a.mp4")
    #expect(probe.picture.codec == "h264" && probe.picture.turn == 90 && probe.picture.isInterlaced)
    #expect(probe.picture.sampleAspect.description == "4:3")
    #expect(probe.frames.map(\.stamp) == [512, 1024, 1536, 2048])
    #expect(probe.frames.map(\.isKey) == [true, false, false, false])
    #expect(probe.end == 2560)
    #expect(probe.sounds.map(\.rate) == [44100] && probe.otherStreams == 1)
    #expect(probe.start == ClipTime(4, 100))
  }

  /// With several edits, ffmpeg marks the packets before each edit as discarded.
  @Test("Discarded packets may have earlier decoding times")
  func discardedPackets() throws {
    let first = "packet|stream_index=0|pts=0|dts=0|duration=512|flags=K_\n"
    let discarded = "packet|stream_index=0|pts=-20000|dts=-20000|duration=512|flags=KD\n"
    let next = "packet|stream_index=0|pts=512|dts=512|duration=512|flags=K_\n"
    let stream = Self.text.split(separator: "\n").filter { !$0.hasPrefix("packet") }.joined(separator: "\n")
    let probe = try ClipProbe(text: Array((first + discarded + next + stream).utf8), file: "a.mp4")
    #expect(probe.frames.count == 2)
    let backward = discarded.replacing("KD", with: "K_")
    #expect(throws: ClipError.self) {
      try ClipProbe(text: Array((first + backward + next + stream).utf8), file: "a.mp4")
    }
  }

  /// Truncated and changed output is read or refused, and never a trap.
  @Test func changedOutputDoesNotTrap() {
    var generator = SeededGenerator(11)
    let bytes = Array(Self.text.utf8)
    let numbers = [
      "9223372036854775807", "-9223372036854775808", "0", "99999999999999999999", "N/A", "-1", "1e9",
    ]
    var refused = 0
    for _ in 0..<3000 {
      var text = bytes
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: text = Array(text.prefix(Int.random(in: 0...text.count, using: &generator)))
      case 1:
        for _ in 0..<8 {
          text[Int.random(in: 0..<text.count, using: &generator)] = .random(in: 0...255, using: &generator)
        }
      default:
        // Another number behind an equals sign.
        let signs = text.indices.filter { text[$0] == UInt8(ascii: "=") }
        let start = signs[Int.random(in: 0..<signs.count, using: &generator)] + 1
        let end = text[start...].firstIndex { [UInt8(ascii: "|"), 10].contains($0) } ?? text.count
        text.replaceSubrange(start..<end, with: Array(numbers.randomElement(using: &generator)!.utf8))
      }
      do throws(ClipError) {
        let probe = try ClipProbe(text: text, file: "a.mp4")
        #expect(!probe.frames.isEmpty && probe.end > probe.frames[probe.frames.count - 1].stamp)
        _ = probe.picture.timeBase.times(probe.end - probe.frames[0].stamp) + probe.start
      } catch { refused += 1 }
    }
    #expect(refused > 100)
  }

  @Test(.enabled(if: hasFFmpeg, ffmpegMissing)) func otherFilesAreRefused() throws {
    let clips = try ClipFixtures()
    let text = try clips.folder.write(Array("hello".utf8), "text.mp4")
    #expect(throws: ClipError.self) { try Clip(contentsOf: text) }
    let sound = clips.folder.file("sound.wav")
    _ = try output(of: ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=0.1", sound])
    #expect(
      try #require(throws: ClipError.self) { try Clip(contentsOf: sound) }.reason == "it has sound only")
    #expect(throws: FileError.missing(file: "no.mp4")) { try Clip(contentsOf: "no.mp4") }
  }
}
