import Segue
import SegueTestSupport
import Testing

@Suite("segue: springs")
struct SpringTests {
  @Test("A spring follows the seconds of --duration", arguments: [0.5, 2])
  func duration(seconds: Double) throws {
    let folder = try TemporaryFolder()
    let (from, to) = (vectorsFolder + "/from.png", vectorsFolder + "/to.png")
    let result = try runSegue([
      "render", from, to, "-t", "slide-down", "--ease", "spring(duration:0.5,bounce:0.3)", "--duration",
      "\(seconds)", "--fps", "10", "-o", folder.file("%d.png"),
    ])
    #expect(result.code == 0)
    let renderer = try TransitionRenderer(
      from: Bitmap(contentsOf: from), to: Bitmap(contentsOf: to), Transitions.SlideDown(),
      timing: Timing(duration: seconds, curve: .bouncingSpring(duration: 0.5, bounce: 0.3)))
    #expect(try Bitmap(contentsOf: folder.file("2.png")) == renderer.frame(atTime: 0.2 / seconds))
  }
}
