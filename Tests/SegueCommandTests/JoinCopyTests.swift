import Foundation
import SegueTestSupport
import Testing

@Suite("segue join --copy", .enabled(if: hasFFmpeg, ffmpegMissing))
struct JoinCopyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ name: String, _ color: Int, _ options: [String], sound: String = "sine=d=2") throws {
    let source = "testsrc2=s=64x48:r=25:d=2,hue=h=\(color)"
    try SharedClips.write(
      ["-f", "lavfi", "-i", source, "-f", "lavfi", "-i", sound, "-pix_fmt", "yuv420p"]
        + ["-preset", "veryfast"] + options,
      to: folder.file(name))
  }

  private func segue(_ words: [String]) throws -> Run { try runSegue(words, folder: folder.path) }

  /// Decodes several files by one start of ffmpeg, and returns their contents; `options` apply to each
  /// output.
  private func decoded(_ names: [String], _ stream: String, _ options: [String]) throws -> [Data] {
    let other = try TemporaryFolder()
    let outputs = names.indices.map { other.file("\($0)") }
    let words = zip(names.indices, outputs).flatMap { ["-map", "\($0):\(stream)"] + options + [$1] }
    let inputs = names.flatMap { ["-i", folder.file($0)] }
    expectSuccess(
      try RunningProcess(["-v", "error"] + inputs + words, program: path(of: "ffmpeg") ?? "").finish())
    return try withExtendedLifetime(other) { try outputs.map { try Data(contentsOf: URL(filePath: $0)) } }
  }

  /// The hashes of the frames that ffmpeg decodes.
  private func hashes(_ names: String...) throws -> [[String]] {
    try decoded(names, "v", ["-vsync", "passthrough", "-f", "framemd5"]).map { data in
      String(decoding: data, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
        $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
      }
    }
  }

  private struct Summary: Decodable {
    let frames: Int
    let copiedFrames: Int
  }

  /// Clips without reordered frames are joined in `scripts/soak whole`, and by the tests of titles over clips.
  private static let copied =
    [
      ("mp4", ["-c:v", "libx264", "-g", "10"]),
      ("mkv", ["-c:v", "libx264", "-profile:v", "main", "-g", "15"]),
      ("mp4", ["-c:v", "libx265", "-x265-params", "log-level=error:open-gop=0:keyint=10:no-sao=1"]),
    ] + (isWhole ? [("mov", ["-c:v", "libx264", "-bf", "0", "-g", "10"])] : [])

  @Test(
    "Copied frames are those of the clips, and the video plays on at the joints", arguments: copied)
  func frames(container: String, options: [String]) throws {
    for (name, color) in [("a", 0), ("b", 90)] { try make("\(name).\(container)", color, options) }
    let (one, two, out) = ("a.\(container)", "b.\(container)", "o.\(container)")
    let run = try segue(
      [
        "join", one, two, "-t", "cube", "--duration", "0.4", "--copy", "always", "--verify", "--json", "-o",
        out, "--json-progress",
      ])
    expectSuccess(run)
    let events = run.errorText.split(separator: "\n")
    #expect(events.first?.contains(#""event":"start""#) == true && events.first?.contains(out) == true)
    #expect(events.last?.contains(#""event":"finish""#) == true)
    let summary = try JSONDecoder().decode(Summary.self, from: Data(run.text.utf8))
    try expectNoErrors(in: out)
    let found = try hashes(one, two, out)
    let (first, second, all) = (found[0], found[1], found[2])
    #expect(summary.frames == 90 && all.count == 90)
    let before = zip(all, first).prefix { $0 == $1 }.count
    let after = zip(all.reversed(), second.reversed()).prefix { $0 == $1 }.count
    #expect(summary.copiedFrames >= 60 && before + after >= summary.copiedFrames, "\(before), \(after)")
    let table = try RunningProcess(
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,dts_time", "-of", "csv=p=0",
        folder.file(out),
      ], program: path(of: "ffprobe") ?? ""
    ).finish().text.split(separator: "\n").map { $0.split(separator: ",").map { Double($0) } }
    let decoding = table.compactMap { $0.dropFirst().first ?? nil }
    #expect(zip(decoding, decoding.dropFirst()).allSatisfy { $0 < $1 })
    let shown = table.compactMap { $0.first ?? nil }.sorted()
    #expect(zip(shown, shown.dropFirst()).allSatisfy { abs($1 - $0 - 0.04) < 0.0011 })
    #expect(Set(folder.names()) == [one, two, out])
  }

  @Test("Packets of H.264 are copied from IDR pictures on, not from keyframes of open groups")
  func openGroups() throws {
    try make("a.mp4", 0, ["-c:v", "libx264", "-g", "10", "-bf", "2", "-x264-params", "open-gop=1"])
    let run = try segue([
      "join", "a.mp4", "a.mp4", "-t", "fade", "--duration", "0.4", "--json", "-o", "o.mp4",
    ])
    expectSuccess(run)
    let found = try hashes("a.mp4", "o.mp4")
    let (clip, film) = (found[0], found[1])
    #expect(film.count == 90)
    // The first clip begins with an IDR picture.
    let summary = try JSONDecoder().decode(Summary.self, from: Data(run.text.utf8))
    let copied = summary.copiedFrames
    #expect(copied > 20 && film.prefix(copied) == clip.prefix(copied))
    try expectNoErrors(in: "o.mp4")
  }

  /// Expects that ffmpeg decodes a file without a message.
  private func expectNoErrors(in file: String) throws {
    let whole = try RunningProcess(
      ["-v", "error", "-i", folder.file(file), "-f", "null", "-"], program: path(of: "ffmpeg") ?? ""
    ).finish()
    #expect(whole.code == 0 && whole.errorText.isEmpty, "\(whole.errorText)")
  }

  @Test("HEVC clips of other encoders are copied with their parameter sets")
  func parameterSets() throws {
    let options = ["-c:v", "libx265", "-x265-params"]
    try make("a.mkv", 0, options + ["log-level=error:open-gop=0:keyint=10:no-sao=1:ctu=32"])
    try make("b.mkv", 90, options + ["log-level=error:open-gop=0:keyint=10:no-amp=1:ref=1:no-wpp=1"])
    let run = try segue(["join", "a.mkv", "b.mkv", "--duration", "0.4", "--json", "-o", "o.mp4"])
    expectSuccess(run)
    let summary = try JSONDecoder().decode(Summary.self, from: Data(run.text.utf8))
    let found = try hashes("a.mkv", "b.mkv", "o.mp4")
    #expect(summary.copiedFrames > 40 && found[2].count == 90)
    #expect(found[2].prefix(20) == found[0].prefix(20) && found[2].suffix(20) == found[1].suffix(20))
    try expectNoErrors(in: "o.mp4")
    // The joined file has two kinds of parameter sets in its packets.
    expectSuccess(
      try segue(["join", "o.mp4", "a.mkv", "--duration", "0.4", "--verify", "-q", "-o", "again.mp4"]))
    let again = try hashes("again.mp4")[0]
    #expect(again.prefix(70) == found[2].prefix(70))
    try expectNoErrors(in: "again.mp4")
  }

  @Test(
    "One or two encoded frames may precede copied packets", arguments: ["0.36s", "0.32s"], ["12800", "600"])
  func shortPieces(start: String, ticks: String) throws {
    try make("a.mp4", 0, ["-c:v", "libx264", "-g", "10", "-bf", "3", "-video_track_timescale", ticks])
    let run = try segue(["join", "a.mp4[\(start)-1.2s]", "--verify", "--json", "-o", "o.mp4"])
    expectSuccess(run)
    let summary = try JSONDecoder().decode(Summary.self, from: Data(run.text.utf8))
    let found = try hashes("a.mp4", "o.mp4")
    #expect(summary.copiedFrames == 20 && found[1].count == summary.frames)
    #expect(found[1].suffix(20) == found[0][10..<30])
    let probe = try RunningProcess(
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "stream=r_frame_rate", "-of", "csv=p=0",
        folder.file("o.mp4"),
      ], program: path(of: "ffprobe") ?? ""
    ).finish()
    #expect(probe.text == "25/1\n")
  }

  @Test("Large keyframes of a short piece stay within the bit rates of ffmpeg")
  func largeKeyframes() throws {
    try SharedClips.write(
      [
        "-f", "lavfi", "-i", "testsrc2=s=1280x720:r=240,noise=alls=60", "-frames:v", "60", "-pix_fmt",
        "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "4", "-profile:v", "high", "-g", "30",
      ], to: folder.file("a.mp4"))
    expectSuccess(try segue(["join", "a.mp4[0.12075s-0.25s]", "-q", "-o", "o.mp4"]))
    #expect(try hashes("o.mp4")[0].count == 31)
  }

  @Test("Still pictures keep their quality in encoded pieces")
  func stills() throws {
    for (name, color) in [("a.mp4", "0"), ("b.mp4", "90")] {
      let source = "testsrc2=s=320x180:r=25,noise=alls=30,trim=end_frame=1,loop=-1:1,fps=25,trim=end=6"
      try SharedClips.write(
        [
          "-f", "lavfi", "-i", "\(source),hue=h=\(color)", "-pix_fmt", "yuv420p", "-c:v", "libx264",
          "-preset", "veryfast", "-g", "250",
        ],
        to: folder.file(name))
    }
    let words = ["join", "a.mp4[0s-5s]", "b.mp4[1s-6s]", "--duration", "0.4", "-q"]
    expectSuccess(try segue(words + ["-o", "o.mp4"]))
    // The PSNR of the second clip's encoded frames: 42 dB; 24 dB with the bit rate of frames without keyframes.
    let run = try RunningProcess(
      [
        "-v", "info", "-i", folder.file("o.mp4"), "-i", folder.file("b.mp4"), "-lavfi",
        "[0:v]trim=start=5.2,settb=1/25,setpts=N[a];[1:v]settb=1/25,setpts=N[b];[a][b]psnr=shortest=1",
        "-f", "null", "-",
      ], program: path(of: "ffmpeg") ?? ""
    ).finish()
    let average = try #require(run.errorText.firstMatch(of: /average:([0-9.]+)/))
    #expect(try #require(Double(average.1)) > 38)
  }

  @Test("Packets of a mirrored clip are not copied")
  func mirrored() throws {
    try make("a.mp4", 0, ["-c:v", "libx264", "-g", "10"])
    var bytes = Array(try Data(contentsOf: URL(filePath: folder.file("a.mp4"))))
    let name = Array("tkhd".utf8)
    let header = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
    // The matrix of version 0 is 40 bytes behind the version; its fifth number scales vertically.
    let place = header + 4 + 40 + 16
    #expect(bytes[place..<place + 4] == [0, 1, 0, 0])
    bytes.replaceSubrange(place..<place + 4, with: [0xff, 0xff, 0, 0])
    try folder.write(bytes, "b.mp4")
    let run = try segue(["join", "b.mp4", "b.mp4", "--duration", "0.4", "--verbose", "-o", "o.mp4"])
    #expect(run.code == 0 && run.errorText.contains("b.mp4: encoded: its display matrix mirrors or turns it"))
  }

  @Test("A clip that is shorter than its reordering of frames is encoded", arguments: [1, 2])
  func shortClips(count: Int) throws {
    try make("a.mp4", 0, ["-c:v", "libx264", "-g", "10", "-bf", "3"])
    try make("b.mp4", 90, ["-c:v", "libx264", "-bf", "3", "-frames:v", "\(count)"])
    expectSuccess(try segue(["join", "b.mp4", "a.mp4", "--duration", "0.04", "-q", "-o", "o.mp4"]))
    #expect(try hashes("o.mp4")[0].count == 50 + count - 1)
  }

  /// The samples of files, as ffmpeg decodes them.
  private func samples(_ names: String...) throws -> [[Float]] {
    try decoded(names, "a", ["-f", "f32le"]).map { data in
      data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
  }

  /// Each container has whole numbers, floating-point numbers or compressed samples; `scripts/soak whole` also
  /// tries other codecs.
  private static let losslessCodecs =
    [("mov", "pcm_s24be"), ("mkv", "pcm_f32le"), ("mp4", "flac")]
    + (isWhole ? [("mov", "pcm_s16le"), ("mkv", "flac"), ("mp4", "alac")] : [])

  @Test(
    "Samples of lossless sound are those of the clips outside of joints, and the crossfade inside",
    arguments: losslessCodecs)
  func losslessSound(container: String, codec: String) throws {
    for (name, seed) in [("a", 1), ("b", 2)] {
      let sound = "anoisesrc=d=2:r=48000:seed=\(seed):a=0.5,aformat=channel_layouts=stereo"
      try make(
        "\(name).\(container)", 90 * seed,
        ["-c:v", "libx264", "-g", "10", "-c:a", codec, "-strict", "-2"], sound: sound)
    }
    let run = try segue(
      [
        "join", "a.\(container)", "b.\(container)", "--duration", "0.4", "--copy", "always", "--verbose",
        "-o",
        "o.\(container)",
      ])
    expectSuccess(run)
    #expect(run.errorText.contains("whose samples are kept outside of joints"), "\(run.errorText)")
    let found = try samples("a.\(container)", "b.\(container)", "o.\(container)")
    let (first, second, all) = (found[0], found[1], found[2])
    // Two channels of 3.6 s at 48 kHz; the joint begins at 1.6 s.
    let (start, count) = (2 * 76_800, 2 * 19_200)
    #expect(all.count == 2 * 172_800 && first.count == 2 * 96_000)
    #expect(all.prefix(start) == first.prefix(start))
    #expect(all.suffix(start) == second.suffix(start))
    for index in stride(from: 0, to: count, by: 37) {
      let share = Float(index / 2) / Float(count / 2)
      let mixed = (1 - share) * first[start + index] + share * second[index]
      // Tolerance: a step of 16 bits, and the change of the crossfade within one sample.
      #expect(abs(all[start + index] - mixed) < 3.1e-5 + 1e-4, "sample \(index / 2)")
    }
  }

  @Test("Sound that is not kept is encoded, and --verbose names the reason")
  func encodedSound() throws {
    let video = ["-c:v", "libx264", "-g", "10"]
    try make("a.mov", 0, video + ["-c:a", "aac"])
    try make("b.mov", 90, video + ["-c:a", "pcm_s16le"])
    try make("c.mov", 90, video + ["-c:a", "pcm_s24le"])
    for (words, reason) in [
      (["a.mov", "b.mov", "-o", "o.mov"], "a.mov: packets of aac do not begin at the sample of a joint"),
      (["b.mov", "c.mov", "-o", "o.mov"], "c.mov: pcm_s24le, 44100 Hz, mono, of b.mov pcm_s16le"),
      (["b.mov", "b.mov", "-o", "o.mp4"], "mp4 does not store pcm_s16le"),
      (["b.mov", "b.mov", "--audio", "a.mov", "-o", "o.mov"], "other sound is mixed under it"),
    ] {
      let run = try segue(
        ["join", "--duration", "0.4", "--copy", "always", "--verbose", "--overwrite"] + words)
      expectSuccess(run)
      #expect(run.errorText.contains("sound: encoded as a whole: \(reason)"), "\(run.errorText)")
    }
  }

  @Test("--copy always names the reason, and nothing is left") func reasons() throws {
    try make("a.mp4", 0, ["-c:v", "libx264"])
    try make("b.mp4", 90, ["-c:v", "libx264", "-profile:v", "baseline"])
    for (options, words) in [
      ([], "b.mp4: profile Constrained Baseline, of a.mp4 High"),
      (["--size", "32x24"], "a.mp4: 64x48 in place of 32x24"),
      (["-o", "o.webm"], "files of H.264 or HEVC"),
      (["--encoder-option", "crf=20"], "--encoder-option and --range"),
    ] {
      let output = options.contains("-o") ? [] : ["-o", "o.mp4"]
      let run = try segue(
        ["join", "a.mp4", "b.mp4", "--duration", "0.4", "--copy", "always"] + output + options)
      #expect(
        run.code == 64 && run.errorText.contains("--copy always: ") && run.errorText.contains(words),
        "\(run.errorText)")
    }
    #expect(try segue(["join", "a.mp4", "b.mp4", "--copy", "never", "--verify", "-o", "o.mp4"]).code == 64)
    #expect(Set(folder.names()) == ["a.mp4", "b.mp4"])
    // By default, the clip that differs is encoded.
    let run = try segue(["join", "a.mp4", "b.mp4", "--duration", "0.4", "-o", "o.mp4"])
    expectSuccess(run)
    #expect(run.errorText.contains("copied") && run.errorText.contains("encoded"))
    #expect(try segue(["join", "a.mp4", "b.mp4", "--duration", "0.4", "-o", "o.mp4"]).code == 73)
  }
}
