import Segue
import SegueTestSupport
import Testing

@Suite struct FrameSourceTests {
  /// Two seconds at 30 frames a second: 6/30 of 255 is 51.
  @Test func shadersAreToldTheSecondsOfAFrame() throws {
    let shader = try Shader(
      source: "void mainImage(out vec4 c, in vec2 p) { c = vec4(vec3(6.0 * iTimeDelta), 1.0); }")
    let filter = try #require(ShaderFilter(shader))
    let transition = ChainTransition(.from --> filter, timing: Timing(duration: 2))
    let renderer = try TransitionRenderer(
      from: .noise(4, 3, seed: 1), to: .noise(4, 3, seed: 2), transition)
    let times = FrameTimes(duration: 2, framesPerSecond: 30)
    let frames = TransitionFrames(renderer, times: times)
    #expect(frames.count == 61)
    for index in [0, 3, 60] {
      #expect(
        try frames.rows(of: index).rendered()[0, 0] == Pixel(red: 51, green: 51, blue: 51), "frame \(index)")
    }
  }
}
