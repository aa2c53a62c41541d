import Segue
import SegueTestSupport
import Testing

@Suite struct OpaqueFramesTests {
  /// The first and the last frame are the pictures themselves.
  @Test func theColorIsBehindEveryFrame() throws {
    for isOpaque in [false, true] {
      let renderer = try TransitionRenderer(
        from: .noise(9, 7, seed: 1, opaque: isOpaque), to: .noise(9, 7, seed: 2, opaque: isOpaque),
        Transitions.CrossDissolve())
      let source = TransitionFrames(renderer, times: FrameTimes(frames: 3))
      let frames = OpaqueFrames(source, over: .white)
      #expect(try source.rows(of: 0).bitmap?.isOpaque == isOpaque)
      #expect(frames.count == 3 && frames.size == source.size && frames.level == source.level)
      for index in 0..<3 {
        let expected = try source.rows(of: index).rendered().fitted(to: Framing(background: .white))
        let frame = try frames.rows(of: index).rendered()
        #expect(frame == expected && frame.isOpaque, "frame \(index)")
      }
    }
  }
}
