import Foundation
import Segue
import SegueTestSupport
import Testing

/// The frames of raw output, each of `size` bytes.
private func rawFrames(_ run: Run, _ size: Int) -> [Bytes] {
  let bytes = run.output.array
  return (0..<bytes.count / size).map { Bytes(bytes[$0 * size..<($0 + 1) * size]) }
}

@Suite("--subtitles, --fade-in and --fade-out")
struct FilmOptionsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, color) in [("a.png", "navy"), ("b.png", "maroon")] {
      try Bitmap(PixelSize(width: 160, height: 90), filledWith: #require(Pixel(color))).write(
        to: folder.file(name))
    }
    let cues =
      "1\r\n00:00:00,200 --> 00:00:00,400\r\nHello\r\n\r\n2\r\n00:00:07,000 --> 00:00:08,000\r\nlate\r\n"
    _ = try folder.write(Array("\u{feff}\(cues)".utf8), "s.srt")
  }

  private func segue(_ words: String...) throws -> Run { try runSegue(words, folder: folder.path) }

  private func slides(_ words: String...) throws -> Run {
    try runSegue(
      [
        "slideshow", "a.png", "b.png", "-f", "rgba", "-o", "-", "-t", "cross-dissolve", "--hold", "0.5",
        "--duration", "0.2", "--fps", "10",
      ] + words, folder: folder.path)
  }

  private func frames(_ run: Run) -> [Bytes] { rawFrames(run, 160 * 90 * 4) }

  @Test("Subtitles are over the frames of their times; cues behind the end are counted in a warning")
  func subtitles() throws {
    let plain = frames(try slides("-q"))
    #expect(plain.count == 13)
    let run = try slides("--subtitles", "s.srt", "--subtitle-style", "size=20%,place=top")
    expectSuccess(run)
    #expect(run.errorText.contains("s.srt: 1 cue of 2 in no frame of the film, which lasts 1.3 s"))
    let told = frames(run)
    #expect((0..<13).filter { told[$0] != plain[$0] } == [2, 3])
    #expect(told[2] == told[3])
    // Letters are at the top.
    func lower(_ frame: Bytes) -> Bytes { Bytes(frame.array[(60 * 160 * 4)...]) }
    #expect(lower(told[2]) == lower(plain[2]))
    let range = frames(
      try slides("--subtitles", "s.srt", "--subtitle-style", "size=20%,place=top", "--range", "3-4", "-q"))
    #expect(range == [told[3], plain[4]])
  }

  @Test("The film fades from and to a color, titles included")
  func fades() throws {
    let run = try slides(
      "--titles", "name", "--fade-in", "0.2", "--fade-out", "0.3", "--fade-color", "white", "-q")
    expectSuccess(run)
    let plain = frames(try slides("--titles", "name", "-q"))
    let faded = frames(run)
    let white = Bytes(repeatElement(255, count: 160 * 90 * 4))
    #expect(faded[0] == white && faded[12] == white)
    #expect((0..<13).filter { faded[$0] != plain[$0] } == [0, 1, 10, 11, 12])
    try """
    fps: 10
    screens: {a: a.png, b: b.png}
    steps: [{hold: 0.5}, {push: b, duration: 0.2}]
    """.write(toFile: folder.file("flow.yaml"), atomically: true, encoding: .utf8)
    let story = try segue(
      "storyboard", "flow.yaml", "--subtitles", "s.srt", "--fade-out", "0.1", "-f", "rgba", "-o", "-", "-q")
    expectSuccess(story)
    let shown = frames(story)
    #expect(shown.count == 8 && shown[7].array.prefix(4) == [0, 0, 0, 255])
    #expect((0..<7).filter { shown[$0] != shown[0] && $0 < 6 } == [2, 3])
  }

  @Test("Errors name the option, or the file and the line")
  func errors() throws {
    try "WEBVTT\n\n00:01.000 -> 00:02.000\nx".write(
      toFile: folder.file("a.vtt"), atomically: true, encoding: .utf8)
    _ = try folder.write([0xff, 0xfe, 0x31, 0], "wide.srt")
    for (words, code, text) in [
      (["--subtitles", "a.vtt"], 65, "a.vtt:3: '00:01.000 -> 00:02.000' must be the times of a cue"),
      (["--subtitles", "none.srt"], 66, "none.srt: no such file"),
      (["--subtitles", "wide.srt"], 65, "wide.srt"),
      (["--subtitles", "s.srt", "--subtitle-style", "size=x"], 64, "--subtitle-style: size is 'x'"),
      (["--subtitle-style", "size=9%"], 64, "--subtitle-style is for --subtitles"),
      (["--fade-color", "red"], 64, "--fade-color is for --fade-in and --fade-out"),
      (["--fade-in", "-1"], 64, "--fade-in must be 0 or more"),
    ] as [([String], Int32, String)] {
      let run = try runSegue(["slideshow", "a.png", "-f", "null"] + words, folder: folder.path)
      #expect(run.code == code && run.errorText.contains(text), "\(words): \(run.errorText)")
    }
  }
}

@Suite("Titles and subtitles over clips", .enabled(if: hasFFmpeg, ffmpegMissing))
struct TitledClipTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, color) in [("a.mp4", "navy"), ("b_c.mp4", "maroon")] {
      try make(name, ["-f", "lavfi", "-i", "color=\(color):s=160x90:r=25:d=2"])
    }
  }

  private func make(_ name: String, _ words: [String]) throws {
    try SharedClips.write(
      words + ["-c:v", "libx264", "-preset", "ultrafast", "-g", "10", "-pix_fmt", "yuv420p"],
      to: folder.file(name))
  }

  private func join(_ words: String...) throws -> Run {
    try runSegue(["join", "--duration", "0.4", "-f", "rgba", "-o", "-", "-q"] + words, folder: folder.path)
  }

  private func frames(_ run: Run) -> [Bytes] { rawFrames(run, 160 * 90 * 4) }

  @Test("A text is over each clip, by its file or a column of a list, and goes and comes in the joint")
  func titles() throws {
    let plain = frames(try join("a.mp4", "b_c.mp4"))
    #expect(plain.count == 90)
    let named = try join("a.mp4", "b_c.mp4", "--titles", "name", "--text-style", "size=20%")
    expectSuccess(named)
    let titled = frames(named)
    // The middle of the joint, from frame 40 to 50, has no text.
    #expect((0..<90).filter { titled[$0] == plain[$0] } == [45])
    #expect(titled[0] == titled[40] && titled[50] == titled[89] && titled[43] != titled[42])
    try "clip,place\na.mp4,\"a\"\nb_c.mp4,b c\n".write(
      toFile: folder.file("trip.csv"), atomically: true, encoding: .utf8)
    let listed = try join("trip.csv", "--titles", "place", "--text-style", "size=20%")
    #expect(listed.output.array == named.output.array)
    let slid = frames(try join("trip.csv", "--titles", "place", "--text-style", "size=20%,enter=bottom"))
    #expect(slid[0] == titled[0] && slid[45] == plain[45] && slid[42] != titled[42])
    expectFailure(try join("a.mp4", "--titles", "place"), 64, saying: ["--titles is name, date, or a column"])
    let show = try runSegue(
      ["slideshow", "a.mp4", "b_c.mp4", "--duration", "0.4", "--titles", "name", "--text-style", "size=20%"]
        + ["-t", "fade", "-f", "rgba", "-o", "-", "-q"], folder: folder.path)
    expectSuccess(show)
    #expect(frames(show)[0] == titled[0])
  }

  @Test("Texts over clips are part of the job: --print-job, --job and plans have them")
  func textsInJobs() throws {
    let words = ["a.mp4", "b_c.mp4", "--duration", "0.4", "--text", #"Hi\nyou"#, "--titles", "name"]
    let style = ["--text-style", "size=20%"]
    func render(_ words: [String]) throws -> Run {
      try runSegue(["render"] + words + ["-f", "rgba", "-o", "-", "-q"], folder: folder.path)
    }
    let direct = try render(words + style)
    expectSuccess(direct)
    let printed = try runSegue(["render"] + words + style + ["--print-job"], folder: folder.path)
    expectSuccess(printed)
    #expect(printed.text.contains(#""texts": ["Hi\nyou"]"#) && printed.text.contains(#""titles": "name""#))
    _ = try folder.write(printed.output.array, "job.json")
    #expect(try render(["--job", "job.json"]).output.array == direct.output.array)
    #expect(try render(["--job", "job.json", "--text", "Other"]).output.array != direct.output.array)
    expectSuccess(
      try runSegue(
        ["plan", "render"] + words + style + ["-f", "png", "-o", "parts/%02d.png", "--shards", "2", "-q"],
        folder: folder.path))
    for shard in ["0", "1"] {
      expectSuccess(try runSegue(["work", "plan.json", "--shard", shard, "-q"], folder: folder.path))
    }
    let frame = try Bitmap(contentsOf: folder.file("parts/45.png"))
    #expect(frame.rgba() == frames(direct)[45].array)
  }

  @Test("Each clip has the filters of its row")
  func filters() throws {
    try "clip,look\na.mp4,\nb_c.mp4,\"color-invert,opacity:opacity=1\"\n".write(
      toFile: folder.file("trip.csv"), atomically: true, encoding: .utf8)
    let plain = frames(try join("a.mp4", "b_c.mp4"))
    let run = try join("trip.csv", "--filters", "look")
    expectSuccess(run)
    let own = frames(run)
    try #require(own.count == 90 && plain.count == 90)
    #expect((0...40).allSatisfy { own[$0] == plain[$0] } && (41..<90).allSatisfy { own[$0] != plain[$0] })
    for (plain, own) in zip(plain[89].array, own[89].array) where plain != own {
      let sum = Int(plain) + Int(own)
      try #require(abs(sum - 255) <= 1)
    }
    expectFailure(
      try join("trip.csv", "--filters", "lok"), 64, saying: ["no column 'lok'; did you mean look?"])
    expectFailure(try join("a.mp4", "--filters", "sepia"), 64, saying: ["--filter is for all images"])
    try "clip,look\na.mp4,sepja\n".write(toFile: folder.file("bad.csv"), atomically: true, encoding: .utf8)
    expectFailure(try join("bad.csv", "--filters", "look"), 64, saying: ["sepja"])
    let copied = try runSegue(
      ["join", "trip.csv", "--filters", "look", "--duration", "0.4", "--copy", "always", "--json", "-y"]
        + ["-o", "o.mp4"], folder: folder.path)
    expectSuccess(copied)
    // Only the first clip is copied, up to the joint.
    let count = copied.text.firstMatch(of: /"copiedFrames":(\d+)/).flatMap { Int($0.1) } ?? 0
    #expect((30...41).contains(count), "\(copied.text)")
  }

  @Test("Packets of frames without subtitles and fades are copied")
  func copies() throws {
    try "0:00.5 --> 0:01.0\nHello\n".write(toFile: folder.file("s.srt"), atomically: true, encoding: .utf8)
    struct Summary: Decodable {
      let frames: Int
      let copiedFrames: Int
    }
    func copied(_ words: String...) throws -> Int {
      let run = try runSegue(
        ["join", "a.mp4", "b_c.mp4", "--duration", "0.4", "--copy", "always", "--verify", "--json", "-y"]
          + ["-o", "o.mp4"] + words, folder: folder.path)
      expectSuccess(run)
      let summary = try JSONDecoder().decode(Summary.self, from: Data(run.text.utf8))
      #expect(summary.frames == 90)
      return summary.copiedFrames
    }
    // Copies frames 0 to 39 of the first clip, and the frames of the second clip from a keyframe on.
    let whole = try copied()
    #expect(whole > 70)
    // The subtitle changes frames 13 to 24, which are encoded, as are the frames from there to the next
    // keyframe.
    let told = try copied("--subtitles", "s.srt")
    #expect((whole - 20...whole - 12).contains(told))
    let moment = "o.mp4[0.52s]"
    expectSuccess(
      try runSegue(["frame", moment, moment, "--progress", "0", "-o", "f.png"], folder: folder.path))
    let frame = try Bitmap(contentsOf: folder.file("f.png"))
    #expect((0..<160).contains { x in (0..<90).contains { frame[x, $0].green > 150 } })
    let faded = try copied("--fade-in", "0.4", "--fade-out", "0.4")
    #expect((whole - 30...whole - 20).contains(faded))
  }
}
