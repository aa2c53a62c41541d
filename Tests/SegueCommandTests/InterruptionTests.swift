import Foundation
import Glibc
import Segue
import SegueTestSupport
import Testing

@Suite("Interrupted renders")
struct InterruptionTests {
  let folder: TemporaryFolder
  let options: [String]

  /// PNG files of noise take long enough for a signal to arrive between two frames.
  init() throws {
    folder = try TemporaryFolder()
    options =
      ["render"] + (try folder.makeNoise(480, 270))
      + [
        "-t", "cross-dissolve", "--png-compression", "small", "--frames", "48", "--threads", "2", "-q", "-o",
      ]
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func signalBetweenFrames(_ signal: Int32) throws {
    let process = try start()
    process.send(signal)
    let run = process.finish(within: 20)
    let names = folder.names(in: "out")
    expectFailure(
      run, 128 + signal, saying: ["interrupted: \(names.count) of 48 frames are complete", "--resume"])
    #expect((2..<48).contains(names.count), "the signal comes while frames are being made")
    try checkFrames()
    try resume()
  }

  @Test("Existing frames count as complete")
  func signalWhileResuming() throws {
    expectSuccess(try runSegue(options + [folder.file("out/%d.png"), "--range", "40-47"]))
    let process = try start("--resume", beside: 8)
    process.send(SIGTERM)
    let run = process.finish(within: 20)
    let names = folder.names(in: "out")
    expectFailure(run, 143, saying: ["interrupted: \(names.count) of 48 frames are complete", "--resume"])
    try checkFrames()
  }

  @Test(
    "An ignored SIGHUP or SIGQUIT stays ignored, as with nohup",
    arguments: [
      ("HUP", SIGHUP), ("QUIT", SIGQUIT),
    ])
  func nohup(_ name: String, _ signal: Int32) throws {
    let process = try RunningProcess(
      ["-c", #"trap '' \#(name); exec "$0" "$@""#, segue] + options + [folder.file("out/%d.png")],
      program: "/bin/sh")
    try wait("two frames are there") { folder.names(in: "out").count { !$0.hasPrefix(".") } >= 2 }
    process.send(signal)
    expectSuccess(process.finish())
    #expect(folder.names(in: "out").count == 48)
  }

  @Test("Files left by a killed render do not stop the next one, and are removed")
  func killedWithoutResume() throws {
    try FileManager.default.createDirectory(atPath: folder.file("out"), withIntermediateDirectories: true)
    try Data([1, 2, 3]).write(to: URL(filePath: folder.file("out/.5.png.partial")))
    expectSuccess(try runSegue(options + [folder.file("out/%d.png")]))
    try checkFrames()
    #expect(folder.names(in: "out").count == 48)
  }

  @Test("Runs that resume at the same time complete the frames without an error")
  func twoThatResume() throws {
    let arguments = options + [folder.file("out/%d.png"), "--resume"]
    let runs = try (0..<3).map { _ in try RunningProcess(arguments) }
    for run in runs { expectSuccess(run.finish()) }
    try checkFrames()
    try resume()
  }

  @Test("--resume is not advised after --overwrite, since it would keep old frames")
  func signalWhileOverwriting() throws {
    let process = try start("--overwrite")
    process.send(SIGINT)
    let run = process.finish(within: 20)
    let count = folder.names(in: "out").count
    expectFailure(
      run, 130,
      saying: ["interrupted: \(count) of 48 frames are written; start again with --overwrite"])
    #expect(!run.errorText.contains("--resume"))
    try checkFrames()
  }

  @Test("Files left by a killed render do not hinder --resume")
  func killed() throws {
    let process = try start()
    process.send(SIGKILL)
    #expect(process.finish().code == -SIGKILL)
    // Adds a temporary file, in case the kill came between two writes.
    let whole = folder.names(in: "out").filter { !$0.hasPrefix(".") }
    let missing = (0..<48).map { "\($0).png" }.first { !whole.contains($0) } ?? ""
    try Data([1, 2, 3]).write(to: URL(filePath: folder.file("out/.\(missing).partial")))
    for name in whole {
      #expect(throws: Never.self) { try Bitmap(contentsOf: folder.file("out/\(name)")) }
    }
    try resume()
  }

  /// A short form of `scripts/soak kills` and `scripts/soak signals`.
  @Test(
    "A render ended at any moment leaves only whole files, and another run completes them",
    arguments: ["%d.png", "movie.y4m"] + AnimationTests.names)
  func anyMoment(_ name: String) throws {
    let inputs = try TemporaryFolder()
    let (width, height) = isWhole ? (160, 90) : (96, 54)
    let arguments =
      ["render"] + (try inputs.makeNoise(width, height)) + [
        "-t", "cross-dissolve", "--frames", "30", "-q", "-o",
      ]
    let start = ContinuousClock.now
    expectSuccess(try runSegue(arguments + [folder.file("whole/\(name)")]))
    let microseconds = UInt32(start.duration(to: .now) / .microseconds(1))
    let whole = try folder.contents(of: "whole")
    var generator = SeededGenerator(71)
    for signal in [SIGKILL, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGKILL] {
      let process = try RunningProcess(arguments + [folder.file("out/\(name)")])
      // Until the command begins, signals have the system's default effect.
      try wait("the command begins") { has(SIGPIPE, "SigIgn", process.identifier) || !process.isRunning }
      usleep(.random(in: 0...microseconds, using: &generator))
      process.send(signal)
      let code = process.finish(within: 20).code
      #expect([0, 128 + signal, -signal].contains(code), "\(signal)")
      let left = try folder.contents(of: "out").filter { signal != SIGKILL || !$0.key.hasPrefix(".") }
      #expect(left.allSatisfy { whole[$0.key] == $0.value }, "\(signal): \(left.keys)")
      if left.isEmpty || name.hasPrefix("%") {
        let again = name.hasPrefix("%") ? ["--resume"] : []
        expectSuccess(try runSegue(arguments + [folder.file("out/\(name)")] + again))
      }
      #expect(try folder.contents(of: "out") == whole, "\(signal)")
      try FileManager.default.removeItem(atPath: folder.file("out"))
    }
  }

  @Test func aSignalEndsARenderWhosePipeIsNotRead() throws {
    let pipe = Pipe()
    let process = try RunningProcess(
      ["render", from, to, "--frames", "500", "-q", "-f", "rgba", "-o", "-"], output: pipe)
    // The first pixel shows that the render has begun; the pipe is full soon after.
    #expect(try pipe.fileHandleForReading.read(upToCount: 4)?.count == 4)
    Thread.sleep(forTimeInterval: 0.3)
    #expect(process.isRunning)
    process.send(SIGINT)
    let run = process.finish(within: 5)
    #expect(run.code == 130)
    #expect(run.errorText == "segue: interrupted while the output was not being read\n")
  }

  @Test("Pictures in a pipe cannot be resumed")
  func signalWhilePicturesGoToAPipe() throws {
    let pipe = Pipe()
    let process = try RunningProcess(
      ["render", from, to, "--frames", "5000", "-q", "-f", "png", "-o", "-"], output: pipe)
    #expect(try pipe.fileHandleForReading.read(upToCount: 4)?.count == 4)
    process.send(SIGINT)
    _ = try pipe.fileHandleForReading.readToEnd()
    let run = process.finish(within: 5)
    expectFailure(run, 130, saying: ["segue: interrupted after ", " of 5000 frames"])
    #expect(!run.errorText.contains("--resume"))
  }

  @Test("A reader that continues to read gets whole frames")
  func signalWhileSomebodyReads() throws {
    let pipe = Pipe()
    let process = try RunningProcess(
      ["render", from, to, "--frames", "1000000", "-q", "-f", "rgba", "-o", "-"], output: pipe)
    var count = try pipe.fileHandleForReading.read(upToCount: 1_000_000)?.count ?? 0
    process.send(SIGINT)
    count += try pipe.fileHandleForReading.readToEnd()?.count ?? 0
    let run = process.finish(within: 5)
    #expect(count % (160 * 90 * 4) == 0)
    expectFailure(run, 130, saying: ["interrupted after \(count / (160 * 90 * 4)) of 1000000 frames"])
  }

  /// SIGQUIT is excluded: Swift handles it from the start, so the test cannot tell when the command's handler
  /// is installed.
  @Test("A signal before the first frame ends the command at once", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signalWhileReadingTheImages(_ signal: Int32) throws {
    let silent = Pipe()
    let process = try RunningProcess(["render", "-", to, "-f", "null"], input: silent)
    try wait("the signal is caught") { isCaught(signal, by: process.identifier) }
    process.send(signal)
    expectFailure(
      process.finish(within: 2), 128 + signal, saying: ["segue: interrupted before the first frame\n"])
    try silent.fileHandleForWriting.close()
  }

  /// Starts the render, and waits for its first frames.
  private func start(_ more: String..., beside there: Int = 0) throws -> RunningProcess {
    let process = try RunningProcess(options + [folder.file("out/%d.png")] + more)
    try wait("two frames are there") {
      folder.names(in: "out").count { !$0.hasPrefix(".") } >= there + 2
    }
    return process
  }

  private func checkFrames() throws {
    for name in folder.names(in: "out") {
      #expect(!name.hasPrefix("."))
      #expect(throws: Never.self) { try Bitmap(contentsOf: folder.file("out/\(name)")) }
    }
  }

  /// Resumes, and expects the frames of an undisturbed run.
  private func resume() throws {
    expectSuccess(try runSegue(options + [folder.file("out/%d.png"), "--resume"]))
    let names = folder.names(in: "out")
    #expect(names.sorted() == (0..<48).map { "\($0).png" }.sorted())
    let renderer = try TransitionRenderer(
      from: Bitmap(contentsOf: options[1]), to: Bitmap(contentsOf: options[2]), Transitions.CrossDissolve())
    for (index, time) in FrameTimes(frames: 48).enumerated() {
      #expect(try Bitmap(contentsOf: folder.file("out/\(index).png")) == renderer.frame(atTime: time))
    }
  }
}

/// Whether a process waits for a signal or has a handler for it, according to /proc.
private func isCaught(_ signal: Int32, by process: pid_t) -> Bool {
  has(signal, "SigBlk", process) || has(signal, "SigCgt", process)
}

/// Whether a signal is in a mask of a process, according to /proc.
private func has(_ signal: Int32, _ mask: String, _ process: pid_t) -> Bool {
  let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
  let value = status.split(separator: "\n").first { $0.hasPrefix("\(mask):") }?.split(separator: "\t").last
  return UInt64(value ?? "", radix: 16).map { $0 >> UInt64(signal - 1) & 1 == 1 } ?? false
}
