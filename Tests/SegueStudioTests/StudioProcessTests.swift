import Foundation
import SegueStudio
import SegueTestSupport
import Synchronization
import Testing

/// `segue studio` as a process: what it prints, who it serves and how it ends.
@Suite struct StudioProcessTests {
  private let folder: TemporaryFolder
  private let pictures = [vectorsFolder + "/from.png", vectorsFolder + "/to.png"]

  init() throws { folder = try TemporaryFolder() }

  @Test("What was named is on the page, and a signal ends it", arguments: [SIGTERM, SIGINT])
  func itServes(_ signal: Int32) async throws {
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
    try await page.upgrade()
    let shelf = try await page.hear("shelf").head
    let names = (shelf["pictures"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    #expect(names == ["from.png", "to.png"])
    #expect(shelf["shaders"] as? [String] == ["pale"])
    #expect(shelf["flows"] as? [String] == ["flow.yaml"])
    let catalog = try await page.hear("catalog").head
    #expect((catalog["version"] as? String)?.isEmpty == false, "the release")
    studio.process.send(signal)
    let run = studio.process.finish()
    #expect(run.code == 128 + signal)
    #expect(run.output == admission.address + "\n" && run.errors == "segue: the studio is closed\n")
  }

  @Test("What running exports have written goes with the studio", arguments: [SIGTERM, SIGINT])
  func exportsAreRemoved(_ signal: Int32) async throws {
    let studio = try StudioRun(pictures, ["TMPDIR": folder.path])
    let page = try PageSocket(try studio.admission())
    try await page.upgrade()
    let work: [String: Any] = [
      "from": "from.png", "to": "to.png", "transition": ["name": "wipe"], "duration": 1000,
    ]
    for id in 1...2 {
      try await page.say([
        "kind": "export", "id": id, "work": work, "output": ["file": "%05d.png", "fps": "60"],
      ])
    }
    func folders() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }
    func hasFrames(_ export: String) -> Bool {
      FileManager.default.fileExists(atPath: folder.file("\(export)/00020.png"))
    }
    let end = Date(timeIntervalSinceNow: 60)
    while Date() < end, folders().count(where: hasFrames) < 2 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(folders().count(where: hasFrames) == 2)
    studio.process.send(signal)
    #expect(studio.process.finish().code == 128 + signal)
    #expect(folders().isEmpty)
  }

  @Test("The pictures may have as many pixels as was said")
  func picturesAreLimited() throws {
    let run = try ProgramRun(pictures + ["--max-pixels", "14399"]).finish()
    #expect(run.code == 65 && run.output.isEmpty && run.errors.contains("from.png"), "\(run)")
  }

  @Test("A port that was asked for keeps its token, and belongs to one studio at a time")
  func aPortIsKept() throws {
    // A folder that others can read keeps no token.
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
    "With --once it ends when the last page is closed, not before that, and without it does not",
    arguments: [(true, false), (true, true), (false, false)])
  func itEndsWithItsPages(_ once: Bool, _ oneStays: Bool) async throws {
    let studio = try StudioRun(once ? ["--once"] : [])
    let admission = try studio.admission()
    let open = try await {
      let pages = [try PageSocket(admission), try PageSocket(admission)]
      for page in pages { try await page.upgrade() }
      _ = try await pages[0].hear("shelf")
      return oneStays ? pages[1] : nil
    }()
    defer { withExtendedLifetime(open) {} }
    if once, !oneStays {
      let run = studio.process.finish()
      #expect(run.code == 0 && run.errors.isEmpty)
    } else {
      try await Task.sleep(for: .seconds(3))
      #expect(studio.process.isRunning)
      studio.process.send(SIGTERM)
      #expect(studio.process.finish().code == 143)
    }
  }

  @Test("--open gives the address to the browser, and says where there is none", arguments: [true, false])
  func theBrowserIsOpened(_ isThere: Bool) async throws {
    let script = isThere ? "#!/bin/sh\necho \"$@\" > '\(folder.file("opened"))'\n" : "#!/bin/sh\nexit 3\n"
    try folder.writeProgram(script, "xdg-open")
    let studio = try StudioRun(["--open"], ["PATH": "\(folder.path):/usr/bin:/bin"])
    let admission = try studio.admission()
    if isThere {
      for _ in 0..<1000 where !FileManager.default.fileExists(atPath: folder.file("opened")) {
        try await Task.sleep(for: .milliseconds(10))
      }
      try await Task.sleep(for: .milliseconds(50))
    } else {
      for _ in 0..<1000 where studio.process.errors.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    }
    studio.process.send(SIGTERM)
    let said = studio.process.finish().errors.replacing("segue: the studio is closed\n", with: "")
    if isThere {
      #expect(try String(contentsOfFile: folder.file("opened"), encoding: .utf8) == admission.address + "\n")
      #expect(said.isEmpty)
    } else {
      #expect(said == "segue: no browser could be opened; open the address yourself\n")
    }
  }

  @Test("An address that nobody can read is an error")
  func fullOutput() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let run = try ProgramRun([], output: full).finish()
    #expect(run.code == 74 && run.errors.hasPrefix("segue: ") && run.errors.contains("standard output"))
  }

  @Test("Without its second program it says so")
  func theServerIsMissing() throws {
    try FileManager.default.copyItem(
      atPath: ProgramRun.folder.appending(path: "segue").path(), toPath: folder.file("segue"))
    let run = try ProgramRun([], program: folder.file("segue")).finish()
    #expect(run.code == 69 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("segue: \(folder.path)/segue-studio cannot be run: it belongs beside segue"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }
}

/// A studio under way, whose address is read as it is printed.
private struct StudioRun {
  let process: ProgramRun

  init(_ words: [String], _ environment: [String: String] = [:]) throws {
    process = try ProgramRun(words, environment)
  }

  /// Waits for the address.
  func admission() throws -> Admission {
    let end = Date(timeIntervalSinceNow: 30)
    while !process.output.hasSuffix("\n") {
      guard process.isRunning, Date() < end else { throw PageSocket.Closed() }
      usleep(2000)
    }
    let address = try #require(URL(string: String(process.output.dropLast())))
    #expect(address.host() == "127.0.0.1" && address.scheme == "http")
    return Admission(
      token: address.lastPathComponent, port: UInt16(try #require(address.port)))
  }
}

/// `segue studio` with some words, both of its streams collected.
private final class ProgramRun {
  static let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  private let process = Process()
  private let collected = (output: Collected(), errors: Collected())

  init(
    _ words: [String], _ environment: [String: String] = [:], program: String? = nil,
    output: FileHandle? = nil
  ) throws {
    process.executableURL = program.map { URL(filePath: $0) } ?? Self.folder.appending(path: "segue")
    process.arguments = ["studio"] + words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output ?? collected.output.pipe()
    process.standardError = collected.errors.pipe()
    try process.run()
  }

  var isRunning: Bool { process.isRunning }
  var output: String { collected.output.text }
  var errors: String { collected.errors.text }
  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the end, and makes it after a minute.
  func finish() -> (code: Int32, output: String, errors: String) {
    let end = Date(timeIntervalSinceNow: 60)
    while process.isRunning {
      if Date() > end { send(SIGKILL) }
      usleep(2000)
    }
    process.waitUntilExit()
    collected.output.waitForEnd()
    collected.errors.waitForEnd()
    return (process.terminationStatus, output, errors)
  }
}

/// What comes through a pipe, so far.
private final class Collected: Sendable {
  private let bytes = Mutex<[UInt8]>([])
  private let reading = DispatchGroup()

  func pipe() -> Pipe {
    let pipe = Pipe()
    DispatchQueue.global().async(group: reading) { [self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 12)
      while true {
        let count = read(pipe.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
        if count > 0 {
          bytes.withLock { $0 += buffer[..<count] }
        } else if count == 0 || errno != EINTR {
          break
        }
      }
      try? pipe.fileHandleForReading.close()
    }
    return pipe
  }

  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
  func waitForEnd() { reading.wait() }
}
