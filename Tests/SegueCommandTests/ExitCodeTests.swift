import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("Files that cannot be read or created: exit codes 65, 66, 70 and 73")
struct ExitCodeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ bytes: Bytes) throws -> String {
    try Data(bytes.array).write(to: URL(filePath: folder.file(name)))
    return folder.file(name)
  }

  @Test func notAnImage() throws {
    let text = try write("text.png", Bytes("no image at all".utf8))
    for arguments in [["render", text, to, "-f", "null"], ["render", from, text, "-f", "null"]] {
      expectFailure(
        try runSegue(arguments), 65, saying: ["text.png", "not an image that Segue reads: not PNG, JPEG"])
    }
    expectFailure(
      try runSegue(["apply", text, "--filter", "pixellate", "-o", folder.file("a.png")]), 65,
      saying: ["text.png"])
    expectFailure(
      try runSegue(["render", try write("empty.png", []), to, "-f", "null"]), 65, saying: ["empty.png"])
  }

  @Test func aShaderThatDoesNotEnd() throws {
    let filter = try write("endless.frag", Bytes(EndlessShaders.filter.utf8))
    let transition = try write("endless.glsl", Bytes(EndlessShaders.transition.utf8))
    for arguments in [
      ["apply", from, "--shader", filter, "-o", folder.file("a.png")],
      ["frame", from, to, "--shader", transition, "--progress", "0.5", "-o", folder.file("a.png")],
    ] {
      expectFailure(try runSegue(arguments), 65, saying: [EndlessShaders.error])
    }
    #expect(folder.names() == ["endless.frag", "endless.glsl"])
  }

  @Test func truncated() throws {
    let cut = try write("cut.png", Bytes(bytes(of: from).array.prefix(5000)))
    expectFailure(try runSegue(["render", cut, to, "-f", "null"]), 65, saying: ["cut.png", "truncated"])
    expectFailure(
      try runSegue(["frame", from, cut, "--progress", "0", "-o", folder.file("a.png")]), 65,
      saying: ["cut.png"])
    #expect(folder.names() == ["cut.png"])
  }

  @Test func tooLarge() throws {
    let run = try runSegue(["render", from, to, "-f", "null", "--max-pixels", "10"])
    expectFailure(run, 65, saying: ["from.png", "160x90", "10", "--max-pixels"])
    // A filter that enlarges a picture is limited, too.
    let large = try runSegue([
      "apply", from, "--filter", "lanczos-resampling:width=1600", "--max-pixels", "100000", "-o",
      folder.file("large.png"),
    ])
    expectFailure(large, 65, saying: ["1600x900", "100000", "--max-pixels"])
  }

  @Test func missingOrFolder() throws {
    let missing = folder.file("missing.png")
    expectFailure(try runSegue(["render", missing, to, "-f", "null"]), 66, saying: ["missing.png"])
    expectFailure(try runSegue(["render", from, missing, "-f", "null"]), 66, saying: ["missing.png"])
    expectFailure(
      try runSegue(["render", folder.path, to, "-f", "null"]), 66, saying: [folder.path, "folder"])
    expectFailure(
      try runSegue(["sheet", missing, to, "-o", folder.file("a.png")]), 66, saying: ["missing.png"])
    expectFailure(try runShell("exec \"$0\" \"$@\" <&-", ["render", "-", to, "-f", "null"]), 66, saying: [])
  }

  @Test("A missing image is reported before an existing output")
  func missingBeforeExisting() throws {
    for name in ["0.png", "a.png"] { _ = try write(name, [1]) }
    let missing = folder.file("missing.png")
    for (first, second) in [(from, missing), (missing, to)] {
      let render = try runSegue(["render", first, second, "-o", folder.file("%d.png")])
      expectFailure(render, 66, saying: ["missing.png"])
      for arguments in [
        ["frame", first, second, "--progress", "0"], ["sheet", first, second], ["apply", first, second],
      ] {
        expectFailure(try runSegue(arguments + ["-o", folder.file("a.png")]), 66, saying: ["missing.png"])
      }
    }
  }

  @Test func missingImagesLeaveExistingFramesAlone() throws {
    let frame = try write("0.png", [1, 2, 3])
    let run = try runSegue(
      ["render", folder.file("missing.png"), to, "--overwrite", "-o", folder.file("%d.png")])
    expectFailure(run, 66, saying: ["missing.png"])
    #expect(folder.names() == ["0.png"])
    #expect(try bytes(of: frame) == [1, 2, 3])
  }

  @Test(arguments: ["file/%d.png", "file/below/%d.png", "file/"])
  func folderThatCannotBeCreated(_ output: String) throws {
    _ = try write("file", [1])
    let run = try runSegue(["render", from, to, "-o", output], folder: folder.path)
    expectFailure(run, 73, saying: ["file"])
    let frame = try runSegue(
      ["frame", from, to, "--progress", "0", "-o", "file/a.png"], folder: folder.path)
    expectFailure(frame, 73, saying: ["file"])
    #expect(folder.names() == ["file"])
    #expect(try bytes(of: folder.file("file")) == [1])
  }

  @Test func anExistingImageIsRefused() throws {
    let file = try write("a.png", [7])
    for arguments in [
      ["frame", from, to, "--progress", "0.5"], ["sheet", from, to],
      ["apply", from, "--filter", "pixellate"],
    ] {
      expectFailure(
        try runSegue(arguments + ["-o", file]), 73, saying: ["a.png", "exists already", "--overwrite"])
      #expect(try bytes(of: file) == [7])
      expectSuccess(try runSegue(arguments + ["-o", file, "--overwrite"]))
      #expect(Catalog.formats.forContent(try bytes(of: file).array)?.name == "png")
      _ = try write("a.png", [7])
    }
    #expect(folder.names() == ["a.png"])
  }

  @Test(
    "Lack of memory is not a usage error",
    arguments: [["frame", "--progress", "0"], ["sheet"]])
  func noMemory(_ arguments: [String]) throws {
    let options =
      arguments + [
        from, to, "--size", "30000x30000", "--max-pixels", "1000000000", "-o", folder.file("a.png"),
      ]
    let run = try runShell("ulimit -v 1500000; exec \"$0\" \"$@\"", options)
    expectFailure(run, 70, saying: ["memory", "30000x30000"])
    #expect(folder.names().isEmpty)
  }

  @Test("Without /proc, unreadable arguments are an error, not a request for help", .enabled(if: canMount))
  func noArguments() throws {
    let script = #"mount -t tmpfs none /proc && exec "$0" "$@""#
    let run = try RunningProcess(
      ["-m", "/bin/sh", "-c", script, segue, "list"], program: "/usr/bin/unshare"
    ).finish()
    expectFailure(run, 70, saying: ["no arguments", "/proc"])
  }

  @Test("A limit on open files that is too low is an error, not a crash", arguments: [4, 8, 12])
  func openFiles(_ limit: Int) throws {
    let run = try runShell(
      "ulimit -n \(limit); exec \"$0\" \"$@\"", ["render", from, to, "-f", "null", "-q"])
    expectFailure(run, 70, saying: ["ulimit -n"])
  }

  @Test("A name with a line break does not split the message")
  func lineBreakInAName() throws {
    let run = try runSegue(["render", "no\nsuch\u{1b}[31m.png", to, "-f", "null"])
    expectFailure(run, 66, saying: ["no such file"])
    #expect(!run.errorText.contains("\u{1b}"), "no control characters")
  }
}
