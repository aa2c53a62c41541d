import Foundation
import Segue
import SegueCommand
import SegueTestSupport
import Testing

@Suite("Codes of errors, and their exit statuses")
struct ExitStatusTests {
  /// A code as its source declares it, with the sentence of its comment.
  private struct Declaration {
    let code: ErrorCode
    let meaning: String
  }

  /// The declarations of the library and of the command.
  private static func declarations() throws -> [Declaration] {
    let declaration = /((?:  \/\/\/.*\n)+)  (?:public )?static let \w+ = Self\("(.+?)"(.*)\)/
    return try ["SegueErrors/ErrorCodes", "SegueCommand/Reporting/CommandErrors"].flatMap { file in
      let source = try String(contentsOfFile: "\(projectFolder)/Sources/\(file).swift", encoding: .utf8)
      let found = source.matches(of: declaration).map { match in
        Declaration(
          code: ErrorCode(
            String(match.2), isCallersFault: match.3.contains("isCallersFault: true"),
            mayPass: match.3.contains("mayPass: true")),
          meaning: match.1.split(separator: "\n").map { $0.dropFirst(6) }.filter { !$0.isEmpty }.joined(
            separator: " "))
      }
      #expect(found.count == source.matches(of: /static (let|var)/).count, "\(file)")
      return found
    }
  }

  /// `scripts/docs --tables` writes the table from the sources.
  @Test("The page of the codes has all of them, in order, with their exit codes")
  func table() throws {
    let page = projectFolder + "/docs/output-for-programs.md"
    let head = [
      "| code | exit code | caller's fault | may pass | meaning |", "| --- | ---: | --- | --- | --- |",
    ]
    let rows = try Self.declarations().map { declaration in
      let code = declaration.code
      let cells = [
        "`\(code)`", "\(ExitStatus(code).rawValue)", code.isCallersFault ? "yes" : "no",
        code.mayPass ? "yes" : "no", declaration.meaning,
      ]
      return "| \(cells.joined(separator: " | ")) |"
    }
    #expect(rows.count > 50)
    try checkTable(head + rows, under: "Codes", of: page)
  }

  @Test("Names are unique and begin with a domain; a caller's fault passes only if time was short")
  func names() throws {
    let codes = try Self.declarations().map(\.code)
    #expect(Set(codes.map(\.name)).count == codes.count)
    for code in codes {
      #expect(code.name.wholeMatch(of: /([a-z]+(-[a-z]+)*\.)?[a-z]+(-[a-z]+)*/) != nil, "\(code)")
      #expect(!code.isCallersFault || !code.mayPass || code == .renderOutOfTime, "\(code)")
    }
  }

  @Test("A code that the command does not know has the status of its fault")
  func unknownCode() {
    #expect(ExitStatus(ErrorCode("upload.empty", isCallersFault: true)) == .badInput)
    #expect(ExitStatus(ErrorCode("upload.lost", mayPass: true)) == .internalFault)
  }

  /// A script replaces ffmpeg.
  @Test("A failing encoder has exit code 75 in a shard, and 74 elsewhere")
  func encoder() throws {
    let folder = try TemporaryFolder()
    let script = "#!/bin/sh\nPATH=/usr/bin:/bin\ncat > /dev/null\necho 'no room' >&2\nexit 1\n"
    try folder.writeProgram(script, "bin/ffmpeg")
    func run(_ arguments: String...) throws -> Run {
      try runSegue(arguments, environment: ["PATH": folder.file("bin")], folder: folder.path)
    }
    expectSuccess(
      try run("plan", "render", from, to, "--frames", "2", "--shards", "1", "-o", "parts/%d.mp4"))
    expectFailure(try run("work", "plan.json", "--shard", "0"), 75, saying: ["ffmpeg: no room"])
    expectFailure(
      try run("render", from, to, "--frames", "2", "-q", "-o", "a.mp4"), 74, saying: ["ffmpeg: no room"])
  }
}
