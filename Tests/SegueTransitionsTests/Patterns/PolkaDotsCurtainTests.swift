import Foundation
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import SegueTransitions
import Testing

@Suite struct PolkaDotsCurtainTests {
  /// Dots centered beyond the farthest corner are complete at the end, too.
  @Test(arguments: ["1", "2", "12"]) func dotsBeyondTheFrameAreCompleteAtTheEnd(dots: String) throws {
    let file = BuiltInShaderTests.folder + "/Patterns/polka-dots-curtain.glsl"
    let source = try String(contentsOfFile: file, encoding: .utf8)
    let shader = try Shader(source: source, file: file).with([("dots", dots), ("spread", "10")])
    let blend = try #require(ShaderBlend(shader))
    let (from, to) = (try Bitmap.noise(160, 90, seed: 1), try Bitmap.noise(160, 90, seed: 2))
    #expect(try ((.from, .to) --> blend).frame(from: from, to: to, at: 1) == to)
  }
}
