import Foundation
import SegueTestSupport
import Testing

/// Checks of the repository's pages.
@Suite struct PageTests {
  private static let pages =
    ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Sources/README.md"] + markdown(in: "docs")
    + markdown(in: "docs/decisions")

  private static func markdown(in folder: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "\(projectFolder)/\(folder)")) ?? []
    return files.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
  }

  private static func text(_ page: String) throws -> String {
    try String(contentsOfFile: "\(projectFolder)/\(page)", encoding: .utf8)
  }

  @Test(arguments: pages) func linksOfPagesExist(_ page: String) throws {
    let folder = URL(filePath: "\(projectFolder)/\(page)").deletingLastPathComponent()
    for match in try Self.text(page).matches(of: /\]\(([^)]+)\)/) {
      let link = match.1.split(separator: "#").first.map(String.init) ?? ""
      if link.isEmpty || link.contains("://") { continue }
      let exists = FileManager.default.fileExists(atPath: folder.appending(path: link).path())
      #expect(exists, "\(page): \(link) is not there")
    }
  }

  /// Names in code type must be in the sources, so that a page forgotten in a renaming fails.
  @Test func namesInTheArchitecturePageExist() throws {
    let names = try Self.text("docs/architecture.md").matches(of: /`([A-Za-z_.]+)(?:\([a-z:_]*\))?`/)
      .flatMap { $0.1.split(separator: ".").map(String.init) }.filter { $0.count > 1 }
    var words: Set<Substring> = []
    let sources = FileManager.default.enumerator(atPath: "\(projectFolder)/Sources")
    for case let file as String in sources ?? .init() {
      words.formUnion(file.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
      if [".swift", ".c", ".h"].contains(where: file.hasSuffix) {
        words.formUnion(try Self.text("Sources/\(file)").split { !$0.isLetter && !$0.isNumber && $0 != "_" })
      }
    }
    #expect(names.count > 20)
    let unknown = Set(names).filter { !words.contains(Substring($0)) }
    #expect(unknown.isEmpty)
  }

  @Test func architectureShowsEveryModule() throws {
    let text = try Self.text("docs/architecture.md")
    for module in try FileManager.default.contentsOfDirectory(atPath: "\(projectFolder)/Sources")
    where !module.hasSuffix(".md") {
      let isShown = text.contains("**\(module)**") && text.contains("  \(module) ")
      #expect(isShown, "\(module) is not in docs/architecture.md")
    }
  }

  /// The index of decisions, grouped by subject, lists each page once, with its number and title.
  @Test func decisionsAreListed() throws {
    let pages = Self.markdown(in: "docs/decisions").filter { !$0.hasSuffix("README.md") }
    let lines = try pages.map { page in
      let file = URL(filePath: page).lastPathComponent
      let number = try #require(Int(file.prefix(4)), "\(page) has no number")
      let title = try Self.text(page).split(separator: "\n").first?.dropFirst(2) ?? ""
      return "* \(number). [\(title)](\(file))"
    }
    let index = try Self.text("docs/decisions/README.md").split(separator: "\n").map(String.init)
    #expect(index.filter { $0.contains("](0") }.sorted() == lines.sorted())
    #expect(!lines.isEmpty)
  }
}
