import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("Outputs that would replace inputs")
struct InputFilesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<4 {
      try Bitmap.noise(16, 16, seed: UInt64(number), opaque: true).write(to: folder.file("\(number).png"))
    }
  }

  private func segue(_ words: String...) throws -> Run { try runSegue(words, folder: folder.path) }

  @Test("A slideshow does not write over its images, which are read while frames are written")
  func slideshow() throws {
    let before = try folder.contents(of: ".")
    let words = ["slideshow", "0.png", "./1.png", "2.png", "--fps", "2", "--hold", "1"]
    let run = try runSegue(words + ["-o", "%d.png", "-y"], folder: folder.path)
    expectFailure(run, 64, saying: ["0.png", "is an input, which a frame would replace before it is read"])
    #expect(try folder.contents(of: ".") == before)
    expectSuccess(try runSegue(words + ["-o", "frames/%d.png", "-q"], folder: folder.path))
    expectSuccess(try runSegue(words + ["-o", "frames/%d.png", "-y", "-q"], folder: folder.path))
  }

  @Test("A join does not write over its pictures", .enabled(if: hasFFmpeg, ffmpegMissing))
  func join() throws {
    expectSuccess(try segue("render", "0.png", "1.png", "--frames", "5", "--fps", "25", "-q", "-o", "a.mp4"))
    let before = try folder.contents(of: ".")
    let words = ["join", "a.mp4", "3.png", "--hold", "1", "--duration", "0.04"]
    expectFailure(
      try runSegue(words + ["-o", "%d.png", "-y"], folder: folder.path), 64, saying: ["3.png is an input"])
    #expect(try folder.contents(of: ".") == before)
    // A file with all frames may replace a clip, which has been read.
    expectSuccess(try runSegue(words + ["-o", "a.mp4", "-y", "-q"], folder: folder.path))
  }

  @Test("Pairs of a list do not write over the images of later pairs")
  func pairs() throws {
    try folder.write(Array("from,to\n0.png,1.png\n1.png,2.png\n".utf8), "list.csv")
    let words = ["render", "--pairs", "list.csv", "--frames", "1", "-t", "cross-dissolve", "-q"]
    let before = try folder.contents(of: ".")
    expectFailure(
      try runSegue(words + ["-o", "{to}.png", "-y"], folder: folder.path), 64,
      saying: ["1.png: ", "1.png is an input"])
    #expect(try folder.contents(of: ".") == before)
    // The images of earlier pairs have been read.
    expectSuccess(try runSegue(words + ["-o", "{from}.png", "-y"], folder: folder.path))
    expectSuccess(
      try segue("render", "--pairs", "list.csv", "--frames", "2", "-f", "null", "-q"))
  }

  @Test("--print-job names the options that a job does not contain")
  func printedJobs() throws {
    let run = try segue(
      "render", "0.png", "1.png", "-o", "a.gif", "--budget", "1MB", "--color", "ignore", "--print-job")
    #expect(run.code == 0 && run.errorText.contains("does not contain --color or --budget"))
    let plain = try segue("render", "0.png", "1.png", "-o", "a.gif", "--print-job")
    #expect(plain.errorText.isEmpty && plain.output == run.output)
  }

  @Test("A dry run checks the largest side of a format", arguments: [("jpg", "65500"), ("webp", "16383")])
  func sides(ending: String, most: String) throws {
    try Bitmap(width: 65536, height: 1).write(to: folder.file("wide.png"))
    expectFailure(
      try segue("render", "wide.png", "wide.png", "--frames", "2", "-o", "f/%d.\(ending)", "--dry-run"), 73,
      saying: ["ends at \(most) pixels a side"])
  }

  @Test("A frame that a crash has cut off is rendered again", arguments: ["png", "jpg"])
  func tornFrames(ending: String) throws {
    let words = ["render", "0.png", "1.png", "--frames", "3", "-o", "f/%d.\(ending)"]
    expectSuccess(try runSegue(words + ["-q"], folder: folder.path))
    let whole = try folder.contents(of: "f")
    let bytes = try #require(whole["1.\(ending)"])
    try folder.write(Array(bytes.array.dropLast(7)), "f/1.\(ending)")
    let run = try runSegue(words + ["--resume"], folder: folder.path)
    #expect(run.errorText.contains("2 kept"))
    #expect(try folder.contents(of: "f") == whole)
    // Bytes behind the end are no damage.
    try folder.write(bytes.array + [1, 2, 3], "f/1.\(ending)")
    #expect(try runSegue(words + ["--resume"], folder: folder.path).errorText.contains("3 kept"))
  }

  @Test("A process that ignores SIGCHLD encodes video", .enabled(if: hasFFmpeg, ffmpegMissing))
  func ignoredChildren() throws {
    let run = try runShell(
      #"trap '' CHLD; exec "$0" "$@""#, ["render", "0.png", "1.png", "--frames", "3", "-q", "-o", "a.mp4"],
      folder: folder.path)
    expectSuccess(run)
  }

  @Test("Segments of two and three frames are joined", .enabled(if: hasFFmpeg, ffmpegMissing))
  func shortSegments() throws {
    expectSuccess(
      try segue(
        "plan", "render", "0.png", "1.png", "--frames", "5", "--fps", "25", "-o", "p/%d.mp4", "--shards", "2")
    )
    for shard in ["0", "1"] { expectSuccess(try segue("work", "plan.json", "--shard", shard)) }
    expectSuccess(try segue("finish", "plan.json", "-o", "a.mp4"))
    #expect(try segue("info", "a.mp4").text.contains("0.200 s, 5 frames at 25 a second"))
  }

  @Test("A font file is an input of a plan", .enabled(if: fontFile != nil, "there is no font file"))
  func fonts() throws {
    let font = try Data(contentsOf: URL(filePath: #require(fontFile)))
    try folder.write(Array(font), "font.ttf")
    expectSuccess(
      try segue(
        "plan", "render", "0.png", "1.png", "--filter", "text:text=hi,font=font.ttf", "--frames", "4", "-o",
        "f/%d.png", "--shards", "2"))
    expectSuccess(try segue("work", "plan.json", "--shard", "0"))
    // A byte behind the tables changes no glyph.
    try folder.write(Array(font) + [0], "font.ttf")
    expectFailure(
      try segue("work", "plan.json", "--shard", "1"), 65, saying: ["font.ttf", "it changed since the plan"])
  }
}

/// A font file of this machine; nil if there is none.
private let fontFile = [
  "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
  "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
].first { FileManager.default.fileExists(atPath: $0) }
