import Foundation
import Glibc
import SegueTestSupport
import Testing

/// Pipes and devices instead of files are errors at once, before any read or write.
@Suite("Pipes and devices in place of files")
struct SpecialFilesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String]) throws -> Run {
    try RunningProcess(arguments, folder: folder.path).finish(within: 10)
  }

  /// Makes a pipe or a link to a device, which would block or discard data.
  private func make(_ kind: String, _ name: String) throws {
    unlink(folder.file(name))
    if kind == "pipe" {
      try #require(mkfifo(folder.file(name), 0o666) == 0)
    } else {
      try #require(symlink(kind, folder.file(name)) == 0)
    }
  }

  private func plan(_ output: String = "%d.png") throws {
    expectSuccess(
      try run(["plan", "render", from, to, "--frames", "4", "--shards", "2", "-o", output, "-q"]))
  }

  @Test("As a frame of a plan", arguments: ["pipe", "/dev/null", "/dev/zero", "/dev/full"])
  func frame(_ kind: String) throws {
    try plan()
    for shard in 0..<2 { expectSuccess(try run(["work", "plan.json", "--shard", "\(shard)", "-q"])) }
    try make(kind, "1.png")
    let found = try run(["verify", "plan.json"])
    #expect(found.code == 75 && found.text == "0\n" && found.errorText.contains("1 foreign"))
    expectFailure(
      try run(["work", "plan.json", "--shard", "0"]), 75,
      saying: ["1.png: cannot be created: it is a device or a pipe, where a file is needed"])
    expectFailure(try run(["finish", "plan.json", "-o", "a.gif"]), 75, saying: ["1 foreign"])
  }

  @Test("As a record", arguments: ["pipe", "/dev/null", "/dev/zero"])
  func record(_ kind: String) throws {
    try plan()
    try make(kind, "plan.shards/0.json")
    #expect(try run(["verify", "plan.json"]).code == 75)
    expectFailure(
      try run(["work", "plan.json", "--shard", "0"]), 75,
      saying: ["plan.shards/0.json: cannot be created: it is a device or a pipe"])
    #expect(try run(["verify", "plan.json"]).text == "0-1\n")
  }

  @Test("As a plan", arguments: ["pipe", "/dev/zero"])
  func planFile(_ kind: String) throws {
    try make(kind, "p.json")
    for command in [
      ["verify", "p.json"], ["work", "p.json", "--shard", "0"], ["finish", "p.json", "-o", "a.gif"],
    ] {
      // A shard may be retried, since the file may be readable later.
      expectFailure(
        try run(command), command[0] == "work" ? 75 : 66,
        saying: ["p.json: cannot be read: it is a device or a pipe"])
    }
  }

  @Test("As a picture of a storyboard", arguments: ["pipe", "/dev/zero"])
  func storyboard(_ kind: String) throws {
    try make(kind, "a.png")
    try folder.write(Array("screens: {a: a.png}\nsteps: [{hold: 1}]".utf8), "flow.yaml")
    expectFailure(
      try run(["storyboard", "flow.yaml", "-f", "null"]), 66,
      saying: ["a.png: cannot be read: it is a device or a pipe"])
  }

  @Test("As the hidden name of a frame being written")
  func hidden() throws {
    let command = ["render", from, to, "--frames", "3", "-q", "-o", "%d.png"]
    try make("pipe", ".1.png.partial")
    expectFailure(try run(command), 73, saying: ["1.png: .1.png.partial is in the way"])
    expectSuccess(try run(command + ["--overwrite"]))
    #expect(folder.names() == ["0.png", "1.png", "2.png"])
  }

  @Test("As a frame of a sequence", arguments: ["pipe", "/dev/null"], [[], ["--overwrite"], ["--resume"]])
  func sequence(_ kind: String, _ options: [String]) throws {
    try make(kind, "1.png")
    expectFailure(
      try run(["render", from, to, "--frames", "3", "-q", "-o", "%d.png"] + options), 73, saying: ["1.png: "])
  }

  @Test("As a picture in a folder and in a list", arguments: ["pipe", "/dev/zero"])
  func pictures(_ kind: String) throws {
    try FileManager.default.createDirectory(atPath: folder.file("photos"), withIntermediateDirectories: true)
    for (name, image) in [("a.png", from), ("c.png", to)] {
      try FileManager.default.copyItem(atPath: image, toPath: folder.file("photos/\(name)"))
    }
    try make(kind, "photos/b.png")
    let options = ["--hold", "0", "--duration", "0.1", "--fps", "20", "-o", "out/%d.png"]
    expectFailure(
      try run(["slideshow", "photos"] + options), 66,
      saying: ["photos/b.png: cannot be read: it is a device or a pipe"])
    let list = "printf 'photos/a.png\\nphotos/b.png\\n' | exec \"$0\" \"$@\""
    expectFailure(
      try runShell(list, ["slideshow", "-"] + options, folder: folder.path), 66,
      saying: ["photos/b.png: cannot be read"])
    let skipping = try run(["slideshow", "photos", "--skip-unreadable", "-q"] + options)
    expectSuccess(skipping)
    #expect(skipping.errorText.contains("skipped: photos/b.png: cannot be read: it is a device or a pipe"))
    #expect(folder.names(in: "out").count == 3)
  }

  @Test("As an input of a plan")
  func input() throws {
    try make("pipe", "a.png")
    let writer = try RunningProcess(
      ["-c", "cat '\(from)' >a.png"], program: "/bin/sh", folder: folder.path)
    expectFailure(
      try run(["plan", "render", "a.png", to, "--frames", "4", "--shards", "2", "-o", "%d.png"]), 66,
      saying: ["a.png: cannot be read: it is a device or a pipe"])
    writer.send(SIGKILL)
    _ = writer.finish()
  }
}
