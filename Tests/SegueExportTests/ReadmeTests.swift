import Foundation
import Segue
import SegueTestSupport
import Testing

/// The library code of README, compiled and run here, line for line.
@Suite struct ReadmeTests {
  @Test func itsLinesCompileAndRun() throws {
    defer { try? FileManager.default.removeItem(atPath: "frame.png") }
    // README begins
    let from = try Bitmap(contentsOf: "images/from.png")
    let to = try Bitmap(contentsOf: "images/to.png")
    let chain =
      (
        .from --> Pixellate(fraction: 0.1 * .progress),
        .to --> Pixellate(fraction: 0.1 * (1 - .progress))
      ) --> Dissolve(mix: .progress)
    try chain.frame(from: from, to: to, at: 0.4).write(to: "frame.png", overwrite: true)

    // The same as a transition of the catalog, at any progress, in any order, from any thread:
    let renderer = try TransitionRenderer(from: from, to: to, Transitions.PixellateDissolve())
    let half = try renderer.frame(at: 0.5)
    // README ends
    #expect(try Bitmap(contentsOf: "frame.png") == renderer.frame(at: 0.4))
    #expect(half.size == from.size)
  }

  // README begins
  struct Negative: RowFilter {
    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
      for x in row.indices {
        row[x].red = row[x].alpha - row[x].red
        row[x].green = row[x].alpha - row[x].green
        row[x].blue = row[x].alpha - row[x].blue
      }
    }
  }
  // README ends

  @Test func readmeHasTheseLines() throws {
    let readme = try String(contentsOfFile: projectFolder + "/README.md", encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let parts = source.components(separatedBy: "// README begins\n").dropFirst()
    #expect(parts.count >= 2)
    for part in parts where part.contains("// README ends\n") {
      let lines = part.components(separatedBy: "// README ends\n")[0].components(separatedBy: "\n").dropLast()
      let indent = lines.first.map { $0.prefix { $0 == " " }.count } ?? 0
      let text = lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
      #expect(readme.contains("\n" + text + "\n"), "README lacks:\n\(text)")
    }
  }
}
