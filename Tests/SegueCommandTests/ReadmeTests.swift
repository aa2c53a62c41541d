import Foundation
import SegueTestSupport
import Testing

/// Runs the commands in README and its pages as typed, from the root of a clone.
@Suite("The command lines of README and its pages")
struct ReadmeTests {
  static let pages = ["README.md", "docs/command.md", "docs/catalog.md", "docs/shaders.md"]

  /// Lists the lines with `segue` in shell examples; lines of docs/shaders.md only if their files exist.
  static func lines(of page: String) -> [String] {
    let text = (try? String(contentsOfFile: "\(projectFolder)/\(page)", encoding: .utf8)) ?? ""
    let examples = text.components(separatedBy: "```sh\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    let lines = examples.flatMap { $0.split(separator: "\n").map(String.init) }
    return lines.filter { line in
      (line.hasPrefix("segue ") || line.contains("| segue "))
        && (page != "docs/shaders.md" || line.contains("images/"))
    }
  }

  /// Returns a requirement of the line that this machine lacks; nil if the line can run.
  private func missing(_ line: String) -> String? {
    if line.hasPrefix("segue preview") { return "a terminal" }
    if line.hasPrefix("segue studio") { return "somebody to end it" }
    if line.contains("| x264") && path(of: "x264") == nil { return "x264" }
    if line.contains(".mp4") && !hasFFmpeg { return "ffmpeg" }
    return nil
  }

  /// Adds a small size to a line that renders, so that frames are encoded quickly; `scripts/soak whole` runs lines
  /// as they are.
  static func shortened(_ line: String) -> String {
    if line.hasPrefix("segue bench") { return line + " --quick -t wipe --size 640x360" }
    let last = line.split(separator: "| ").last ?? ""
    let isRender = last.hasPrefix("segue render") || last.hasPrefix("segue slideshow")
    guard !isWhole, isRender, line.contains("-o frames/") else { return line }
    guard !line.contains("--size") else { return line.replacing("--size 720p", with: "--size 320x180") }
    return line + " --size 160x90"
  }

  @Test("README fits one screen: two examples of the command, then links")
  func oneScreen() throws {
    let text = try String(contentsOfFile: projectFolder + "/README.md", encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 64)
    #expect(Self.pages.map { Self.lines(of: $0).count } == [2, 39, 5, 2])
    for page in Self.pages.dropFirst() { #expect(text.contains("](\(page))"), "\(page)") }
  }

  @Test("All lines run, one after another", arguments: pages)
  func run(_ page: String) throws {
    // Output goes to a temporary folder, not into the clone.
    let folder = try TemporaryFolder()
    for name in ["images", "Tests"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: "\(projectFolder)/\(name)")
    }
    let bin = URL(filePath: segue).deletingLastPathComponent().path()
    for line in Self.lines(of: page) where missing(line) == nil {
      let line = Self.shortened(line)
      let run = try RunningProcess(
        ["-c", "PATH=\"\(bin):$PATH\"; set -o pipefail; \(line)"], program: "/bin/bash", folder: folder.path
      ).finish(within: 600)
      #expect(run.code == 0, "\(line): \(run.errorText)")
    }
    #expect(folder.names().sorted() == ["Tests", "frames", "images"], "output goes to frames/")
  }

  @Test("The shader on the page is the file named by its example")
  func shader() throws {
    let text = try String(contentsOfFile: projectFolder + "/docs/shaders.md", encoding: .utf8)
    let file = try String(contentsOfFile: projectFolder + "/images/columns.glsl", encoding: .utf8)
    #expect(text.contains("```glsl\n" + file + "```"))
  }

  /// Pages about hosts, with shaders in blocks `glsl NAME` and lines that run them.
  static let hosts =
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(projectFolder)/docs/hosts")) ?? [])
    .filter { $0.hasSuffix(".md") && $0 != "README.md" }.sorted()

  @Test("A host's shader runs as its page says", arguments: hosts)
  func host(_ page: String) throws {
    let text = try String(contentsOfFile: "\(projectFolder)/docs/hosts/\(page)", encoding: .utf8)
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("images"), withDestinationPath: "\(projectFolder)/images")
    var files: [String] = []
    for block in text.components(separatedBy: "```glsl ").dropFirst() {
      let lines = block.components(separatedBy: "```")[0].split(separator: "\n", maxSplits: 1)
      files.append(String(lines[0]))
      try String(lines[1]).write(
        toFile: folder.file(files[files.count - 1]), atomically: true, encoding: .utf8)
    }
    let commands = Self.lines(of: "docs/hosts/\(page)")
    #expect(!files.isEmpty && !commands.isEmpty)
    for file in files { #expect(commands.contains { $0.contains(file) }, "\(file) is not run") }
    for line in commands.map(Self.shortened) {
      let words = line.split(separator: " ").dropFirst().map(String.init) + ["--overwrite"]
      let run = try runSegue(line.hasPrefix("segue explain") ? words.dropLast() : words, folder: folder.path)
      #expect(run.code == 0 && !run.errorText.contains("warning"), "\(line): \(run.errorText)")
    }
    #expect(folder.names().contains("frames"))
  }
}
