import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import SegueTransitions
import Testing

/// Layer animators built in Swift.
@Suite struct LayerAnimatorTests {
  private func values(_ track: LayerTrack, _ progress: Double...) -> [Double] {
    progress.map { track(at: $0, of: 200, PixelSize(width: 40, height: 20), duration: 1) }
  }

  @Test("Numbers are pixels, shares refer to an axis, and NaN is 0")
  func numbersAndShares() throws {
    #expect(values(2.5, 0, 0.7) == [2.5, 2.5] && values(3, 0, 0.7) == [3, 3])
    #expect(values(.constant(.share(0.5)), -1, 0, 2) == [100, 100, 100])
    #expect(values(.formula(try ProgressExpression("width + height * progress")), 0, 0.5) == [40, 50])
    #expect(values(.formula(try ProgressExpression("1 / (progress - 0.25)")), 0.25, 0.5) == [0, 4])
    #expect(values(.keyframes([]), 0, 1) == [0, 0])
  }

  @Test("Beyond its end, a linear track continues and any other stays")
  func ways() {
    #expect(
      values(.from(.share(-1), to: .pixels(0)), -0.5, 0, 0.25, 1, 1.5) == [-200, -200, -150, 0, 100])
    let eased: LayerTrack = .keyframes([
      .init(at: 0.5, .pixels(2)), .init(at: 1, .pixels(10), curve: .steps(2)),
    ])
    #expect(values(eased, 0, 0.5, 0.7, 0.75, 0.99, 1, 1.5) == [2, 2, 2, 6, 6, 10, 10])
  }

  @Test("By default, layers stay in place over black, with smooth edges, for one second")
  func standards() {
    let animator = LayerAnimator([.init(.from)])
    #expect(animator.background == .black && animator.edges == .smooth && animator.timing == Timing())
    #expect(animator.layersBack == nil && animator.summary == nil)
    let layer = animator.layers[0]
    #expect(
      [layer.x, layer.y, layer.rotation, layer.cornerRadius, layer.z].allSatisfy { values($0, 0.5) == [0] })
    #expect([layer.scale, layer.scaleX, layer.scaleY, layer.opacity].allSatisfy { values($0, 0.5) == [1] })
    #expect(values(layer.anchor.x, 0.5) == [100] && values(layer.anchor.y, 0.5) == [100])
    #expect(layer.part == nil && layer.shadow == nil && layer.curve == .linear)
    let shadow = LayerAnimator.AnimatedShadow()
    #expect(shadow.color == .black && values(shadow.opacity, 0.5) == [0.5])
    #expect([shadow.radius, shadow.x, shadow.y].flatMap { values($0, 0.5) } == [12, 0, 6])
  }

  @Test("An animator equals the layers written in Swift, and may have others for the return")
  func layers() throws {
    let (a, b) = (try Bitmap.noise(40, 20, seed: 1), try Bitmap.noise(40, 20, seed: 2))
    var from = LayerAnimator.AnimatedLayer(.from)
    from.opacity = .from(.pixels(1), to: .pixels(0.5))
    var to = LayerAnimator.AnimatedLayer(.to)
    to.y = .from(.share(-1), to: .pixels(0))
    let white = Pixel.white
    let animator = LayerAnimator([from, to], back: [to, from], background: white, edges: .hard)
    func frame(_ chain: Chain) throws -> Bitmap { try chain.frame(from: a, to: b, at: 0.25) }
    func placed(_ isBack: Bool) -> Chain {
      (.from, .to)
        --> Layers(background: white) { e, screen in
          let layers = [
            Layers.Layer(.from, opacity: 1 - 0.5 * e),
            Layers.Layer(.to, transform: .translation(y: screen.height * (e - 1))),
          ].map { layer in
            var layer = layer
            layer.edges = .hard
            return layer
          }
          return isBack ? layers.reversed() : layers
        }
    }
    for operation in [TransitionOperation.push, .present] {
      #expect(try frame(animator.chain(operation)) == frame(placed(false)))
    }
    for operation in [TransitionOperation.pop, .dismiss] {
      #expect(try frame(animator.chain(operation)) == frame(placed(true)))
    }
  }

  @Test("A picture smaller than the frame is scaled about its own center")
  func picturesHaveTheirOwnSides() throws {
    let black = try Bitmap(PixelSize(width: 40, height: 20), filledWith: .black)
    var layer = LayerAnimator.AnimatedLayer(
      .picture(try Bitmap(PixelSize(width: 8, height: 4), filledWith: .white)))
    layer.scale = 0.5
    let animator = LayerAnimator([.init(.from), layer], edges: .hard)
    let frame = try animator.chain(.push).frame(from: black, to: black, at: 0.5)
    for y in 0..<20 {
      for x in 0..<40 {
        #expect((frame[x, y] == .white) == ((2..<6).contains(x) && (1..<3).contains(y)), "\(x), \(y)")
      }
    }
  }

  @Test("A layer's spring gets the duration of the transition", arguments: [0.5, 1, 3])
  func springsOfLayers(duration: Double) throws {
    let (a, b) = (try Bitmap.noise(40, 20, seed: 1), try Bitmap.noise(40, 20, seed: 2))
    let spring = TimingCurve.bouncingSpring(duration: 0.8, bounce: 0.3)
    var to = LayerAnimator.AnimatedLayer(.to)
    (to.opacity, to.curve) = (.from(.pixels(0), to: .pixels(1)), spring)
    let animator = LayerAnimator([.init(.from), to], edges: .hard, timing: Timing(duration: duration))
    let placed =
      (.from, .to)
      --> Layers { time, _ in [.init(.from), .init(.to, opacity: spring(at: time, duration: duration))] }
    for progress in [0.1, 0.2] {
      let expected = try placed.frame(from: a, to: b, at: progress)
      #expect(
        try animator.chain(.push).frame(from: a, to: b, at: progress).largestDifference(from: expected) <= 1)
    }
  }
}
