import Foundation
import SegueTestSupport
import Testing

@Suite("key=value")
struct SpecificationTests {
  /// A script that logs its arguments replaces ffmpeg.
  @Test("A value may contain an equals sign")
  func equalsSigns() throws {
    let folder = try TemporaryFolder()
    let script = """
      #!/bin/sh
      PATH=/usr/bin:/bin
      for out; do :; done
      cat > /dev/null
      printf '%s\\n' "$@" > "${out#file:}"

      """
    try folder.writeProgram(script, "bin/ffmpeg")
    let run = try runSegue(
      [
        "render", from, to, "--frames", "2", "-q", "-o", folder.file("a.mp4"), "--encoder-option",
        "vf=scale=320:-2",
      ], environment: ["PATH": folder.file("bin")])
    expectSuccess(run)
    let words = String(decoding: try bytes(of: folder.file("a.mp4")).array, as: UTF8.self)
    #expect(words.contains("\n-vf\nscale=320:-2\n"), "\(words)")
  }
}
