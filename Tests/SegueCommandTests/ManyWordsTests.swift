import Foundation
import Glibc
import SegueTestSupport
import Testing

@Suite("Thousands of files as arguments")
struct ManyWordsTests {
  /// The argument parser alone would take 11 seconds of processor time.
  @Test("A slideshow of 20,000 names starts within four seconds of processor time")
  func slideshow() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("p"), withIntermediateDirectories: false)
    for index in 0..<20_000 { symlink(from, folder.file("p/\(index).png")) }
    let script = """
      ulimit -c 0; ulimit -t 4
      exec "$0" slideshow p/* -q -f null --hold 0.02 --duration 0.01 --fps 50 --range 0-1
      """
    expectSuccess(try runShell(script, [], folder: folder.path))
  }

  @Test("Many names keep their order, with options anywhere")
  func order() throws {
    let folder = try TemporaryFolder()
    let script = """
      i=0; while [ $i -lt 400 ]; do ln -s "$([ $((i % 3)) = 0 ] && echo "$1" || echo "$2")" "$i.png"; i=$((i+1)); done
      names=$(i=0; while [ $i -lt 400 ]; do echo "$i.png"; i=$((i+1)); done)
      show="slideshow --hold 0 --duration 0.01 --fps 100 --size 4x4 -q -f rgba"
      printf '%s\\n' $names | "$0" $show - -o list
      "$0" $show $names -o words; cmp list words || exit 1
      "$0" $show -o after -- $names; cmp list after || exit 1
      "$0" slideshow $names --hold 0 --duration 0.01 --fps 100 --size 4x4 -qf rgba -o before; cmp list before
      """
    expectSuccess(try runShell(script, [from, to], folder: folder.path))
    #expect(try bytes(of: folder.file("words")).count >= 4 * 16 * 400)
  }

  @Test("A missing file among many is named")
  func missing() throws {
    let names = (0..<500).map { _ in from } + ["gone.png"]
    expectFailure(
      try runSegue(["slideshow", "-f", "null"] + names), 66, saying: ["segue: gone.png: no such file"])
  }
}
