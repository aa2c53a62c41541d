import Foundation
import SegueTestSupport
import Testing

/// The commands that README shows, as they are typed, from the root of a clone.
@Suite("The command lines of README")
struct ReadmeTests {
  /// The lines of shell examples with `segue` in them, without remarks.
  static let lines: [String] = {
    let text = (try? String(contentsOfFile: projectFolder + "/README.md", encoding: .utf8)) ?? ""
    return text.components(separatedBy: "```sh\n").dropFirst()
      .flatMap { $0.components(separatedBy: "```")[0].split(separator: "\n") }
      .map { String($0) }
      .filter { $0.hasPrefix("segue ") || $0.contains("| segue ") }
  }()

  /// What the line needs and this machine has not; nil where it can run.
  private func missing(_ line: String) -> String? {
    if line.hasPrefix("segue preview") { return "a terminal" }
    if line.hasPrefix("segue studio") { return "somebody to end it" }
    if line.contains("| x264") && path(of: "x264") == nil { return "x264" }
    if line.contains(".mp4") && !hasFFmpeg { return "ffmpeg" }
    return nil
  }

  @Test func thereAreSome() { #expect(Self.lines.count > 12) }

  @Test("Every line runs, one after another")
  func run() throws {
    // What is written does not go into the clone.
    let folder = try TemporaryFolder()
    for name in ["images", "Tests"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: "\(projectFolder)/\(name)")
    }
    let bin = URL(filePath: segue).deletingLastPathComponent().path()
    for line in Self.lines where missing(line) == nil {
      let line = line.hasPrefix("segue bench") ? line + " --quick" : line
      let run = try RunningProcess(
        ["-c", "PATH=\"\(bin):$PATH\"; set -o pipefail; \(line)"], program: "/bin/bash", folder: folder.path
      ).finish(within: 120)
      #expect(run.code == 0, "\(line): \(run.errorText)")
    }
    #expect(folder.names().sorted() == ["Tests", "frames", "images"], "what is written is in frames/")
  }

  @Test("The shader that is shown is the file that the example names")
  func shader() throws {
    let text = try String(contentsOfFile: projectFolder + "/README.md", encoding: .utf8)
    let file = try String(contentsOfFile: projectFolder + "/images/columns.glsl", encoding: .utf8)
    #expect(text.contains("```glsl\n" + file + "```"))
  }
}
