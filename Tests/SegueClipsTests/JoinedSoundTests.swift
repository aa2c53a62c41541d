import SegueFiles
import SegueFormats
import SegueTestSupport
import Testing

import SegueClips

@Suite("The sound of clips", .enabled(if: hasFFmpeg, ffmpegMissing))
struct JoinedSoundTests {
  let clips: ClipFixtures

  init() throws { clips = try ClipFixtures() }

  private static let intra = ["-c:v", "ffv1"]

  private func samples(_ words: [String]) throws -> [Int] {
    let bytes = try output(of: ["ffmpeg", "-v", "error"] + words + ["-f", "s16le", "-ac", "1", "pipe:1"])
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
    }
  }

  private func mixed(_ files: [String], joint: ClipTime, _ curve: FadeCurve = .tri) throws -> (
    JoinedSound, [Int]
  ) {
    let items = try files.map { JoinTimeline.Item.clip(try Clip(contentsOf: $0)) }
    let sound = try #require(JoinedSound(JoinTimeline(items, joint: joint, rate: 25), curve: curve))
    let file = try sound.mixed()
    return try withExtendedLifetime(file) { (sound, try samples(["-i", "file:\(file.path)"])) }
  }

  /// Crossfades equal those of ffmpeg's filter `acrossfade`, within one step of 16 bits, for each of its
  /// curves.
  @Test func crossfadesAreThoseOfFFmpeg() throws {
    let first = try clips.make("a.mkv", sound: "0.4*sin(2*PI*440*t)", Self.intra)
    let second = try clips.make("b.mkv", sound: "0.3*sin(2*PI*700*t)", Self.intra)
    // ffmpeg 5.1 does not have these yet.
    let later: [FadeCurve] = [.quat, .quatr, .qsin2, .hsin2]
    for curve in FadeCurve.allCases where !later.contains(curve) {
      let (sound, actual) = try mixed([first, second], joint: ClipTime(2, 5), curve)
      let filter = "[0:a][1:a]acrossfade=d=0.4:c1=\(curve.rawValue):c2=\(curve.rawValue)"
      let expected = try samples(["-i", first, "-i", second, "-filter_complex", filter])
      #expect(actual.count == sound.sampleCount && actual.count == expected.count)
      let worst = zip(actual, expected).map { abs($0 - $1) }.max() ?? .max
      #expect(worst <= 1, "\(curve): \(worst)")
    }
  }

  /// A clip without sound is silent for its duration; the next sound begins at its exact sample.
  @Test func clipsWithoutSoundAreSilent() throws {
    let loud = try clips.make("a.mkv", sound: "0.5", Self.intra)
    let (sound, actual) = try mixed([clips.make("b.mkv", Self.intra), loud], joint: ClipTime(1, 25))
    #expect(actual.count == sound.sampleCount && actual.count == 48000 * 49 / 25)
    #expect(actual[..<(48000 * 24 / 25)].allSatisfy { $0 == 0 })
    #expect(actual[48000...].allSatisfy { abs($0 - 16384) <= 1 })
  }

  /// Clicks keep their positions relative to the frames, even after many joints.
  @Test func clicksKeepTheirTimeAfterManyJoints() throws {
    let clip = try clips.make("a.mkv", sound: "lt(abs(t-0.5)\\,0.0005)", Self.intra)
    let (_, actual) = try mixed([String](repeating: clip, count: 20), joint: ClipTime(7, 30))
    let clicks = actual.indices.filter { actual[$0] > 10000 && ($0 == 0 || actual[$0 - 1] <= 10000) }
    let expected = (0..<20).map { (ClipTime(23, 30).times($0) + ClipTime(999, 2000)).floor(perSecond: 48000) }
    #expect(clicks.count == 20)
    #expect(zip(clicks, expected).allSatisfy { abs($0 - $1) <= 2 }, "\(clicks) \(expected)")
  }
}
