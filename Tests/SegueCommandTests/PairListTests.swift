import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("segue render --pairs")
struct PairListTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, color) in [("a.png", "navy"), ("50%.png", "maroon"), ("c.d.png", "gold")] {
      try Bitmap(PixelSize(width: 8, height: 6), filledWith: #require(Pixel(color))).write(
        to: folder.file(name))
    }
    try write("from,to,transition\na.png,50%.png,cube:eye=2\n50%.png,c.d.png,\n", "list.csv")
  }

  private func write(_ text: String, _ name: String) throws {
    try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
  }

  private func render(_ words: String...) throws -> Run {
    try runSegue(["render", "--frames", "3"] + words, folder: folder.path)
  }

  @Test("Each pair is rendered to a file named by its images and its transition")
  func names() throws {
    let run = try render("--pairs", "list.csv", "-t", "fade", "-o", "out/{from}-{to}-{transition}.gif")
    expectSuccess(run)
    #expect(folder.names(in: "out").sorted() == ["50%-c.d-fade.gif", "a-50%-cube.gif"])
    #expect(run.errorLines.count == 2)
    let one = try render("a.png", "50%.png", "-t", "cube:eye=2", "-o", "one.gif", "-q")
    expectSuccess(one)
    #expect(
      try bytes(of: folder.file("one.gif")) == bytes(of: folder.file("out/a-50%-cube.gif")))
    expectSuccess(try render("--pairs", "list.csv", "-o", "frames/{from}-{to}/%02d.png", "-q"))
    #expect(folder.names(in: "frames/a-50%").sorted() == ["00.png", "01.png", "02.png"])
  }

  @Test("Wrong lists and names are errors before anything is written")
  func errors() throws {
    try write("from,to\na.png,gone.png\n", "gone.csv")
    try write("start,to\na.png,c.d.png\n", "start.csv")
    try write("from,to,transition\na.png,c.d.png,fade\na.png,c.d.png,cubb\n", "cubb.csv")
    try write("from,to,transition\na.png,\"c.d.png,fade\n", "quote.csv")
    let out = "{from}-{to}-{transition}.gif"
    for (words, code, text) in [
      (["--pairs", "list.csv", "-o", "x.gif"], 64, "x.gif: the pair of a.png and 50%.png"),
      (["--pairs", "gone.csv", "-o", out], 66, "gone.png: no such file"),
      (["--pairs", "start.csv", "-o", out], 64, "start.csv has no column 'from'"),
      (["--pairs", "cubb.csv", "-o", out], 64, "cubb.csv: row 3: there is no transition 'cubb'"),
      (["--pairs", "quote.csv", "-o", out], 65, "quote.csv: row 2 has a quotation mark that is not closed"),
      (["a.png", "c.d.png", "--pairs", "list.csv", "-o", out], 64, "give --pairs or <from>, not both"),
      (["--pairs", "list.csv", "--print-job", "-o", out], 64, "--print-job prints the job of one"),
    ] as [([String], Int32, String)] {
      let run = try runSegue(["render", "--frames", "3"] + words, folder: folder.path)
      #expect(run.code == code && run.errorText.contains(text), "\(words): \(run.errorText)")
      #expect(folder.names().filter { $0.hasSuffix(".gif") }.isEmpty)
    }
    let plan = try runSegue(
      ["plan", "render", "--pairs", "list.csv", "--shards", "2", "-o", "p/%d.png"], folder: folder.path)
    #expect(plan.code == 64 && plan.errorText.contains("plan each of them"), "\(plan.errorText)")
  }
}
