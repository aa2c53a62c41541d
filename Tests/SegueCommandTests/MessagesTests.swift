import Foundation
import Glibc
import Segue
import SegueCommand
import SegueTestSupport
import Testing

@Suite("--json-progress and --verbose")
struct MessagesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A line of standard error, with the keys used by tests.
  private struct Line: Decodable {
    let event: String
    let code: String?
    let exitCode: Int32?
    let message: String?
    let file: String?
    let details: [String]?
    let excerpt: String?
    let frame: Int?
    let frames: Int?
    let framesPerSecond: Double?
    let seconds: Double?
    let bytes: Int?
    let width: Int?
    let stages: [String: Double]?
  }

  /// Parses the events of a run; every line must be an event.
  private func lines(_ run: Run) throws -> [Line] {
    try run.errorLines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  private func article() throws -> String {
    try String(
      contentsOfFile: projectFolder + "/docs/output-for-programs.md", encoding: .utf8)
  }

  @Test("The article has the codes of all warnings")
  func warningCodes() throws {
    for kind in WarningKind.allCases { #expect(try article().contains("`\(kind.rawValue)`")) }
  }

  @Test("The article lists all events and all keys")
  func keys() throws {
    let text = try article()
    for kind in Event.Kind.allCases { #expect(text.contains("\n| `\(kind.rawValue)` |")) }
    for key in Event.keys { #expect(text.contains("`\(key)`"), "\(key)") }
  }

  @Test("A render reports its start, progress and finish", arguments: ["a.gif", "%d.png", "a.y4m"])
  func render(_ name: String) throws {
    let run = try runSegue(
      ["render", from, to, "--frames", "20", "--json-progress", "--json", "-o", folder.file(name)])
    #expect(run.code == 0)
    let lines = try lines(run)
    #expect(lines.first?.event == "start" && lines.first?.frames == 20 && lines.first?.width == 160)
    let progress = lines.dropFirst().dropLast()
    #expect(progress.allSatisfy { $0.event == "progress" && $0.frames == 20 && ($0.seconds ?? 0) > 0 })
    #expect(progress.last?.frame == 20 && (progress.last?.framesPerSecond ?? 0) > 0)
    #expect(zip(progress, progress.dropFirst()).allSatisfy { ($0.frame ?? 0) < ($1.frame ?? 0) })
    let finish = try #require(lines.last)
    #expect(finish.event == "finish" && finish.frames == 20 && finish.stages == nil)
    // Standard output has the same summary, without an event.
    let summary = try JSONSerialization.jsonObject(with: Data(run.output.array)) as? [String: Any]
    #expect(summary?["event"] == nil && summary?["bytes"] as? Int == finish.bytes)
  }

  @Test("Errors are events with codes, even before options are parsed")
  func errors() throws {
    let text = folder.file("text.png")
    try Data("no image".utf8).write(to: URL(filePath: text))
    let cut = folder.file("cut.png")
    try Data(bytes(of: from).array.prefix(5000)).write(to: URL(filePath: cut))
    let shader = folder.file("bad.glsl")
    try Data("vec4 transition(vec2 uv) { return nope; }".utf8).write(to: URL(filePath: shader))
    let out = folder.file("out/%d.png")
    let cases: [(code: String, arguments: [String], file: String?)] = [
      ("usage.unknown-option", ["render", from, to, "--nonsense"], nil),
      ("usage.unknown-command", ["rendr", from], nil),
      ("usage.invalid", ["render", from, to, "--frames", "x"], nil),
      ("usage.invalid", ["frame", from, to, "-o", "a.png"], nil),
      ("name.unknown", ["render", from, to, "-t", "nope", "-o", out], nil),
      ("parameter.unknown", ["render", from, to, "-p", "nope=1", "-o", out], nil),
      ("parameter.invalid", ["render", from, to, "-p", "fraction=x", "-o", out], nil),
      ("formula.invalid", ["render", from, to, "--filter", "saturation:saturation=2*prog", "-o", out], nil),
      ("shader.invalid", ["render", from, to, "-t", shader, "-o", out], shader),
      ("file.missing", ["render", from, folder.file("missing.png"), "-o", out], folder.file("missing.png")),
      ("file.exists", ["frame", from, to, "--progress", "0", "-o", text], text),
      ("image.not-an-image", ["render", from, text, "-o", out], text),
      ("image.truncated", ["apply", cut, "--filter", "sepia", "-o", folder.file("a.png")], cut),
      ("image.too-large", ["sheet", from, to, "--max-pixels", "99", "-o", folder.file("a.png")], from),
      ("storyboard.invalid", ["storyboard", shader, "-o", out], shader),
      ("input.missing", ["slideshow", folder.path + "/none/", "-o", out], folder.path + "/none/"),
    ]
    try FileManager.default.createDirectory(atPath: folder.file("none"), withIntermediateDirectories: false)
    for (code, arguments, file) in cases {
      let run = try runSegue(arguments + ["--json-progress"])
      let lines = try lines(run)
      #expect(lines.count == 1 && lines[0].event == "error", "\(arguments)")
      #expect(lines[0].file == file)
      #expect(lines[0].code == code && lines[0].exitCode == run.code, "\(run.errorText)")
      // The message equals that of the text form.
      let plain = try runSegue(arguments)
      #expect(plain.errorText.contains("segue: \(lines[0].message ?? "?")\n"), "\(plain.errorText)")
      #expect(plain.code == run.code)
    }
    let compiler = try lines(runSegue(["render", from, to, "-t", shader, "-o", out, "--json-progress"]))
    #expect(compiler[0].details?.first?.contains("nope") == true)
  }

  @Test("Omitted and skipped files are warnings")
  func warnings() throws {
    try Data("no image".utf8).write(to: URL(filePath: folder.file("text.png")))
    try Data().write(to: URL(filePath: folder.file("notes.txt")))
    for name in ["a.png", "b.png"] {
      try FileManager.default.copyItem(atPath: from, toPath: folder.file(name))
    }
    let arguments = [
      "slideshow", folder.path, "--skip-unreadable", "--hold", "0", "--fps", "2", "-f", "null",
    ]
    let lines = try lines(runSegue(arguments + ["--json-progress", "-q"]))
    #expect(lines.map(\.event) == ["warning", "warning"])
    #expect(lines.map(\.code) == ["input.left-out", "image.not-an-image"])
    let plain = try runSegue(arguments + ["-q"])
    let expected = lines.map { "segue: \($0.message ?? "")" }
    #expect(plain.errorLines.map(String.init) == expected)
  }

  @Test("An interruption and a closed reader are errors, too")
  func ends() throws {
    let process = try RunningProcess(
      ["render", from, to, "--frames", "1000000", "--json-progress", "-o", folder.file("a.apng")])
    try wait("frames are written") { !folder.names().isEmpty }
    usleep(100_000)
    process.send(SIGTERM)
    let run = process.finish(within: 20)
    let last = try lines(run).last
    #expect(run.code == 143 && last?.code == "interrupted" && last?.exitCode == 143)
    let piped = try runShell(
      "exec 3>&1; { \"$0\" \"$@\" 2>&1 >&4 4>&- | cat >&3; } 4>&1 | head -c 1 > /dev/null",
      ["render", from, to, "--frames", "9999", "-f", "rgba", "-o", "-", "--json-progress"])
    let told = try piped.text.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    #expect(told.last?.code == "output.closed" && told.last?.exitCode == 141, "\(piped.text)")
  }

  @Test("--verbose reports each decision once")
  func verbose() throws {
    let run = try runSegue(
      [
        "render", from, to, "--frames", "4", "--threads", "1", "--simd", "reference", "--verbose", "-o",
        folder.file("a.gif"),
      ])
    #expect(run.code == 0)
    let expected = [
      "segue: instruction set reference, of \(SIMDLevel.available.map(\.rawValue).joined(separator: ", ")); 1 thread",
      "segue: decoded \(from): 160x90", "segue: decoded \(to): 160x90",
    ]
    #expect(run.errorLines.prefix(3).map(String.init) == expected)
    #expect(
      run.errorText.contains(
        "\nsegue: 4 frames of 160x90 at 3.0 a second to \(folder.file("a.gif")) as gif\n"))
    #expect(run.errorText.contains("\n  encode "))
    let events = try lines(
      runSegue([
        "frame", from, to, "--progress", "0", "--verbose", "--json-progress", "-o", folder.file("a.png"),
      ]))
    #expect(events.dropLast().allSatisfy { $0.event == "detail" && $0.message != nil } && events.count > 4)
    // The default is the best instruction set, on all cores.
    let cores = usableCores == 1 ? "1 thread" : "\(usableCores) threads"
    #expect(events.first?.message?.hasPrefix("instruction set \(SIMDLevel.best.rawValue), of ") == true)
    #expect(events.first?.message?.hasSuffix("; \(cores)") == true)
    #expect(try events.last?.event == "finish" && events.last?.bytes == bytes(of: folder.file("a.png")).count)
    for arguments in [["--quiet", "--verbose"], ["--json-progress", "--progress-bar", "always"]] {
      #expect(try runSegue(["render", from, to, "-f", "null"] + arguments).code == 64)
    }
  }

  @Test("--verbose shows ffmpeg's command line", .enabled(if: hasFFmpeg, ffmpegMissing))
  func commandLine() throws {
    let run = try runSegue(
      [
        "render", from, to, "--frames", "2", "--verbose", "-o", folder.file("it's.mp4"), "--encoder-option",
        "crf=30",
      ])
    let line = try #require(run.errorLines.first { $0.contains("ffmpeg ") })
    #expect(line.hasPrefix("segue: ffmpeg -nostdin ") && line.contains(" -crf 30 "))
    #expect(line.contains("'file:\(folder.path)/.it'\\''s.mp4.partial'"), "\(line)")
  }
}
