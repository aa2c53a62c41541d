import Segue
import SegueTestSupport
import Testing

@Suite("Help")
struct HelpTests {
  /// Lists the commands of the overview.
  ///
  /// Recorded/Commands/help.txt has their help.
  static func commands() throws -> [String] {
    let list = try #require(runSegue(["--help"]).text.split(separator: "SUBCOMMANDS:").last)
    return list.matches(of: /\n  ([a-z]+) {2}/).map { String($0.1) }
  }

  /// Commands whose examples need no -o.
  static let writesNoOutput = ["info", "preview", "studio", "plan", "work", "verify", "doctor", "explain"]

  @Test(arguments: [["-h"], ["help"], []])
  func commandsAreListed(_ arguments: [String]) throws {
    let run = try runSegue(arguments)
    expectSuccess(run)
    #expect(run.errorText.isEmpty)
    #expect(try run.output == runSegue(["--help"]).output)
  }

  @Test func everyCommandHasHelp() throws {
    let recorded = try String(
      contentsOfFile: "\(projectFolder)/Tests/SegueCommandTests/Recorded/help.txt", encoding: .utf8)
    let commands = try Self.commands()
    #expect(commands.first == "render" && commands.last == "bench")
    for command in commands {
      let run = try runSegue([command, "--help"])
      expectSuccess(run)
      #expect(run.errorText.isEmpty)
      #expect(try runSegue(["help", command]).output == run.output)
      let isRecorded = recorded.contains("\n$ segue \(command) --help\n")
      #expect(isRecorded, "\(command)")
    }
  }

  @Test("-h of a command is one screen of its whole help")
  func shortHelp() throws {
    for command in try Self.commands() {
      let whole = try runSegue([command, "--help"]).text.split(separator: "\n")
      let short = try runSegue([command, "-h"])
      expectSuccess(short)
      let lines = short.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 46, "\(command): \(lines.count)")
      let hint = "'segue \(command) --help' has all options."
      for line in lines where !line.isEmpty && line != hint { #expect(whole.contains(line), "\(line)") }
      #expect(lines.contains { $0 == hint } == (whole.count > lines.count))
    }
    let render = try runSegue(["render", "-h"]).text
    for option in ["--transition", "--filter", "--duration", "--output", "--format"] {
      #expect(render.contains("\(option) "))
    }
    #expect(!render.contains("--durable"))
  }

  @Test("Lines of examples are not wrapped, so that they can be copied")
  func examples() throws {
    for command in try Self.commands() {
      let head = try #require(runSegue([command, "--help"]).text.split(separator: "USAGE:").first)
      for line in head.split(separator: "\n") { #expect(line.count <= 80) }
      let examples = head.split(separator: "\n").filter { $0.hasPrefix("segue ") }
      for example in examples where !example.hasSuffix("|") && !Self.writesNoOutput.contains(command) {
        #expect(example.contains(" -o ") && !example.hasSuffix("-o"), "\(example)")
      }
    }
  }

  @Test("A command's help lists only formats that it takes", arguments: ["frame", "sheet", "apply"])
  func formatsOfOneImage(_ command: String) throws {
    let text = try runSegue([command, "--help"]).text
    #expect(text.contains("png, jpeg, webp, rgba, rgba64le"))
    for format in ["y4m", "null", "apng, mp4"] {
      #expect(!text.split(separator: "--png-compression")[0].contains(format), "\(format)")
    }
  }

  @Test func version() throws {
    let run = try runSegue(["--version"])
    expectSuccess(run)
    var lines = run.text.split(separator: "\n").map(String.init)
    let first = lines[0]
    // Only builds of a known commit print it.
    let commit = lines.firstIndex { $0.hasPrefix("commit") }.map { "\(lines.remove(at: $0))\n" } ?? ""
    #expect(commit.isEmpty || commit.wholeMatch(of: /commit [0-9a-f]{7,40}( of \d{4}-\d\d-\d\d)?\n/) != nil)
    #expect(lines.count == 4 && lines[0].wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
    let levels = SIMDLevel.available.map(\.rawValue).joined(separator: ", ")
    #expect(lines[1] == "instruction sets here: \(levels)")
    let webp =
      Formats.WebP.unavailable == nil ? /built with .*libwebp 1\.\d+\.\d+.*/ : /built .*without .*libwebp/
    #expect(lines[2].wholeMatch(of: webp) != nil, "\(lines[2])")
    #expect(lines[2].hasPrefix("built with libpng 1."))
    // No version of Debian 12 or later is 0.
    for version in lines[2].matches(of: /[a-zA-Z2-]+ (\d+)\.\d+\.\d+/) { #expect(version.1 != "0") }
    // Compares with the versions of the system's packages.
    let packages = [
      "libpng": "libpng", "libwebp": "libwebp", "lcms2": "lcms2", "libtiff": "libtiff-4",
      "libheif": "libheif",
      "ISA-L": "libisal",
    ]
    for (library, package) in packages where lines[2].contains(" \(library) ") {
      guard let program = path(of: "pkg-config") else { continue }
      let asked = try RunningProcess(["--modversion", package], program: program).finish()
      let version = asked.text.trimmingCharacters(in: .whitespacesAndNewlines)
      if asked.code == 0 { #expect(lines[2].contains(" \(library) \(version)"), "\(lines[2])") }
    }
    #expect(lines[3] == "ffmpeg: \(path(of: "ffmpeg") ?? "not found")")
    let without = try runSegue(["render", "--version"], environment: ["PATH": "/nonexistent"])
    #expect(
      without.text == "\(first)\n\(commit)"
        + (lines[1..<3] + ["ffmpeg: not found", ""]).joined(separator: "\n"))
  }
}
