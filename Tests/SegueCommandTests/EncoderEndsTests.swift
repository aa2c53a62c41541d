import Foundation
import Segue
import SegueTestSupport
import Testing

/// Scripts replace ffmpeg.
@Suite("An ffmpeg that cannot start, is removed or ends early")
struct EncoderEndsTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("bin"), withIntermediateDirectories: false)
  }

  /// Installs a script as ffmpeg, in which `$out` is the name of the output.
  private func install(_ script: String) throws {
    try install(
      program: "#!/bin/sh\nPATH=/usr/bin:/bin\nfor out; do :; done\nout=${out#file:}\n\(script)\n")
  }

  private func install(program: String) throws {
    try folder.writeProgram(program, "bin/ffmpeg")
  }

  private func run(_ arguments: [String]) throws -> Run {
    try runSegue(arguments, environment: ["PATH": folder.file("bin")], folder: folder.path)
  }

  private func render(_ options: [String] = []) throws -> Run {
    try run(["render", from, to, "-q", "-o", "out/a.mp4"] + options)
  }

  /// The frames exceed a pipe's buffer, so that a write fails when ffmpeg ends early.
  @Test func anEncoderEndsWhileFramesAreWritten() throws {
    try install("head -c 500000 > \"$out\"; exit 0")
    let run = try render(["--size", "640x360"])
    expectFailure(run, 74, saying: [])
    #expect(run.errorText == "segue: out/a.mp4: writing failed: ffmpeg ended before it had every frame\n")
    #expect(folder.names(in: "out").isEmpty)
  }

  @Test(
    "Closed standard streams of segue do not affect ffmpeg",
    arguments: ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"])
  func closedStreams(_ closed: String) throws {
    try install("cat > \"$out\"; echo out; echo said >&2")
    let run = try runShell(
      "PATH='\(folder.file("bin"))':$PATH; exec \"$0\" \"$@\" \(closed)",
      ["render", from, to, "-q", "--frames", "3", "--size", "8x2", "-o", folder.file("a.mp4")])
    #expect(run.code == 0, "\(run.errorText)")
    #expect(run.errorText.isEmpty && run.output.array.isEmpty)
    // Y4M: a header of 59 bytes, then frames of 24 samples, each after a header of 6.
    #expect(try bytes(of: folder.file("a.mp4")).array.count == 59 + 3 * 30)
  }

  @Test("An ffmpeg that is no program gives the system's error")
  func cannotBeStarted() throws {
    try install(program: "no program")
    let run = try render()
    expectFailure(run, 74, saying: [])
    #expect(
      run.errorText == "segue: out/a.mp4: writing failed: ffmpeg cannot be started: Exec format error\n")
    #expect(folder.names(in: "out").isEmpty)
  }

  /// ffmpeg runs first to test the sound, before rendering.
  @Test func anEncoderIsRemovedBeforeItStarts() throws {
    try install("rm \"$0\"; head -c 4000 /dev/zero")
    try folder.write([1], "a.wav")
    let run = try render(["--audio", "a.wav"])
    expectFailure(run, 69, saying: [])
    #expect(
      run.errorText
        == "segue: a.wav: needs ffmpeg, which is not installed (Debian: apt-get install ffmpeg)\n")
    #expect(folder.names(in: "out").isEmpty && folder.names(in: "bin").isEmpty)
  }

  @Test("Segments that cannot be joined leave no movie, and ffmpeg's message is shown")
  func joining() throws {
    try install("cat > /dev/null; echo data > \"$out\"")
    expectSuccess(
      try run(["plan", "render", from, to, "--frames", "4", "--shards", "2", "-o", "parts/%d.mp4"]))
    for shard in ["0", "1"] { expectSuccess(try run(["work", "plan.json", "--shard", shard, "-q"])) }
    let names = folder.names()
    func expectNoMovie(_ code: Int32, _ reason: String) throws {
      let run = try run(["finish", "plan.json", "-o", "movie.mp4", "-q"])
      expectFailure(run, code, saying: [])
      #expect(run.errorText == "segue: movie.mp4: \(reason)\n")
      #expect(folder.names() == names)
    }
    try install(program: "no program")
    try expectNoMovie(74, "writing failed: ffmpeg cannot be started: Exec format error")
    // The script writes one byte more than is accepted.
    try install("head -c 65537 /dev/zero")
    try expectNoMovie(74, "writing failed: ffmpeg's messages are too long")
    try install("head -c 65536 /dev/zero; echo first >&2; echo 'last words' >&2; exit 1")
    try expectNoMovie(74, "writing failed: ffmpeg: last words")
    try install("exit 0")
    try expectNoMovie(74, "writing failed: ffmpeg: it wrote nothing")
    try FileManager.default.removeItem(atPath: folder.file("bin/ffmpeg"))
    try expectNoMovie(69, "needs ffmpeg, which is not installed (Debian: apt-get install ffmpeg)")
    try install("cat > /dev/null; echo data > \"$out\"")
    expectSuccess(try run(["finish", "plan.json", "-o", "movie.mp4", "-q"]))
    #expect(try contents(of: folder.file("movie.mp4")) == Array("data\n".utf8))
  }
}
