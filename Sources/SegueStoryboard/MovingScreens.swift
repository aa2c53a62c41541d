package import SegueExport
package import SeguePixels
package import SegueRendering

/// The motions of a storyboard's screens: one motion for each visit, which is a run of frames that show the
/// screen.
package struct MovingScreens: Sendable {
  private struct Visit {
    /// The number of the visit among all visits to screens that move.
    let number: Int
    var frames: Range<Int>
  }

  private let storyboard: Storyboard
  /// The visits to each screen; empty for a screen without motion.
  private let visits: [[Visit]]

  /// Finds the visits in the scenes of a storyboard.
  package init(_ storyboard: Storyboard) {
    self.storyboard = storyboard
    var visits = [[Visit]](repeating: [], count: storyboard.screens.count)
    var count = 0
    for (index, scene) in storyboard.scenes.enumerated() {
      let all = storyboard.timeline.frames(of: index)
      guard !all.isEmpty else { continue }
      // Excludes the last frame of a transition from the visit to the screen that this frame no longer shows.
      let last = scene.motion?.progress.last == 0 ? scene.from : scene.to
      for screen in scene.from == scene.to ? [scene.to] : [scene.from, scene.to]
      where storyboard.screens[screen].moves {
        let frames = screen == last ? all : all.dropLast()
        guard !frames.isEmpty else { continue }
        if let last = visits[screen].last, last.frames.upperBound == frames.lowerBound {
          visits[screen][visits[screen].count - 1].frames = last.frames.lowerBound..<frames.upperBound
        } else {
          visits[screen].append(Visit(number: count, frames: frames))
          count += 1
        }
      }
    }
    self.visits = visits
  }

  /// Whether at least one screen of a scene moves.
  package func moves(_ scene: Storyboard.Scene) -> Bool {
    !visits[scene.from].isEmpty || !visits[scene.to].isEmpty
  }

  /// Returns the motions of a screen, one for each visit.
  package func motions(of screen: Int) -> [ChosenMotion] {
    visits[screen].map { visit in
      ChosenMotion(
        storyboard.screens[screen].motion, seed: storyboard.motionSeed, number: visit.number,
        seconds: Double(visit.frames.count) / storyboard.framesPerSecond)
    }
  }

  /// Returns the rows of a screen at a frame of the storyboard that shows only this screen.
  package func rows(
    of screen: Int, _ picture: ShownPicture, at frame: Int
  ) throws(RenderError) -> any RowSource {
    let (visit, time) = place(of: screen, at: frame)
    return try picture.rows(visit, at: time).mixed(in: storyboard.framing.light)
  }

  /// Returns the picture of a screen at a frame of the storyboard.
  package func picture(
    of screen: Int, _ picture: ShownPicture, at frame: Int, _ level: SIMDLevel
  ) throws(RenderError) -> Bitmap {
    let (visit, time) = place(of: screen, at: frame)
    return try picture.frame(visit, at: time, light: storyboard.framing.light, level)
  }

  /// Returns the index of the visit to a screen at a frame, among the visits to this screen, and the time 0…1
  /// of the motion.
  private func place(of screen: Int, at frame: Int) -> (visit: Int, time: Double) {
    let visits = visits[screen]
    // Finds the last visit that starts at or before the frame, by a binary search.
    var (low, high) = (0, visits.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if visits[middle].frames.lowerBound <= frame { low = middle } else { high = middle }
    }
    guard low < visits.count else { return (0, 0) }
    let frames = visits[low].frames
    return (low, Double(frame - frames.lowerBound) / Double(max(1, frames.count - 1)))
  }
}

extension Storyboard.Screen {
  /// Whether the screen has a motion, and its picture can move.
  var moves: Bool { motion != .none && canMove }

  /// Whether the picture of the screen can move; false for clips, and for screens with elements.
  package var canMove: Bool { elements.isEmpty && !isClip }
}
