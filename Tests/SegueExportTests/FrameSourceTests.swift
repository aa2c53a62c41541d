import Segue
import SegueTestSupport
import Testing

@Suite struct FrameSourceTests {
  /// Two seconds at 30 frames a second: 6/30 · 255 is 51.
  @Test func shadersGetTheDurationOfAFrame() throws {
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

  /// Frames are a tenth of a second apart, or a single one lasts a sixtieth: 0.4 · 255 and 4/60 · 255.
  @Test(arguments: [(11, 102), (1, 17)] as [(Int, UInt8)])
  func shadersOfAChainGetTheDurationOfAFrame(count: Int, gray: UInt8) throws {
    let shader = try Shader(
      source: "void mainImage(out vec4 c, in vec2 p) { c = vec4(vec3(4.0 * iTimeDelta), 1.0); }")
    let filter = try #require(ShaderFilter(shader))
    let frames = try ChainFrames(
      .from --> filter, from: .noise(4, 3, seed: 1), times: FrameTimes(frames: count))
    #expect(frames.count == count)
    #expect(try frames.rows(of: 0).rendered()[2, 1] == Pixel(red: gray, green: gray, blue: gray))
  }

  @Test func framesOfAChainEqualTheChainAtTheirTimes() throws {
    let (a, b) = (try Bitmap.noise(9, 7, seed: 1), try Bitmap.noise(9, 7, seed: 2))
    let chain: Chain = (.from, .to) --> Dissolve(mix: .progress)
    let both = try ChainFrames(chain, from: a, to: b, times: FrameTimes(frames: 5), level: .reference)
    let one = try ChainFrames(chain, from: a, times: FrameTimes(frames: 5))
    #expect(both.level == .reference && one.level == .preferred && both.size == a.size)
    for index in 0..<5 {
      let time = Double(index) / 4
      #expect(try both.rows(of: index).rendered() == chain.frame(from: a, to: b, at: time), "\(index)")
      #expect(try one.rows(of: index).rendered() == chain.frame(from: a, to: a, at: time), "\(index)")
    }
    // Frames have the size of the chain's result.
    let part = try ChainFrames(.from --> Crop(x: 0, y: 0, width: 1, height: 3 / 7.0), from: a, to: b)
    #expect(try part.size == PixelSize(width: 9, height: 3) && part.rows(of: 60).size == part.size)
  }
}
