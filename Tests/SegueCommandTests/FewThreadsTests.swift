import Foundation
import Glibc
import Segue
import SegueTestSupport
import Testing

/// Runs commands as a user who can start no further thread, one, or two.
@Suite("Few threads")
struct FewThreadsTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    chmod(folder.path, 0o777)
    for (name, size) in [("a", (700, 500)), ("b", (640, 480))] {
      try Bitmap.noise(size.0, size.1, seed: 1, opaque: true).write(
        to: folder.file("\(name).jpg"), as: Formats.JPEG(quality: 80, profile: .srgb))
    }
  }

  /// The first arguments of a command line that runs as another user, since root has no limit on threads;
  /// each test has a new user.
  private static var user: [String] {
    let number = Int.random(in: 61_000..<65_000)
    return geteuid() == 0 ? ["setpriv", "--reuid=\(number)", "--regid=\(number)", "--clear-groups"] : []
  }

  /// Runs the command with a limit on the threads that it can start besides its first one.
  private func run(_ arguments: [String], threads: Int, within seconds: Double = 20) throws -> Run {
    // The limit counts the threads of all processes of the user, including each process's first one.
    let script = "ulimit -u \(1 + threads) && exec \"$0\" \"$@\""
    let words = Self.user + ["bash", "-c", script, segue] + arguments
    return try RunningProcess(words, program: "/usr/bin/env", folder: folder.path).finish(within: seconds)
  }

  /// Whether another user can run the command where it was built.
  static let canRun: Bool = {
    let words = user + [segue, "--version"]
    return (try? RunningProcess(words, program: "/usr/bin/env").finish().code) == 0
  }()

  static let commands: [[String]] = [
    ["render", "a.jpg", "b.jpg", "--size", "64x48", "--frames", "12", "-o", "OUT/%d.png"],
    ["render", "a.jpg", "b.jpg", "--size", "640x480", "--frames", "3", "-t", "cube", "-o", "OUT/%d.jpg"],
    ["render", "a.jpg", "b.jpg", "--size", "64x48", "--frames", "12", "-o", "OUT/a.apng"],
    ["render", "a.jpg", "b.jpg", "--size", "64x48", "--frames", "12", "-o", "OUT/a.gif"],
    ["render", "a.jpg", "b.jpg", "--size", "64x48", "--frames", "12", "-o", "OUT/a.y4m"],
    [
      "slideshow", "a.jpg", "b.jpg", "a.jpg", "--hold", "0.1", "--duration", "0.2", "--size", "64x48", "-o",
      "OUT/%d.png",
    ],
    ["frame", "a.jpg", "b.jpg", "--progress", "0.4", "--size", "640x480", "-o", "OUT/a.png"],
    ["apply", "a.jpg", "--filter", "gaussian-blur", "-o", "OUT/a.png"],
  ]

  @Test(
    "One thread suffices, without delay, for the same bytes",
    .enabled(if: canRun, "another user cannot run the command here"), arguments: commands, [0, 1, 2])
  func enough(_ command: [String], _ threads: Int) throws {
    for name in ["few", "many"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
      chmod(folder.file(name), 0o777)
    }
    func words(_ folder: String) -> [String] {
      command.map { $0.replacing("OUT", with: folder) }
        + (command[0] == "apply" || command[0] == "frame" ? [] : ["--threads", "4"])
    }
    let start = ContinuousClock.now
    expectSuccess(try run(words("few"), threads: threads))
    #expect(start.duration(to: .now) < .seconds(15))
    expectSuccess(try runSegue(words("many"), folder: folder.path))
    #expect(try folder.contents(of: "few") == folder.contents(of: "many"))
    #expect(!folder.names(in: "many").isEmpty)
  }

  @Test(
    "A video whose encoder cannot start is an error at once",
    .enabled(if: canRun && hasFFmpeg, "another user cannot run the command here"))
  func noProcess() throws {
    let run = try run(
      ["render", "a.jpg", "b.jpg", "--size", "64x48", "--frames", "3", "-o", "a.mp4"], threads: 0)
    expectFailure(run, 74, saying: ["ffmpeg cannot be started"])
    #expect(folder.names() == ["a.jpg", "b.jpg"])
  }

  @Test(
    "The studio without threads is an error with advice",
    .enabled(if: canRun, "another user cannot run the command here"))
  func studio() throws {
    let run = try run(["studio", "a.jpg"], threads: 0)
    #expect(
      run.code == 70
        && run.errorText == "segue: no threads can be started for the studio; raise the limit: ulimit -u\n")
  }

  @Test(
    "Without a thread for signals, a signal ends a render between frames",
    .enabled(if: canRun, "another user cannot run the command here"), arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(_ number: Int32) throws {
    let noise = try folder.makeNoise(480, 270)
    let script = "ulimit -u 1 && exec \"$0\" \"$@\""
    let options = [
      "-t", "cross-dissolve", "--png-compression", "small", "--frames", "400", "-q", "-o", "%d.png",
    ]
    let process = try RunningProcess(
      Self.user + ["bash", "-c", script, segue, "render"] + noise
        + options,
      program: "/usr/bin/env", folder: folder.path)
    try wait("two frames are there") {
      folder.names().count { $0.hasSuffix(".png") && !$0.hasPrefix(".") } >= 4
    }
    process.send(number)
    let run = process.finish(within: 20)
    let count = folder.names().count { $0.hasSuffix(".png") && !$0.hasPrefix("noise") }
    expectFailure(
      run, 128 + number, saying: ["interrupted: \(count) of 400 frames are complete", "--resume"])
  }
}
