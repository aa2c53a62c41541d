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

  /// The samples of several sounds, which one start of ffmpeg writes: `sounds` are the streams or the outputs of
  /// filters.
  private func samples(_ words: [String], _ sounds: [String]) throws -> [[Int]] {
    let files = sounds.indices.map { clips.folder.file("sound-\($0).raw") }
    _ = try output(
      of: ["ffmpeg", "-v", "error", "-y"] + words
        + zip(sounds, files).flatMap { ["-map", $0, "-f", "s16le", "-ac", "1", $1] })
    return try files.map { file in
      let bytes = try contents(of: file)
      return stride(from: 0, to: bytes.count - 1, by: 2).map {
        Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
      }
    }
  }

  /// The joined sounds for several curves, and their samples.
  private func mixed(_ items: [Clip], joint: ClipTime, _ curves: [FadeCurve] = [.tri]) throws -> [(
    sound: JoinedSound, samples: [Int]
  )] {
    let timeline = try JoinTimeline(items.map { .clip($0) }, joint: joint, rate: 25)
    let sounds = try curves.map { try #require(JoinedSound(timeline, curve: $0)) }
    let files = try sounds.map { try $0.mixed() }
    return try withExtendedLifetime(files) {
      let inputs = files.flatMap { ["-i", "file:\($0.path)"] }
      return Array(zip(sounds, try samples(inputs, files.indices.map { "\($0):a" })))
    }
  }

  /// Crossfades equal those of ffmpeg's filter `acrossfade`, within one step of 16 bits, for each of its
  /// curves; every other curve is tried, and all in `scripts/soak whole`.
  @Test func crossfadesAreThoseOfFFmpeg() throws {
    let first = try clips.make("a.mkv", sound: "0.4*sin(2*PI*440*t)", Self.intra)
    let second = try clips.make("b.mkv", sound: "0.3*sin(2*PI*700*t)", Self.intra)
    // ffmpeg 5.1 does not have these yet.
    let later: [FadeCurve] = [.quat, .quatr, .qsin2, .hsin2]
    let curves = FadeCurve.allCases.filter { !later.contains($0) }.enumerated()
      .filter { isWhole || $0.offset % 2 == 0 }.map(\.element)
    func copies(_ name: String) -> String { curves.map { "[\(name)\($0)]" }.joined() }
    let filters =
      ["[0:a]asplit=\(curves.count)\(copies("a"))", "[1:a]asplit=\(curves.count)\(copies("b"))"]
      + curves.map { "[a\($0)][b\($0)]acrossfade=d=0.4:c1=\($0.rawValue):c2=\($0.rawValue)[\($0)]" }
    let allExpected = try samples(
      ["-i", first, "-i", second, "-filter_complex", filters.joined(separator: ";")],
      curves.map { "[\($0)]" })
    let clips = try [first, second].map { try Clip(contentsOf: $0) }
    let allActual = try mixed(clips, joint: ClipTime(2, 5), curves)
    for (curve, (found, expected)) in zip(curves, zip(allActual, allExpected)) {
      let (sound, actual) = found
      #expect(actual.count == sound.sampleCount && actual.count == expected.count)
      let worst = zip(actual, expected).map { abs($0 - $1) }.max() ?? .max
      #expect(worst <= 1, "\(curve): \(worst)")
    }
  }

  /// A clip without sound is silent for its duration; the next sound begins at its exact sample.
  @Test func clipsWithoutSoundAreSilent() throws {
    let loud = try clips.make("a.mkv", sound: "0.5", Self.intra)
    let silent = try clips.make("b.mkv", Self.intra)
    let (sound, actual) = try mixed(
      [Clip(contentsOf: silent), Clip(contentsOf: loud)], joint: ClipTime(1, 25))[0]
    #expect(actual.count == sound.sampleCount && actual.count == 48000 * 49 / 25)
    #expect(actual[..<(48000 * 24 / 25)].allSatisfy { $0 == 0 })
    #expect(actual[48000...].allSatisfy { abs($0 - 16384) <= 1 })
  }

  /// Clicks keep their positions relative to the frames, even after many joints.
  @Test func clicksKeepTheirTimeAfterManyJoints() throws {
    let clip = try Clip(
      contentsOf: clips.make("a.mkv", sound: "lt(abs(t-0.5)\\,0.0005)", Self.intra))
    let actual = try mixed([Clip](repeating: clip, count: 20), joint: ClipTime(7, 30))[0].samples
    let clicks = actual.indices.filter { actual[$0] > 10000 && ($0 == 0 || actual[$0 - 1] <= 10000) }
    let expected = (0..<20).map { (ClipTime(23, 30).times($0) + ClipTime(999, 2000)).floor(perSecond: 48000) }
    #expect(clicks.count == 20)
    #expect(zip(clicks, expected).allSatisfy { abs($0 - $1) <= 2 }, "\(clicks) \(expected)")
  }
}
