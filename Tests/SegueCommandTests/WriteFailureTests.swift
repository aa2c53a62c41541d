import Foundation
import Glibc
import Segue
import SegueTestSupport
import Testing

@Suite("Failed writes: exit code 74")
struct WriteFailureTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ["render", from, to, "-q", "-f", "rgba", "-o", "-"], ["render", from, to, "-f", "null", "--json"],
    ["frame", from, to, "--progress", "0.5", "-f", "png", "-o", "-"], ["list"], ["list", "--json"],
    ["explain", "pixellate"], ["--version"], ["--help"], ["help", "render"], ["render", "-h"],
    ["--generate-completion-script", "bash"],
  ])
  func fullDevice(_ arguments: [String]) throws {
    let run = try runShell("exec \"$0\" \"$@\" > /dev/full", arguments)
    expectFailure(run, 74, saying: ["standard output", "No space left on device"])
  }

  @Test(arguments: [["list"], ["render", from, to, "-q", "-f", "rgba", "-o", "-"]])
  func standardOutputThatIsClosed(_ arguments: [String]) throws {
    expectFailure(try runShell("exec \"$0\" \"$@\" >&-", arguments), 74, saying: ["standard output"])
  }

  @Test("A reader that closes the pipe, like head, causes no message: exit code 128 and SIGPIPE")
  func closedPipe() throws {
    // Resets SIGPIPE to its default action, which the process of the tests may have changed.
    let arguments = ["--default-signal=PIPE", segue, "render", from, to, "-q", "-f", "rgba", "-o", "-"]
    let pipe = Pipe()
    let process = try RunningProcess(arguments, program: "/usr/bin/env", output: pipe)
    #expect(try pipe.fileHandleForReading.read(upToCount: 1000)?.count == 1000)
    try pipe.fileHandleForReading.close()
    let run = process.finish()
    #expect(run.code == 141)
    #expect(run.errorText.isEmpty, "\(run.errorText)")
    let list = try runShell(
      #"{ "$0" "$@"; echo $? >&2; } | :"#, ["render", from, to, "-q", "-f", "rgba", "-o", "-"])
    #expect(list.errorText == "141\n")
  }

  @Test(
    "A file size limit is an error with a message, not a death by SIGXFSZ", arguments: ["-", "DFL"])
  func fileSizeLimit(_ disposition: String) throws {
    let trap = disposition == "-" ? "trap '' XFSZ; exec" : "exec env --default-signal=XFSZ"
    let options = ["render", from, to, "-o", folder.file("out/%d.png")]
    let run = try runShell("ulimit -c 0; ulimit -f 8; \(trap) \"$0\" \"$@\"", options)
    expectFailure(run, 74, saying: ["out/", ".png", "File too large"])
    try checkAndResume(options)
  }

  @Test(
    "A full disk leaves no partial file, and --resume keeps complete ones",
    .enabled(if: canMount, "mounting a small file system needs the superuser"))
  func fullDisk() throws {
    let disk = folder.file("out")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    #expect(mount("none", disk, "tmpfs", 0, "size=2m") == 0)
    defer { umount2(disk, Int32(MNT_DETACH)) }
    let images = try folder.makeNoise(320, 200)
    let options = ["render"] + images + ["-t", "cross-dissolve", "--frames", "20", "-o", "\(disk)/%d.png"]
    let run = try runSegue(options)
    expectFailure(run, 74, saying: ["out/", ".png", "No space left on device"])
    #expect(folder.names(in: "out").count > 2)
    #expect(mount("none", disk, "tmpfs", UInt(MS_REMOUNT), "size=20m") == 0)
    try checkAndResume(options)
  }

  /// Checks that existing files can be decoded, that no temporary files are left, and that `--resume` gives
  /// the frames of an undisturbed run.
  private func checkAndResume(_ options: [String]) throws {
    for name in folder.names(in: "out") {
      #expect(!name.hasPrefix("."))
      #expect(throws: Never.self) { try Bitmap(contentsOf: folder.file("out/\(name)")) }
    }
    expectSuccess(try runSegue(options + ["--resume"]))
    expectSuccess(try runSegue(options.dropLast() + [folder.file("whole/%d.png")]))
    #expect(try folder.contents(of: "out") == folder.contents(of: "whole"))
  }
}
