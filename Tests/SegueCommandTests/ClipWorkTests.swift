import Foundation
import Glibc
import Segue
import SegueTestSupport
import Testing

/// Clips in plans, in runs that are resumed, in slideshows and in storyboards.
@Suite("Long work with clips", .enabled(if: hasFFmpeg, ffmpegMissing))
struct ClipWorkTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Makes the clips a.mp4 and b.mp4, with a keyframe each two seconds.
  private func makeClips(
    seconds: (Int, Int), size: String = "160x90", rate: Int = 25, samplesASecond: Int = 44100
  ) throws {
    for (name, seconds, tone) in [("a.mp4", seconds.0, 440), ("b.mp4", seconds.1, 880)] {
      try SharedClips.write(
        [
          "-f", "lavfi", "-i", "testsrc2=s=\(size):r=\(rate):d=\(seconds)", "-f", "lavfi", "-i",
          "sine=f=\(tone):d=\(seconds):r=\(samplesASecond)", "-c:v", "libx264", "-preset", "ultrafast", "-g",
          "\(2 * rate)", "-pix_fmt", "yuv420p",
        ], to: folder.file(name))
    }
  }

  @discardableResult
  private func run(_ program: String, _ words: [String]) throws -> Run {
    let run = try RunningProcess(words, program: path(of: program) ?? "", folder: folder.path).finish()
    expectSuccess(run)
    return run
  }

  private func segue(_ words: [String]) throws -> Run { try runSegue(words, folder: folder.path) }

  /// Encoding without losses, so that frames can be compared.
  private let lossless = [
    "-t", "circle-open", "--copy", "never", "--encoder-option", "crf=0", "--encoder-option",
    "preset=ultrafast", "-q",
  ]

  /// The hashes of the frames that ffmpeg decodes, and the number of samples of sound.
  private func content(_ name: String) throws -> (frames: [Substring], samples: Int) {
    let other = try TemporaryFolder()
    let sound = other.file("sound.raw")
    let text = try run(
      "ffmpeg",
      ["-v", "error", "-i", name, "-map", "0:v", "-f", "framemd5", "-"]
        + ["-map", "0:a", "-f", "u8", "-ac", "1", sound]
    ).text
    let frames = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: ",").last
    }
    return (frames, try withExtendedLifetime(other) { try bytes(of: sound).count })
  }

  @Test func shardsOfAJoinMakeTheFramesOfOneRun() throws {
    try makeClips(seconds: (4, 3), size: "64x36", rate: 10, samplesASecond: 8000)
    expectSuccess(try segue(["join", "a.mp4", "b.mp4", "-o", "whole.mp4"] + lossless))
    let whole = try content("whole.mp4")
    #expect(whole.frames.count == 60)
    expectSuccess(
      try segue(["plan", "join", "a.mp4", "b.mp4", "-o", "parts/%d.mp4", "--shards", "3"] + lossless))
    for shard in [2, 0, 1] { expectSuccess(try segue(["work", "plan.json", "--shard", "\(shard)", "-q"])) }
    expectSuccess(try segue(["finish", "plan.json", "-o", "joined.mp4", "-q"]))
    let joined = try content("joined.mp4")
    #expect(joined.frames == whole.frames)
    #expect(joined.samples == whole.samples)
    // Another clip of the same length, under the same name.
    var bytes = try Data(contentsOf: URL(filePath: folder.file("b.mp4")))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: folder.file("b.mp4")))
    try FileManager.default.removeItem(atPath: folder.file("parts/2.mp4"))
    expectFailure(
      try segue(["work", "plan.json", "--shard", "2"]), 65, saying: ["b.mp4", "changed since the plan"])
    #expect(!folder.names(in: "parts").contains("2.mp4"))
  }

  /// A segment has ten seconds, so the clips are long, and their rates are low.
  @Test func aKilledJoinGoesOnWithItsSegments() throws {
    try makeClips(seconds: (14, 12), size: "64x36", rate: 10, samplesASecond: 8000)
    expectSuccess(try segue(["join", "a.mp4", "b.mp4", "-o", "whole.mp4"] + lossless))
    let words = ["join", "a.mp4", "b.mp4", "--resume", "-o", "o.mp4"] + lossless
    let process = try RunningProcess(words, folder: folder.path)
    try wait("a segment is there") { folder.names(in: "o.mp4.segments").contains("00000.mp4") }
    process.send(SIGKILL)
    #expect(process.finish().code == -SIGKILL)
    #expect(!folder.names().contains("o.mp4"))
    // Segments that another command wrote are refused.
    expectFailure(
      try segue(["join", "a.mp4", "b.mp4", "--resume", "--freeze", "-o", "o.mp4"] + lossless), 65,
      saying: ["o.mp4.segments: its segments are of another command", "remove the folder"])
    let first = folder.file("o.mp4.segments/00000.mp4")
    let written = try FileManager.default.attributesOfItem(atPath: first)[.modificationDate] as? Date
    let second = try RunningProcess(words, folder: folder.path)
    second.send(SIGTERM)
    _ = second.finish()
    #expect(try FileManager.default.attributesOfItem(atPath: first)[.modificationDate] as? Date == written)
    expectSuccess(try segue(words))
    #expect(try content("o.mp4").frames == content("whole.mp4").frames)
    #expect(Set(folder.names()) == ["a.mp4", "b.mp4", "o.mp4", "whole.mp4"])
    expectFailure(try segue(words), 73, saying: ["o.mp4: exists already"])
  }

  @Test func videosOfImagesAreResumedToo() throws {
    let words = ["render", from, to, "--duration", "22", "--fps", "10", "--resume", "-o", "o.mp4"]
    let run = try segue(words)
    expectSuccess(run)
    #expect(run.errorText.contains("o.mp4: 221 frames of 160x90, 22.10 s"), "\(run.errorText)")
    #expect(folder.names() == ["o.mp4"])
    expectFailure(
      try segue(["render", from, to, "--resume", "-o", "o.gif"]), 64, saying: ["--resume", "video"])
  }

  @Test func slideshowsTakeClipsAndImages() throws {
    try makeClips(seconds: (5, 4))
    try FileManager.default.createDirectory(atPath: folder.file("mix"), withIntermediateDirectories: false)
    try FileManager.default.moveItem(atPath: folder.file("b.mp4"), toPath: folder.file("mix/2.mp4"))
    try FileManager.default.copyItem(atPath: from, toPath: folder.file("mix/1.png"))
    try FileManager.default.copyItem(atPath: to, toPath: folder.file("mix/10.png"))
    let run = try segue([
      "slideshow", "mix", "--hold", "1", "--duration", "0.4", "-t", "random:seed=3", "--filter", "sepia",
      "-o",
      "o.mp4", "-q",
    ])
    expectSuccess(run)
    // The images are held for 1 s each, the clip plays for 4 s including its joints, and the two joints
    // count for the images as well.
    let found = try content("o.mp4")
    #expect(found.frames.count == 6 * 25)
    // AAC has whole packets of 1024 samples.
    #expect((0..<1024).contains(found.samples - 6 * 44100))
    expectFailure(
      try segue(["slideshow", from, to, "--audio-volume", "0.5", "-o", "p.mp4"]), 64,
      saying: ["are for clips"])
  }

  @Test func screensOfStoryboardsAreClips() throws {
    try makeClips(seconds: (5, 4))
    let text = """
      size: 320x180
      fps: 25
      screens: {still: \(from), movie: 'a.mp4[2s-4s]'}
      steps:
        - {push: movie, transition: cube, duration: 1}
        - play:
        - {hold: 0.2}
        - {pop: , duration: 0.4}
      """
    try Data(text.utf8).write(to: URL(filePath: folder.file("flow.yaml")))
    let run = try segue(["storyboard", "flow.yaml", "-o", "o.mp4", "--encoder-option", "crf=0", "-q"])
    expectSuccess(run)
    let found = try content("o.mp4")
    // A frame of the first screen, the 50 frames of the clip, and 0.6 s with its last frame.
    #expect(found.frames.count == 1 + 50 + 5 + 10)
    // The last frame of the clip is held, and does not change.
    #expect(Set(found.frames[50...55]).count == 1)
    #expect(Set(found.frames[26...50]).count == 25)
    let sound = try samples("o.mp4")
    // 1/25 s of silence, 1 s of fading in, 1 s at full volume, then silence.
    func loudness(_ times: Range<Double>) -> Int {
      sound[Int(times.lowerBound * 44100)..<Int(times.upperBound * 44100)].map { abs(Int($0)) }.max() ?? 0
    }
    #expect(loudness(1.2..<1.9) > 3500 && loudness(0.2..<0.4) < 2200 && loudness(2.1..<2.6) < 60)
    try Data("screens: {a: \(from)}\nsteps: [{play: }]".utf8).write(
      to: URL(filePath: folder.file("still.yaml")))
    expectFailure(
      try segue(["storyboard", "still.yaml", "-o", "p.mp4"]), 65,
      saying: ["still.yaml:2: steps[0].play: a is an image"])
  }

  private func samples(_ name: String) throws -> [Int16] {
    let bytes = try run("ffmpeg", ["-v", "error", "-i", name, "-f", "s16le", "-ac", "1", "-"]).output.array
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }
}
