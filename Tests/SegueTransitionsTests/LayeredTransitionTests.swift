import SeguePixels
import SegueRendering
import SegueTestSupport
import SegueTransitions
import Testing

/// Properties common to layer transitions: the background, and the edges of layers.
@Suite struct LayeredTransitionTests {
  private func frame(
    _ name: String, _ values: [String: String], _ from: Bitmap, _ to: Bitmap, at progress: Double,
    _ operation: TransitionOperation = .present
  ) throws -> Bitmap {
    let transition = try Catalog.transitions.make(name, values)
    return try TransitionRenderer(from: from, to: to, transition, operation: operation).frame(at: progress)
  }

  private func having(_ parameter: String, _ standard: String) -> [String] {
    Catalog.transitions.items.filter { item in
      item.parameters.contains { $0.name == parameter && $0.defaultValue == standard }
    }.map(\.name)
  }

  /// With black pictures, only the background has a color.
  @Test(arguments: ["rotate", "pop", "push-back", "zoom-out-fade", "slide-down", "swap", "cube", "flip"])
  func theBackgroundIsAroundThePictures(name: String) throws {
    let black = try Bitmap(PixelSize(width: 80, height: 60), filledWith: .black)
    let frame = try frame(name, ["background": "#c80000"], black, black, at: 0.45)
    var reddest = 0
    for y in 0..<60 {
      for x in 0..<80 {
        #expect(frame[x, y].green == 0 && frame[x, y].blue == 0)
        reddest = max(reddest, Int(frame[x, y].red))
      }
    }
    #expect(reddest > 40, "\(reddest)")
  }

  /// A Bézier curve may give progress values outside 0…1.
  @Test("A push continues beyond the frame at any progress", arguments: [-1e30, 1e30, 1e300, .infinity])
  func push(progress: Double) throws {
    let size = PixelSize(width: 20, height: 10)
    let (white, gray) = (try Bitmap(size, filledWith: .white), try Bitmap.noise(20, 10, seed: 1))
    #expect(try frame("push", [:], white, gray, at: progress) == Bitmap(size, filledWith: .black))
  }

  @Test func transitionsOfTheArticlesHaveHardEdges() {
    #expect(
      Set(having("edges", "hard")) == [
        "slide-down", "slide-right", "pop", "rotate", "zoom-out-fade", "push-back", "hero", "cover-vertical",
        "navigation-slide",
      ])
  }

  /// Only pixels at the edges of layers differ.
  @Test(arguments: [
    "slide-down", "slide-right", "pop", "rotate", "zoom-out-fade", "push-back", "hero", "cover-vertical",
    "navigation-slide", "drop", "bounce", "snap", "attachment",
  ]) func smoothEdgesAreThoseOfLayers(name: String) throws {
    let size = PixelSize(width: 160, height: 120)
    let (white, black) = (try Bitmap(size, filledWith: .white), try Bitmap(size, filledWith: .black))
    let hard = try frame(name, ["edges": "hard"], white, black, at: 0.37)
    let smooth = try frame(name, ["edges": "smooth"], white, black, at: 0.37)
    let differing = smooth.pixelsDiffering(from: hard, byMoreThan: 0)
    #expect(differing > 0 && differing < 900, "\(differing)")
  }

  /// The spring determines how far the old screen steps back.
  @Test(arguments: [(0.8, 0.8), (0.3, 0), (1, 0), (0.5, 6)]) func pushBackFollowsItsSpring(
    damping: Double, velocity: Double
  ) throws {
    let size = PixelSize(width: 1000, height: 20)
    let (white, black) = (try Bitmap(size, filledWith: .white), try Bitmap(size, filledWith: .black))
    let spring = DampedSpring(damping: damping, velocity: velocity, settlingIn: 0.5)
    for time in [0.1, 0.2, 0.3, 0.45] {
      let frame = try frame(
        "push-back", ["damping": "\(damping)", "velocity": "\(velocity)"], white, black, at: time)
      let width = (0..<1000).filter { frame[$0, 10].red > 128 }.count
      let expected = 1000 * min(1, 1 - 0.1 * spring.position(at: time))
      #expect(abs(Double(width) - expected) <= 1.5, "\(time): \(width), not \(expected)")
    }
  }
}
