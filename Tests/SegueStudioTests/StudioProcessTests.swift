import Foundation
import SegueStudio
import SegueTestSupport
import Testing

/// `segue studio` as a process: its output, its clients and its end.
@Suite struct StudioProcessTests {
  private let folder: TemporaryFolder
  private let pictures = [vectorsFolder + "/from.png", vectorsFolder + "/to.png"]

  init() throws { folder = try TemporaryFolder() }

  @Test("Named files are on the page, and a signal ends the studio", arguments: [SIGTERM, SIGINT])
  func itServes(_ signal: Int32) throws {
    try """
    screens: {a: \(pictures[0]), b: \(pictures[1])}
    steps: [{push: b}]
    """.write(toFile: folder.file("flow.yaml"), atomically: true, encoding: .utf8)
    try """
    // A picture with less red.
    vec4 effect(vec2 uv) { return getColor(uv) * vec4(0.5, 1.0, 1.0, 1.0); }
    """.write(toFile: folder.file("pale.glsl"), atomically: true, encoding: .utf8)
    let studio = try StudioRun(
      pictures + [folder.file("flow.yaml"), "--shader-path", folder.path, "--max-pixels", "20000"])
    let admission = try studio.admission()
    #expect(admission.token.count == 32 && admission.token.allSatisfy(\.isHexDigit))
    let page = try PageSocket(admission)
    try page.upgrade()
    let shelf = try page.hear("shelf").head
    let names = (shelf["pictures"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    #expect(names == ["from.png", "to.png"])
    #expect(shelf["shaders"] as? [String] == ["pale"])
    #expect(shelf["flows"] as? [String] == ["flow.yaml"])
    let catalog = try page.hear("catalog").head
    #expect((catalog["version"] as? String)?.isEmpty == false, "the version must not be empty")
    studio.process.send(signal)
    let run = studio.process.finish()
    #expect(run.code == 128 + signal)
    #expect(run.output == admission.address + "\n" && run.errors == "segue: the studio is closed\n")
  }

  @Test("A signal removes the files of running exports", arguments: [SIGTERM, SIGINT])
  func exportsAreRemoved(_ signal: Int32) throws {
    let studio = try StudioRun(pictures, ["TMPDIR": folder.path])
    let page = try PageSocket(try studio.admission())
    try page.upgrade()
    let work: [String: Any] = [
      "from": "from.png", "to": "to.png", "transition": ["name": "wipe"], "duration": 1000,
    ]
    for id in 1...2 {
      try page.say([
        "kind": "export", "id": id, "job": job(work, ["file": "%05d.png", "fps": "60"]),
      ])
    }
    func folders() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }
    func hasFrames(_ export: String) -> Bool {
      FileManager.default.fileExists(atPath: folder.file("\(export)/00020.png"))
    }
    let end = Date(timeIntervalSinceNow: 60)
    while Date() < end, folders().count(where: hasFrames) < 2 { usleep(10_000) }
    #expect(folders().count(where: hasFrames) == 2)
    studio.process.send(signal)
    #expect(studio.process.finish().code == 128 + signal)
    #expect(folders().isEmpty)
  }

  @Test("--max-pixels limits the pictures")
  func picturesAreLimited() throws {
    let run = try ProgramRun(pictures + ["--max-pixels", "14399"]).finish()
    #expect(run.code == 65 && run.output.isEmpty && run.errors.contains("from.png"), "\(run)")
  }

  @Test("A chosen port keeps its token, and belongs to one studio at a time")
  func aPortIsKept() throws {
    // A token is stored only in a folder that other users cannot read.
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    let environment = ["XDG_RUNTIME_DIR": folder.path]
    let first = try StudioRun(["--port", "0"], environment)
    // A port that was free a moment ago.
    let port = try first.admission().port
    first.process.send(SIGTERM)
    #expect(first.process.finish().code == 143)

    let second = try StudioRun(["--port", "\(port)"], environment)
    let admission = try second.admission()
    #expect(admission.port == port)
    let third = try ProgramRun(["--port", "\(port)"], environment).finish()
    #expect(third.code == 69 && third.output.isEmpty)
    #expect(third.errors == "segue: port \(port) cannot be listened on; leave out --port\n")
    second.process.send(SIGTERM)
    #expect(second.process.finish().code == 143)

    let fourth = try StudioRun(["--port", "\(port)"], environment)
    #expect(try fourth.admission().token == admission.token)
    fourth.process.send(SIGTERM)
    _ = fourth.process.finish()
  }

  @Test(
    "With --once, the studio ends when the last page is closed; without, it does not",
    arguments: [(true, false), (true, true), (false, false)])
  func itEndsWithItsPages(_ once: Bool, _ oneStays: Bool) throws {
    let studio = try StudioRun(once ? ["--once"] : [])
    let admission = try studio.admission()
    let open = try {
      let pages = [try PageSocket(admission), try PageSocket(admission)]
      for page in pages { try page.upgrade() }
      _ = try pages[0].hear("shelf")
      return oneStays ? pages[1] : nil
    }()
    defer { withExtendedLifetime(open) {} }
    if once, !oneStays {
      let run = studio.process.finish()
      #expect(run.code == 0 && run.errors.isEmpty)
    } else {
      sleep(3)
      #expect(studio.process.isRunning)
      studio.process.send(SIGTERM)
      #expect(studio.process.finish().code == 143)
    }
  }

  @Test(
    "--open opens the browser with a file that redirects to the address, or reports a failure",
    arguments: [true, false])
  func theBrowserIsOpened(_ isThere: Bool) async throws {
    // Records the arguments, the permissions of the file, and its content.
    let script = """
      #!/bin/sh
      [ \(isThere) = true ] || exit 3
      { echo "$@"; stat -c %a "$1"; cat "$1"; } > '\(folder.file("opening"))'
      mv '\(folder.file("opening"))' '\(folder.file("opened"))'

      """
    try folder.writeProgram(script, "xdg-open")
    let temporary = folder.file("temporary")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    let studio = try StudioRun(["--open"], ["PATH": "\(folder.path):/usr/bin:/bin", "TMPDIR": temporary])
    let admission = try studio.admission()
    for _ in 0..<1000 where !FileManager.default.fileExists(atPath: folder.file("opened")) {
      if !isThere, !studio.process.errors.isEmpty { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    studio.process.send(SIGTERM)
    let said = studio.process.finish().errors.replacing("segue: the studio is closed\n", with: "")
    if isThere {
      let opened = try String(contentsOfFile: folder.file("opened"), encoding: .utf8).split(separator: "\n")
      // Lists of processes show arguments, so arguments must not contain the token.
      #expect(opened[0].hasPrefix(temporary + "/") && !opened[0].contains(admission.token))
      #expect(opened[1] == "600" && said.isEmpty)
      #expect(opened.contains { $0.contains("content=\"0; url=\(admission.address)\"") })
    } else {
      #expect(said == "segue: no browser could be opened; open the address yourself\n")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
  }

  @Test("An address that cannot be printed is an error")
  func fullOutput() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let run = try ProgramRun([], output: full).finish()
    #expect(run.code == 74 && run.errors.hasPrefix("segue: ") && run.errors.contains("standard output"))
  }

  @Test("A missing segue-studio is an error that names it")
  func theServerIsMissing() throws {
    try FileManager.default.copyItem(
      atPath: ProgramRun.folder.appending(path: "segue").path(), toPath: folder.file("segue"))
    let run = try ProgramRun([], program: folder.file("segue")).finish()
    #expect(run.code == 69 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("segue: \(folder.path)/segue-studio cannot be run: it belongs beside segue"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }
}
