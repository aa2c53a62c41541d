import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("--budget")
struct BudgetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func render(_ words: String...) throws -> Run {
    try runSegue(["render", from, to, "--frames", isWhole ? "41" : "21", "-y"] + words, folder: folder.path)
  }

  @Test("An animation is reduced until it is below its bytes", arguments: ["gif", "webp", "apng"])
  func reduced(format: String) throws {
    let file = "o.\(format)"
    expectSuccess(try render("-t", "cube", "-o", file, "-q"))
    let whole = try bytes(of: folder.file(file)).count
    let same = try render("-t", "cube", "-o", "same.\(format)", "--budget", "\(whole)")
    expectSuccess(same)
    #expect(same.errorText.contains("budget: nothing is reduced; "), "\(same.errorText)")
    #expect(try bytes(of: folder.file("same.\(format)")) == bytes(of: folder.file(file)))
    let most = whole / 3
    let run = try render("-t", "cube", "-o", file, "--budget", "\(most)B")
    expectSuccess(run)
    let reduced = try bytes(of: folder.file(file)).count
    #expect(reduced <= most && reduced > most / 3, "\(whole): \(run.errorText)")
    #expect(run.errorText.contains("budget: ") && run.errorText.contains(" of "), "\(run.errorText)")
    let info = try ImageInfo(contentsOf: folder.file(file))
    #expect(info.size.width < 160 || run.errorText.contains("frames a second in place of"))
  }

  @Test("Wrong budgets are errors, and nothing is written")
  func errors() throws {
    for (words, code, text) in [
      (["-o", "o.gif", "--budget", "100B"], 64, "--budget 100B: at a tenth of the size"),
      (["-o", "o.y4m", "--budget", "1MB"], 64, "--budget is for files of gif, webp and apng"),
      (["-o", "%d.png", "--budget", "1MB"], 64, "--budget is for files"),
      (["-o", "o.gif", "--budget", "some"], 64, "--budget"),
      (["-o", "o.gif", "--budget", "0"], 64, "--budget"),
    ] as [([String], Int32, String)] {
      let run = try runSegue(["render", from, to, "--frames", "5"] + words, folder: folder.path)
      #expect(run.code == code && run.errorText.contains(text), "\(words): \(run.errorText)")
    }
    #expect(folder.names().isEmpty)
    let check = try render("-o", "o.gif", "--budget", "1kB", "--dry-run")
    expectSuccess(check)
    #expect(folder.names().isEmpty)
  }
}
