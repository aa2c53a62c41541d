import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("segue render --text and --titles")
struct RenderTextTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, color) in [("first_one.png", "navy"), ("second.png", "maroon")] {
      try Bitmap(PixelSize(width: 160, height: 90), filledWith: #require(Pixel(color))).write(
        to: folder.file(name))
    }
  }

  private func segue(_ words: String...) throws -> Run { try runSegue(words, folder: folder.path) }

  /// The raw frames of a render.
  private func frames(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> [Bytes]
  {
    let run = try runSegue(
      ["render", "first_one.png", "second.png", "-f", "rgba", "-o", "-", "--frames", "5"] + words,
      folder: folder.path)
    expectSuccess(run, sourceLocation: sourceLocation)
    let size = 160 * 90 * 4
    let bytes = run.output.array
    return (0..<bytes.count / size).map { Bytes(bytes[$0 * size..<($0 + 1) * size]) }
  }

  @Test("A text is over all frames, and the transition stays; each option is a parameter of the filter")
  func texts() throws {
    let plain = try frames()
    let titled = try frames("--text", "Hello", "--text-style", "size=30%,place=center")
    #expect(zip(plain, titled).allSatisfy { $0 != $1 })
    #expect(
      try titled
        == frames(
          "-t", "pixellate-dissolve", "--filter", "text:text=Hello,size=30%,place=center"))
    let two = try frames("--text", #"A, b=\n"c" (d"#, "--text", "E", "--filter", "sepia")
    #expect(
      try two
        == frames("--filter", "sepia", "--filter", #"text:text="A, b=\n\"c\" (d""#, "--filter", "text:text=E")
    )
  }

  @Test("Titles come and go with the transition")
  func titles() throws {
    let plain = try frames("-t", "cross-dissolve")
    let titled = try frames("-t", "cross-dissolve", "--titles", "name", "--text-style", "size=30%")
    #expect((0..<5).filter { plain[$0] != titled[$0] } == [0, 1, 3, 4])
    #expect(
      try titled[0] == frames("-t", "cross-dissolve", "--text", "first one", "--text-style", "size=30%")[0])
    #expect(
      try titled[4] == frames("-t", "cross-dissolve", "--text", "second", "--text-style", "size=30%")[4])
    // Images without a date have no text.
    #expect(try frames("-t", "cross-dissolve", "--titles", "date") == plain)
  }

  @Test("A job has the texts, and gives the same frames; a single image may have a text alone")
  func jobs() throws {
    let words = ["--text", "Hi, \"all\" (1\\n2", "--titles", "name", "--text-style", "color=gold"]
    let printed = try runSegue(
      ["render", "first_one.png", "second.png", "--frames", "5", "--print-job"] + words, folder: folder.path)
    expectSuccess(printed)
    _ = try folder.write(printed.output.array, "job.json")
    let run = try segue("render", "--job", "job.json", "-f", "rgba", "-o", "-")
    expectSuccess(run)
    #expect(
      try run.output.array
        == frames("--text", "Hi, \"all\" (1\\n2", "--titles", "name", "--text-style", "color=gold").flatMap(
          \.array))
    let one = try segue("frame", "second.png", "--text", "Hello", "--time", "0.5", "-o", "one.png")
    expectSuccess(one)
    let applied = try segue("apply", "second.png", "--text", "Hello", "-o", "applied.png")
    expectSuccess(applied)
    #expect(try Bitmap(contentsOf: folder.file("one.png")) == Bitmap(contentsOf: folder.file("applied.png")))
    let dateless = try segue("frame", "second.png", "--titles", "date", "--time", "0.5", "-o", "plain.png")
    expectSuccess(dateless)
    #expect(try Bitmap(contentsOf: folder.file("plain.png")) == Bitmap(contentsOf: folder.file("second.png")))
  }

  @Test("16 bits stay under a text")
  func depth() throws {
    let made = try segue(
      "apply", "second.png", "--filter", "brightness:brightness=0.001", "--depth", "16", "-o", "deep.png")
    expectSuccess(made)
    let run = try segue(
      "frame", "deep.png", "deep.png", "--text", "Hello", "--strict", "--time", "0", "-t", "cross-dissolve",
      "-o", "out.png")
    expectSuccess(run)
    #expect(try ImageInfo(contentsOf: folder.file("out.png")).depth == 16)
  }

  @Test("Errors name the option, the font or the characters")
  func errors() throws {
    func error(_ words: String...) throws -> (code: Int32, text: String) {
      let run = try runSegue(
        ["render", "first_one.png", "second.png", "-o", "out.gif", "-q"] + words, folder: folder.path)
      #expect(run.code == 0 || !FileManager.default.fileExists(atPath: folder.file("out.gif")))
      return (run.code, run.errorText)
    }
    let font = try error("--text", "Hello", "--text-style", "font=No Such Font")
    #expect(font.code == 64)
    #expect(
      font.text.contains("there is no font 'No Such Font'") && font.text.split(separator: "\n").count <= 2)
    let filter = try error("--filter", "text:text=Hello,font=No Such Font")
    #expect(filter.text.contains("there is no font 'No Such Font'") && filter.code == font.code)
    #expect(
      try error("--text", "a", "--text-style", "sise=3").text.contains("--text-style: there is no key 'sise'")
    )
    #expect(try error("--text-style", "size=3").text.contains("--text-style is for --text and --titles"))
    #expect(
      try error("--filter", "text:text=a,place=middle").text.contains(
        "place is 'middle' but must be top-left"))
    let missing = try error("--text", "a\u{10FFFD}")
    #expect(missing.code == 0 && missing.text.contains("no font has a glyph for"))
    #expect(missing.text.contains("U+10FFFD"))
  }
}
