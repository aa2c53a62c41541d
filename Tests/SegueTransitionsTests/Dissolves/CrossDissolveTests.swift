import SeguePixels
import SegueTestSupport
import SegueTransitions
import Testing

@Suite struct CrossDissolveTests {
  @Test func crossDissolveOfOnePictureIsThatPicture() throws {
    let picture = try Bitmap.noise(80, 45, seed: 1)
    let renderer = try TransitionRenderer(from: picture, to: picture, Transitions.CrossDissolve())
    for progress in TransitionTests.progresses { #expect(try renderer.frame(at: progress) == picture) }
  }
}
