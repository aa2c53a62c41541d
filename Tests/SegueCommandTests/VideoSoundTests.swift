import Foundation
import Glibc
import Segue
import SegueTestSupport
import Synchronization
import Testing

@Suite("segue: sound for video", .enabled(if: hasFFmpeg, ffmpegMissing))
struct VideoSoundTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let rate = 48_000

  /// Writes a mono WAV from a function of the time in seconds, with values -1…1; the WAV is silent outside of
  /// `parts`.
  ///
  /// `parts` saves time: these tests are compiled without optimization, so calling `value` for each sample
  /// takes long.
  private func write(
    _ name: String, _ seconds: Double, in parts: [Range<Double>]? = nil, _ value: (Double) -> Double
  ) throws {
    let rate = Double(Self.rate)
    let count = Int(seconds * rate)
    var samples = [UInt8](repeating: 0, count: 2 * count)
    samples.withUnsafeMutableBytes { samples in
      for part in parts ?? [0..<seconds + 1] {
        var index = Int((part.lowerBound * rate).rounded(.up))
        let end = min(count, Int((part.upperBound * rate).rounded(.up)))
        while index < end {
          let sample = Int16(32000 * value(Double(index) / rate))
          samples.storeBytes(of: sample.littleEndian, toByteOffset: 2 * index, as: Int16.self)
          index += 1
        }
      }
    }
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    var file = Array("RIFF".utf8) + bytes(36 + samples.count, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
    file += bytes(1, 2) + bytes(1, 2) + bytes(Self.rate, 4) + bytes(2 * Self.rate, 4) + bytes(2, 2)
    file += bytes(16, 2) + Array("data".utf8) + bytes(samples.count, 4) + samples
    try Data(file).write(to: URL(filePath: folder.file(name)))
  }

  /// Writes a WAV with clicks of two milliseconds at given times.
  private func writeClicks(_ name: String, _ seconds: Double, at times: [Double]) throws {
    try write(name, seconds, in: times.map { $0..<$0 + 0.002 }) { Int($0 * 8000) % 2 == 0 ? 1 : -1 }
  }

  private func render(_ arguments: String...) throws -> Run {
    try runSegue(
      ["render", from, to, "-q", "--size", "64x36", "--frames", "31", "--fps", "30"] + arguments,
      folder: folder.path)
  }

  private func run(_ program: String, _ arguments: [String]) throws -> Run {
    let run = try RunningProcess(["-v", "error"] + arguments, program: path(of: program) ?? "").finish()
    expectSuccess(run)
    return run
  }

  /// Decodes the sound of a file, from the time of its first frame on.
  private func sound(_ name: String) throws -> [Double] {
    let starts = try run(
      "ffprobe",
      [
        "-select_streams", "v", "-show_entries", "stream=start_time:format=start_time", "-of", "csv=p=0",
        folder.file(name),
      ]
    ).text.split(whereSeparator: \.isNewline).compactMap { Double($0) }
    let raw = try run(
      "ffmpeg",
      [
        "-i", folder.file(name), "-map", "0:a", "-af", "aresample=async=1:first_pts=0", "-ac", "1", "-ar",
        "\(Self.rate)", "-f", "f64le", "-",
      ]
    ).output.array
    let samples = raw.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
    let offset = starts.count == 2 ? starts[0] - starts[1] : 0
    return Array(samples.dropFirst(Int((offset * Double(Self.rate)).rounded())))
  }

  /// Returns the time of the loudest sample in a range of seconds.
  private func peak(_ sound: [Double], _ range: Range<Double>) -> Double {
    var (best, loudest) = (-1, -1.0)
    for index in indices(sound, range) {
      let value = abs(sound[index])
      if value > loudest { (best, loudest) = (index, value) }
    }
    return Double(best) / Double(Self.rate)
  }

  private func loudness(_ sound: [Double], _ range: Range<Double>) -> Double {
    let part = indices(sound, range)
    var sum = 0.0
    for index in part { sum += sound[index] * sound[index] }
    return (sum / Double(max(1, part.count))).squareRoot()
  }

  /// The samples in a range of seconds.
  private func indices(_ sound: [Double], _ range: Range<Double>) -> Range<Int> {
    func index(_ time: Double) -> Int { Int((time * Double(Self.rate)).rounded(.up)) }
    return (index(range.lowerBound)..<index(range.upperBound)).clamped(to: sound.indices)
  }

  /// Tries one container of each codec, and all containers in `scripts/soak whole`.
  @Test(
    "A video with sound has the same bytes in every run",
    arguments: isWhole ? ["mp4", "mov", "mkv", "webm"] : ["mp4", "webm"])
  func sameBytes(_ format: String) throws {
    try write("a.wav", 2) { sin(2764 * $0) }
    let runs = try (1...2).map { number in
      expectSuccess(try render("--audio", "a.wav", "-o", "\(number).\(format)"))
      return try contents(of: folder.file("\(number).\(format)"))
    }
    #expect(runs[0] == runs[1])
  }

  /// Each format is written to a file or to a pipe, in turn; `scripts/soak whole` writes each format to both.
  @Test(
    "A click is at its frame, and sound and frames end together", arguments: 0..<4, 0..<(isWhole ? 2 : 1))
  func click(_ index: Int, _ turn: Int) throws {
    let (format, way) = (["mp4", "mov", "mkv", "webm"][index], ["-o", "|"][(index + turn) % 2])
    try writeClicks("click.wav", 5, at: [0.5])
    let file = "a.\(format)"
    if way == "|" {
      let run = try render("--audio", "click.wav", "-f", format, "-o", "-")
      expectSuccess(run)
      try Data(run.output.array).write(to: URL(filePath: folder.file(file)))
    } else {
      expectSuccess(try render("--audio", "click.wav", "-o", file))
    }
    let sound = try sound(file)
    #expect(abs(peak(sound, 0..<9) - 0.501) < 0.01, "\(peak(sound, 0..<9))")
    let seconds = Double(sound.count) / Double(Self.rate)
    #expect(abs(seconds - 31 / 30.0) < 1 / 30.0, "\(seconds)")
    let frames = try run(
      "ffprobe",
      [
        "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0",
        folder.file(file),
      ])
    #expect(frames.text.hasPrefix("31"))
  }

  @Test("Stream durations in ffprobe differ by less than a frame", arguments: ["mp4", "mov"])
  func durations(_ format: String) throws {
    for length in [0.3, 5] {
      try write("a.wav", length) { sin(2764 * $0) }
      expectSuccess(try render("--audio", "a.wav", "-o", "a.\(format)", "--overwrite"))
      let durations = try run(
        "ffprobe", ["-show_entries", "stream=duration", "-of", "csv=p=0", folder.file("a.\(format)")]
      ).text.split(whereSeparator: \.isNewline).compactMap { Double($0) }
      #expect(durations.count == 2 && abs(durations[0] - durations[1]) < 1 / 30.0, "\(durations)")
    }
  }

  @Test("A range of frames has its part of the sound")
  func range() throws {
    try writeClicks("click.wav", 5, at: [0.5])
    expectSuccess(try render("--audio", "click.wav", "-o", "a.mkv", "--range", "10-30"))
    let sound = try sound("a.mkv")
    #expect(abs(peak(sound, 0..<9) - (0.501 - 10 / 30.0)) < 0.01)
    #expect(abs(Double(sound.count) / Double(Self.rate) - 21 / 30.0) < 1 / 30.0)
  }

  @Test("A late range has sound to its end")
  func lateRange() throws {
    try writeClicks("click.wav", 5, at: [2.9])
    expectSuccess(
      try runSegue(
        [
          "render", from, to, "-q", "--size", "64x36", "--frames", "91", "--fps", "30", "--audio",
          "click.wav", "-o", "a.mkv", "--range", "75-90",
        ], folder: folder.path))
    #expect(abs(peak(try sound("a.mkv"), 0..<9) - (2.901 - 2.5)) < 0.01)
  }

  @Test("Sound that is too short is repeated without a gap")
  func loop() throws {
    try writeClicks("short.wav", 0.25, at: [0.1])
    expectSuccess(try render("--audio", "short.wav", "-o", "a.mkv"))
    let sound = try sound("a.mkv")
    for turn in 0..<4 {
      let expected = 0.1 + 0.25 * Double(turn)
      #expect(abs(peak(sound, expected - 0.08..<expected + 0.08) - expected - 0.001) < 0.01)
    }
  }

  @Test func soundFadesOut() throws {
    try write("tone.wav", 5) { 0.5 * sin(2764 * $0) }
    expectSuccess(try render("--audio", "tone.wav", "--audio-fade", "0.6", "-o", "a.mp4"))
    let sound = try sound("a.mp4")
    let whole = loudness(sound, 0.1..<0.4)
    #expect(abs(whole - 0.35) < 0.05)
    #expect(abs(loudness(sound, 0.7..<0.77) / whole - 0.5) < 0.1, "half in the middle of the fade")
    #expect(loudness(sound, 1..<1.03) < 0.08 * whole)
    expectSuccess(try render("--audio", "tone.wav", "--audio-fade", "100", "-o", "b.mp4"))
    // The fade is shortened to the length of the video.
    let all = try self.sound("b.mp4")
    #expect(abs(loudness(all, 0.05..<0.1) / whole - 0.93) < 0.06)
    #expect(abs(loudness(all, 0.5..<0.55) / whole - 0.49) < 0.06)
  }

  @Test("Storyboards and slideshows have sound, too")
  func storyboard() throws {
    try writeClicks("clicks.wav", 2, at: [0.5])
    for image in [("a.png", from), ("b.png", to)] {
      try FileManager.default.copyItem(atPath: image.1, toPath: folder.file(image.0))
    }
    func flow(_ audio: String) throws -> String {
      let text =
        "size: 64x36\nfps: 30\nscreens: {a: a.png, b: b.png}\n\(audio)\nsteps: [{hold: 0.5}, {push: b, duration: 0.5}]\n"
      try text.write(toFile: folder.file("flow.yaml"), atomically: true, encoding: .utf8)
      return folder.file("flow.yaml")
    }
    expectSuccess(
      try runSegue(["storyboard", try flow("audio: clicks.wav"), "-q", "-o", folder.file("a.mkv")]))
    let plain = try sound("a.mkv")
    #expect(abs(peak(plain, 0..<9) - 0.501) < 0.01)
    let audio = "audio: {file: clicks.wav, start: 0.3, volume: 0.25, fade: 0.1}"
    expectSuccess(try runSegue(["storyboard", try flow(audio), "-q", "-o", folder.file("b.mkv")]))
    let quiet = try sound("b.mkv")
    #expect(abs(peak(quiet, 0..<9) - 0.201) < 0.01)
    let ratio = (quiet.map(abs).max() ?? 0) / (plain.map(abs).max() ?? 1)
    #expect(abs(ratio - 0.25) < 0.08, "\(ratio)")
    expectFailure(
      try runSegue(["storyboard", folder.file("flow.yaml"), "-q", "-o", folder.file("out/")]), 64,
      saying: ["the storyboard's audio is for mp4, mov, mkv and webm, not png"])
    // The option replaces the storyboard's file.
    try writeClicks("other.wav", 2, at: [0.7])
    expectSuccess(
      try runSegue([
        "storyboard", folder.file("flow.yaml"), "-q", "-o", folder.file("c.mkv"), "--audio",
        folder.file("other.wav"),
      ]))
    #expect(abs(try peak(sound("c.mkv"), 0..<9) - 0.701) < 0.01)
    expectFailure(
      try runSegue(["storyboard", try flow("audio: {file: none.wav}"), "-o", folder.file("d.mkv")]), 66,
      saying: ["flow.yaml:4", "none.wav"])
    expectSuccess(
      try runSegue(
        [
          "slideshow", from, to, "--hold", "0.5", "--size", "64x36", "-q", "--audio", "clicks.wav", "-o",
          "s.mp4",
        ], folder: folder.path))
    #expect(abs(try peak(sound("s.mp4"), 0..<9) - 0.501) < 0.01)
  }

  @Test("A file without sound is reported before an image is read, and leaves no output")
  func errors() throws {
    func fails(_ audio: String, _ code: Int32, _ words: [String], _ output: String = "out/a.mp4") throws {
      let run = try runSegue(
        ["render", "/dev/null", to, "-q", "-o", output, "--audio=\(audio)"], folder: folder.path)
      expectFailure(run, code, saying: words)
      #expect(folder.names(in: "out").isEmpty)
    }
    try FileManager.default.createDirectory(atPath: folder.file("out"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: from, toPath: folder.file("picture.png"))
    try Data("#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:1/a.ts\n".utf8).write(
      to: URL(filePath: folder.file("list.m3u8")))
    try Data("words".utf8).write(to: URL(filePath: folder.file("text")))
    try Data().write(to: URL(filePath: folder.file("empty.wav")))
    try write("silent.wav", 0) { _ in 0 }
    try fails("none.wav", 66, ["none.wav", "no such file"])
    try fails("out", 66, ["out", "folder"])
    try fails("picture.png", 65, ["picture.png: no sound for the video: it has none"])
    for name in ["text", "empty.wav", "silent.wav", "list.m3u8"] {
      try fails(name, 65, ["\(name): no sound"])
    }
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    try fails("pipe", 65, ["pipe", "a file is needed"])
    try fails("/dev/zero", 65, ["/dev/zero", "a file is needed"])
    try write("a.wav", 1) { _ in 0 }
    for output in ["out/a.gif", "out/a.avif", "out/a.webp", "out/%d.png", "out/a.y4m"] {
      try fails("a.wav", 64, ["--audio is for mp4, mov, mkv and webm, not"], output)
    }
    try fails("-", 64, ["--audio needs a file"])
    #expect(throws: ExportError.self) {
      try Exporter(TransitionRenderer(from: Bitmap(contentsOf: from), to: Bitmap(contentsOf: to))).export(
        to: .video(.file(folder.file("out/a.avif")), .avif, sound: Soundtrack(folder.file("a.wav"))))
    }
    expectFailure(
      try render("-o", "out/a.mp4", "--audio-fade", "1"), 64, saying: ["--audio-fade needs --audio"])
    #expect(folder.names(in: "out").isEmpty)
  }

  /// Damaged sound that players still play, and whether a warning reports it.
  enum Damage: String, CaseIterable {
    case unknownLength, odd, joined, tagBetween, bytesBetween, webPage, cutFrames, cutTail

    var isSaid: Bool { self != .unknownLength && self != .cutTail }
  }

  private static let damagedFiles = Mutex<[Damage: (name: String, bytes: [UInt8])]>([:])

  /// Writes a damaged tone of some seconds, and returns its name; each is made once.
  private func write(_ damage: Damage) throws -> String {
    if let (name, bytes) = Self.damagedFiles.withLock({ $0[damage] }) {
      try folder.write(bytes, name)
      return name
    }
    try write("tone.wav", 2) { sin(2764 * $0) / 2 }
    var wave = try contents(of: folder.file("tone.wav"))
    func encoded(_ name: String, _ options: [String] = []) throws -> [UInt8] {
      expectSuccess(try run("ffmpeg", ["-y", "-i", folder.file("tone.wav")] + options + [folder.file(name)]))
      return try contents(of: folder.file(name))
    }
    let name: String
    let bytes: [UInt8]
    switch damage {
    case .unknownLength, .odd:
      // Imitates a WAV file that was written to a pipe: lengths in the header are the maximum, and the end
      // may be in the middle of a sample.
      wave.replaceSubrange(4..<8, with: [255, 255, 255, 255])
      wave.replaceSubrange(40..<44, with: [255, 255, 255, 255])
      (name, bytes) = ("a.wav", damage == .odd ? wave.dropLast(1) : wave)
    case .joined:
      (name, bytes) = ("a.mp3", try encoded("1.mp3") + encoded("2.mp3", ["-b:a", "64k"]))
    case .tagBetween, .bytesBetween, .webPage:
      let whole = try encoded("1.mp3")
      let between: [UInt8] =
        switch damage {
        case .tagBetween: Array("ID3".utf8) + [3, 0, 0, 0, 0, 15, 118] + [UInt8](repeating: 0, count: 2038)
        case .bytesBetween: (0..<3000).map { UInt8(truncatingIfNeeded: $0 * $0 * 7919 >> 5) }
        default: Array(String(repeating: "<html>not found</html>", count: 40).utf8)
        }
      (name, bytes) = ("a.mp3", whole[..<(whole.count / 2)] + between + whole[(whole.count / 2)...])
    case .cutFrames:
      let whole = try encoded("1.aac")
      (name, bytes) = ("a.aac", Array(whole[..<(whole.count / 2)] + whole[(whole.count / 2 + 500)...]))
    case .cutTail: (name, bytes) = ("a.mp3", try encoded("1.mp3").dropLast(50))
    }
    try folder.write(Array(bytes), name)
    Self.damagedFiles.withLock { $0[damage] = (name, Array(bytes)) }
    return name
  }

  /// Each kind of damage is tried with one of the formats, in turn; `scripts/soak whole` tries each kind with
  /// each format.
  @Test(
    "Damaged sound that plays is used, with a warning, for the whole duration",
    arguments: Damage.allCases.indices, 0..<(isWhole ? 3 : 1))
  func damaged(_ index: Int, _ turn: Int) throws {
    let (damage, format) = (Damage.allCases[index], ["mp4", "mkv", "webm"][(index + turn) % 3])
    let name = try write(damage)
    // The video is longer than the sound, which repeats.
    let run = try runSegue(
      [
        "render", from, to, "-q", "--size", "64x36", "--frames", "151", "--fps", "30", "--audio", name, "-o",
        "v.\(format)",
      ],
      folder: folder.path)
    expectSuccess(run)
    let warning = "segue: \(name): the sound is damaged, and used as far as it plays: ffmpeg: "
    #expect(
      damage.isSaid ? run.errorText.hasPrefix(warning) && run.errorLines.count == 1 : run.errorText.isEmpty,
      "\(run.errorText)")
    let sound = try sound("v.\(format)")
    #expect(abs(Double(sound.count) / Double(Self.rate) - 151 / 30.0) < 0.1, "\(sound.count)")
    // The tone is audible most of the time.
    let parts = (0..<50).map { loudness(sound, Double($0) / 10..<Double($0 + 1) / 10) }
    #expect(parts.count { $0 > 0.1 } >= 42, "\(parts)")
  }

  @Test("Sound that cannot be decoded is an error that names the sound, not the video")
  func unplayable() throws {
    try write("tone.wav", 2) { sin(2764 * $0) / 2 }
    // The header after the signature is overwritten with zeros.
    expectSuccess(
      try run("ffmpeg", ["-y", "-i", folder.file("tone.wav"), "-c:a", "flac", folder.file("a.flac")]))
    var bytes = try contents(of: folder.file("a.flac"))
    bytes.replaceSubrange(4..<60, with: [UInt8](repeating: 0, count: 56))
    try folder.write(bytes, "a.flac")
    let run = try render("--audio", "a.flac", "-o", "v.mp4")
    expectFailure(run, 65, saying: ["a.flac: no sound for the video"])
    #expect(!folder.names().contains("v.mp4"))
  }

  @Test(
    "A full disk is an error with damaged sound, too, early or at the end",
    .enabled(if: canMount, "mounting a small file system needs the superuser"),
    arguments: [(filled: 0, size: "320x200"), (190_000, "64x36")]
      + (isWhole ? [(180_000, "64x36"), (196_000, "64x36")] : []))
  func fullDisk(filled: Int, size: String) throws {
    let name = try write(.bytesBetween)
    let disk = folder.file("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    #expect(mount("none", disk, "tmpfs", 0, "size=200k") == 0)
    defer { umount2(disk, Int32(MNT_DETACH)) }
    try Data(count: filled).write(to: URL(filePath: disk + "/filling"))
    let images = try folder.makeNoise(320, 200)
    let run = try runSegue(
      ["render"] + images
        + [
          "-t", "cross-dissolve", "--size", size, "-o", "\(disk)/a.mp4", "--encoder-option", "crf=1",
          "--audio",
          folder.file(name), "-q",
        ])
    #expect(
      run.code == 74 && run.errorText.contains("No space left on device"), "\(run.code) \(run.errorText)")
    #expect(folder.names(in: "disk") == ["filling"])
  }

  @Test("A plan warns of damaged sound, and so does its movie")
  func plannedDamage() throws {
    let name = try write(.bytesBetween)
    let plan = [
      "plan", "render", from, to, "--size", "64x36", "--frames", "40", "--fps", "30", "--audio", name,
    ]
    for (output, movie) in [("%d.png", "a.mp4"), ("parts/%d.mp4", "b.mp4")] {
      let planned = try runSegue(plan + ["-o", output, "--shards", "1", "--overwrite"], folder: folder.path)
      expectSuccess(planned)
      #expect(planned.errorText.contains("the sound is damaged"))
      expectSuccess(try runSegue(["work", "plan.json", "--shard", "0", "-q"], folder: folder.path))
      let finished = try runSegue(["finish", "plan.json", "-o", movie, "-q"], folder: folder.path)
      expectSuccess(finished)
      #expect(finished.errorText.contains("the sound is damaged"))
      #expect(try abs(Double(sound(movie).count) / Double(Self.rate) - 40 / 30.0) < 0.1)
    }
  }

  @Test(
    "File names that ffmpeg could take for options or URLs",
    arguments: ["-i.wav", "a:b.wav", "http:b.wav", "concat:a|b.wav", "%d.wav", "pipe:0", "it's, [a];.wav"])
  func strangeNames(_ name: String) throws {
    try writeClicks(name, 2, at: [0.5])
    expectSuccess(try render("--audio=\(name)", "-o", "a.mkv"))
    #expect(abs(try peak(sound("a.mkv"), 0..<9) - 0.501) < 0.01)
  }
}
