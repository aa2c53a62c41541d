import Segue
import SegueExport
import SegueTestSupport
import Testing

@Suite struct OpaqueFramesTests {
  /// The first and the last frame are the pictures themselves.
  @Test func allFramesAreOverTheColor() throws {
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

  @Test(
    "Frames are opaque for a video without transparency, if the background is",
    arguments: Catalog.formats.items.map(\.name))
  func suited(_ name: String) throws {
    let renderer = try TransitionRenderer(from: .noise(4, 4, seed: 1), to: .noise(4, 4, seed: 2))
    let frames = TransitionFrames(renderer, times: FrameTimes(frames: 3))
    let format = try Catalog.formats.make(name)
    let isOpaque = ["mp4", "mov", "mkv"].contains(name)
    #expect(
      (frames.suited(to: format, over: .white) as? OpaqueFrames)?.background == (isOpaque ? .white : nil))
    for background in [nil, Pixel.clear, Pixel(red: 1, green: 2, blue: 3, alpha: 254)] {
      #expect(frames.suited(to: format, over: background) is TransitionFrames)
    }
    #expect(frames.suited(to: Formats.MKV(codec: .ffv1), over: .white) is TransitionFrames)
  }
}
