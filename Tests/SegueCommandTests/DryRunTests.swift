import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("--dry-run and --print-command")
struct DryRunTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func segue(_ words: String...) throws -> Run { try runSegue(words, folder: folder.path) }

  private struct Report: Decodable {
    let output, format: String
    let frames: Int
    let width, height, bytes, uncompressedBytes: Int?
    let rate, firstFile, lastFile, audio, event: String?
    let seconds: Double?
    let files, existingFiles: Int
    let keepsFiles: Bool?
    let copiedFrames: Int?
    let commands: [[String]]?
  }

  private func report(_ words: String...) throws -> Report {
    let run = try runSegue(words + ["--dry-run", "--json"], folder: folder.path)
    expectSuccess(run)
    return try JSONDecoder().decode(Report.self, from: Data(run.output.array))
  }

  @Test("Commands print what they would make, and write nothing")
  func commands() throws {
    try folder.write(Array("screens: {a: \(from), b: \(to)}\nsteps:\n  - push: b\n".utf8), "flow.yaml")
    let pictures = [
      (["render", from, to, "-o", "f/%d.png"], "f/0.png to f/60.png: none of 61 files exists"),
      (["slideshow", from, to, "-o", "f/%d.png"], "289 frames of 160x90 at 60 a second, as png"),
      (["storyboard", "flow.yaml", "-o", "f/%d.png"], "of 160x90 at 60 a second, as png"),
      (["frame", from, to, "--time", "0.5", "-o", "a.jpg"], "a.jpg: 1 frame of 160x90, as jpeg"),
      (["sheet", from, to, "-o", "a.png"], "a.png: does not exist"),
      (["apply", from, "--filter", "sepia", "-o", "a.png"], "a.png: does not exist"),
      (
        ["apply", from, to, "--filter", "sepia", "-o", "f/"], "f/from.png to f/to.png: none of 2 files exists"
      ),
    ]
    for (words, text) in pictures {
      let run = try runSegue(words + ["--dry-run"], folder: folder.path)
      expectSuccess(run)
      #expect(run.errorText.isEmpty, "\(words)")
      #expect(run.text.hasSuffix("\nNothing was written.\n"), "\(words)")
      if words[0] == "slideshow" {
        #expect(run.text.contains(" of 160x90 at 60 a second, as png"), "\(run.text)")
      } else {
        #expect(run.text.contains(text), "\(run.text)")
      }
      #expect(folder.names() == ["flow.yaml"], "\(words)")
      #expect(try runSegue(words + ["--dry-run", "-q"], folder: folder.path).text.isEmpty)
    }
  }

  @Test("Frames, sizes and bytes are those of the run", arguments: ["y4m", "rgb24", "rgba"])
  func bytesOfStreams(_ format: String) throws {
    let words = ["render", from, to, "--frames", "7", "-f", format, "-o", "-"]
    let said = try runSegue(words + ["--dry-run", "--json-progress"], folder: folder.path)
    let report = try JSONDecoder().decode(Report.self, from: Data(said.errorText.utf8))
    let whole = try runSegue(words, folder: folder.path)
    #expect(report.bytes == whole.output.count && report.frames == 7 && report.event == "dry-run")
    #expect(report.uncompressedBytes == 7 * 160 * 90 * 4 && report.files == 0 && said.output.isEmpty)
  }

  @Test("The bytes of a single image are those of its file")
  func bytesOfImages() throws {
    let words = ["frame", from, to, "--progress", "0.3", "-o", "a.png"]
    let said = try runSegue(words + ["--dry-run", "--json-progress"], folder: folder.path)
    let report = try JSONDecoder().decode(Report.self, from: Data(said.errorText.utf8))
    expectSuccess(try runSegue(words, folder: folder.path))
    #expect(try report.bytes == bytes(of: folder.file("a.png")).count)
  }

  @Test("An animation has the frames and the rate that its format stores")
  func animation() throws {
    let report = try report("render", from, to, "-o", "a.gif")
    #expect(report.frames == 51 && report.rate == "50" && report.seconds == 61.0 / 60)
    #expect(report.firstFile == "a.gif" && report.files == 1 && report.existingFiles == 0)
  }

  @Test("Existing frames are counted as replaced or kept")
  func existing() throws {
    expectSuccess(try segue("render", from, to, "--frames", "9", "--range", "2-4", "-o", "f/%d.png"))
    let words = ["render", from, to, "--frames", "9", "-o", "f/%d.png", "--dry-run"]
    expectFailure(try runSegue(words, folder: folder.path), 73, saying: ["f/2.png", "--overwrite"])
    let replaced = try report("render", from, to, "--frames", "9", "-o", "f/%d.png", "--overwrite")
    #expect(replaced.frames == 9 && replaced.existingFiles == 3 && replaced.keepsFiles == false)
    let kept = try report("render", from, to, "--frames", "9", "-o", "f/%d.png", "--resume")
    #expect(kept.frames == 6 && kept.existingFiles == 3 && kept.keepsFiles == true && kept.files == 9)
    #expect(folder.names(in: "f") == ["2.png", "3.png", "4.png"])
  }

  @Test(
    "A dry run fails with the exit code and the message of the real run",
    arguments: [
      ["render", "nope.png", to, "-o", "a.gif"], ["render", from, to, "-o", "broken/a.gif"],
      ["render", from, to, "-o", "a.gif", "-t", "zzz"], ["render", from, "broken", "-o", "a.gif"],
      ["render", from, to, "--frames", "3", "-o", "broken/%d.png"],
      ["frame", from, to, "--time", "0", "-o", "broken/a.png"],
      ["apply", "broken", "--filter", "sepia", "-o", "a.png"],
      ["apply", from, "broken", "--filter", "sepia", "-o", "f/"],
      ["render", from, to, "-f", "y4m", "-o", "-", "--json"],
      ["slideshow", from, "broken", "-o", "a.gif"],
      ["frame", from, to, "--time", "0", "-o", "busy.png"], ["render", from, to, "-o", "busy.gif"],
    ])
  func errors(_ words: [String]) throws {
    try folder.write([1, 2, 3], "broken")
    // Hidden files that another process is writing.
    let locks = try ["png", "gif"].map { ending in
      try folder.write([], ".busy.\(ending).partial")
      return open(folder.file(".busy.\(ending).partial"), O_WRONLY)
    }
    defer { locks.forEach { _ = close($0) } }
    for lock in locks { #expect(flock(lock, LOCK_EX | LOCK_NB) == 0) }
    let names = folder.names()
    let said = try runSegue(words + ["--dry-run"], folder: folder.path)
    #expect(folder.names() == names)
    let real = try runSegue(words, folder: folder.path)
    expectFailure(said, real.code, saying: [])
    #expect(said.code != 0 && said.errorText == real.errorText)
  }

  @Test(
    "The printed command line of the encoder is that of the real run", .enabled(if: hasFFmpeg, ffmpegMissing))
  func encoder() throws {
    let words = ["render", from, to, "--frames", "3", "-o", "it's.mp4", "--encoder-option", "crf=30"]
    let printed = try runSegue(words + ["--print-command"], folder: folder.path)
    expectSuccess(printed)
    #expect(printed.text.contains(" -y 'file:.it'\\''s.mp4.partial'\n") && folder.names().isEmpty)
    let both = try runSegue(words + ["--print-command", "--dry-run"], folder: folder.path)
    #expect(both.text.hasSuffix("Nothing was written.\n" + printed.text))
    let run = try runSegue(words + ["--verbose"], folder: folder.path)
    #expect(run.errorText.contains("segue: " + printed.text))
    // A shell can run the line.
    let raw = try runShell(
      "\"$0\" render \(from) \(to) --frames 3 -f y4m -o - | \(printed.text)", [], folder: folder.path)
    expectSuccess(raw)
    #expect(try bytes(of: folder.file(".it's.mp4.partial")) == bytes(of: folder.file("it's.mp4")))
    let report = try report("render", from, to, "--print-command", "-o", "b.mp4", "--resume")
    #expect(report.commands?.count == 1 && report.frames == 61)
    expectFailure(
      try segue("render", from, to, "-o", "a.mp4", "--size", "91x91", "--dry-run"), 73, saying: ["even sides"]
    )
    let images = try segue("render", from, to, "-o", "a.gif", "--print-command")
    #expect(
      images.code == 0 && images.text.isEmpty && images.errorText.contains("no program would be started"))
  }

  @Test(
    "The report of joined clips has decoders, sound and copied frames", .enabled(if: hasFFmpeg, ffmpegMissing)
  )
  func join() throws {
    let sources = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=3", "-f", "lavfi", "-i", "sine=d=3"]
    for name in ["a.mp4", "b.mp4"] {
      let words = ["-v", "error"] + sources + ["-c:v", "libx264", "-g", "10", folder.file(name)]
      expectSuccess(try RunningProcess(words, program: path(of: "ffmpeg") ?? "").finish())
    }
    let copied = try report("join", "a.mp4", "b.mp4", "-o", "o.mp4", "--print-command")
    #expect(copied.frames == 125 && copied.rate == "25" && copied.seconds == 5)
    #expect((copied.copiedFrames ?? 0) > 50)
    let commands = copied.commands ?? []
    #expect(commands.contains { $0.contains("file:piece-0") })
    #expect(commands.last?.last == "file:.o.mp4.partial")
    let encoded = try report("join", "a.mp4", "b.mp4", "-o", "o.mp4", "--print-command", "--copy", "never")
    #expect(encoded.copiedFrames == nil && encoded.frames == 125)
    #expect(encoded.commands?.count == 5, "two decoders of sound, two of pictures, and the encoder")
    #expect(folder.names() == ["a.mp4", "b.mp4"])
    expectFailure(
      try segue("join", "a.mp4", "b.mp4", "-o", "b.mp4", "--dry-run"), 73, saying: ["b.mp4: exists already"])
  }

  @Test("A dry run of a plan is an error")
  func plan() throws {
    for option in ["--dry-run", "--print-command"] {
      expectFailure(
        try segue("plan", "render", from, to, "-o", "f/%d.png", "--shards", "2", option), 64,
        saying: ["leave them out of a plan"])
    }
    #expect(folder.names().isEmpty)
  }
}
