import Foundation
import SegueTestSupport
import Testing

/// A script beside the command, which replaces `segue-studio`, prints its arguments.
@Suite("segue studio: arguments of the studio's process")
struct StudioCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    do {
      try FileManager.default.linkItem(atPath: segue, toPath: folder.file("segue"))
    } catch {
      try FileManager.default.copyItem(atPath: segue, toPath: folder.file("segue"))
    }
    try folder.writeProgram("#!/bin/sh\nprintf '%s\\n' \"$@\"\n", "segue-studio")
    for name in ["photos", "shaders"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
    }
    for (name, picture) in [("10.png", from), ("2.png", to)] {
      try FileManager.default.copyItem(atPath: picture, toPath: folder.file("photos/\(name)"))
    }
    for (name, text) in [
      ("photos/30.png", "no picture"), ("photos/notes.txt", "notes"), ("shaders/notes.txt", "notes"),
      ("flow.yaml", "screens: {a: photos/2.png}\nsteps: [{hold: 1}]\n"),
      ("wrong.yml", "screens: {a: photos/2.png}\nsteps: [{push: z}]\n"),
      ("shaders/Pale.glsl", "vec4 effect(vec2 uv) { return getColor(uv); }"),
      ("shaders/dark.v2.frag", "vec4 effect(vec2 uv) { return getColor(uv); }"),
    ] {
      try folder.write(Array(text.utf8), name)
    }
  }

  private func studio(_ words: String...) throws -> Run {
    try RunningProcess(["studio"] + words, program: folder.file("segue"), folder: folder.path).finish()
  }

  private func release() throws -> String {
    try #require(runSegue(["--version"]).text.split(separator: "\n").first.map(String.init))
  }

  /// The first two pictures are checked before the page opens; the third one may be no picture.
  @Test("All options are passed on, and pictures last, in natural order")
  func words() throws {
    let run = try studio(
      "photos", "flow.yaml", "--max-pixels", "14400", "--port", "4711", "--open", "--once", "--shader-path",
      "shaders")
    expectSuccess(run)
    let options = ["--max-pixels", "14400", "--port", "4711", "--open", "--once", "--flow=flow.yaml"]
    let shaders = [
      "--shader-name=pale", "--shader-file=shaders/Pale.glsl", "--shader-name=dark.v2",
      "--shader-file=shaders/dark.v2.frag",
    ]
    let pictures = ["photos/2.png", "photos/10.png", "photos/30.png"]
    #expect(
      try run.text.split(separator: "\n").map(String.init)
        == ["--release", release()] + options + shaders + ["--"] + pictures)
    #expect(run.errorText.isEmpty)
  }

  @Test("Only the defaults are passed on without options")
  func noWords() throws {
    let run = try studio()
    expectSuccess(run)
    #expect(try run.text == "--release\n\(release())\n--max-pixels\n100000000\n--\n")
  }

  @Test("A single option is passed on alone")
  func alone() throws {
    for options in [["--port", "4711"], ["--open"], ["--once"]] {
      let run = try RunningProcess(
        ["studio"] + options, program: folder.file("segue"), folder: folder.path
      ).finish()
      expectSuccess(run)
      let words = try ["--release", release(), "--max-pixels", "100000000"] + options + ["--"]
      #expect(run.text.split(separator: "\n").map(String.init) == words)
    }
    #expect(try studio("--max-pixels", "1").text == "--release\n\(release())\n--max-pixels\n1\n--\n")
  }

  @Test("Errors of the first pictures and of flows are reported before a page opens")
  func wrong() throws {
    expectFailure(try studio("photos/2.png", "photos/30.png"), 65, saying: ["photos/30.png: not an image"])
    expectFailure(try studio("photos/2.png", "wrong.yml"), 65, saying: ["wrong.yml:2: steps[0].push: "])
    expectFailure(
      try studio("photos", "--max-pixels", "14399"), 65, saying: ["photos/2.png: 160x90 pixels are more"])
    expectFailure(
      try studio("--shader-path", "none"), 66, saying: ["none: cannot be read: not a folder"])
    try FileManager.default.removeItem(atPath: folder.file("segue-studio"))
    expectFailure(
      try studio("photos"), 69,
      saying: [
        "/segue-studio cannot be run: it belongs beside segue; swift build -c release --product segue-studio makes it\n"
      ])
  }
}
