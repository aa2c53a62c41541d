import Segue
import SegueTestSupport
import Testing

/// A file of layers is accepted wherever a transition is named.
@Suite struct AnimatorFileTests {
  let folder: TemporaryFolder
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write(
      Array(
        """
        summary: It fades.
        curve: ease-in
        push: [{layer: from}, {layer: to, opacity: [0, 1]}]

        """.utf8), "own.yaml")
  }

  @Test func commandsTakeAnAnimatorFile() throws {
    let half = ["--progress", "0.5", "-f", "rgba", "-o", "-"]
    let own = try runSegue(["frame", from, to, "-t", file] + half)
    expectSuccess(own)
    #expect(own.output == (try runSegue(["frame", from, to, "-t", "fade-in"] + half)).output)
    for arguments in [
      ["render", from, to, "-t", file, "--frames", "3", "-f", "null"],
      ["slideshow", from, to, "-t", file, "--hold", "0.1", "--fps", "10", "-f", "null"],
      ["bench", "-t", file, "--size", "64x36", "--quick", "--progress", "0.5", "--threads", "1"],
      ["sheet", from, to, "-t", file, "-o", folder.file("sheet.png")],
    ] {
      expectSuccess(try runSegue(arguments))
    }
    let text = try runSegue(["explain", file]).text
    #expect(text.contains("It fades.") && text.contains("Runs 1 s, ease-in") && text.contains("-t \(file) "))
    let (reversed, ownWay) = ("The way back is the way there, reversed.", "It has a way back of its own.")
    #expect(text.contains(reversed) && !text.contains(ownWay))
    let back = try folder.write(
      Array("push: [{layer: to, opacity: [0, 1]}]\npop: [{layer: from, opacity: [1, 0]}]\n".utf8), "back.yaml"
    )
    let other = try runSegue(["explain", back]).text
    #expect(other.contains(ownWay) && !other.contains(reversed))
  }

  @Test func errorsNameTheFault() throws {
    let run = try runSegue([
      "frame", from, to, "-t", file + ":a=1", "--progress", "0.5", "-f", "png", "-o", "-",
    ])
    expectFailure(run, 64, saying: ["'a'"])
    let wrong = try folder.write(Array("push: [{layer: from, opacity: high}]".utf8), "wrong.yaml")
    for command in [
      ["frame", from, to, "--progress", "0.5", "-f", "png", "-o", "-"], ["bench"], ["explain"],
    ] {
      let arguments = command == ["explain"] ? command + [wrong] : command + ["-t", wrong]
      expectFailure(try runSegue(arguments), 65, saying: ["wrong.yaml:1: push[0].opacity: "])
    }
    let missing = ["frame", from, to, "-t", "gone.yml", "--progress", "0.5", "-f", "png", "-o", "-"]
    expectFailure(try runSegue(missing), 66, saying: ["gone.yml"])
  }
}
