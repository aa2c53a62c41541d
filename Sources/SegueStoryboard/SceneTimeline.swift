/// The frames of a storyboard's scenes, one scene after the other.
///
/// The timeline of scenes with 1, 3, 0 and 2 frames has 6 frames. Frame 4 is the first frame of scene 3; no
/// frame belongs to scene 2.
package struct SceneTimeline: Hashable, Sendable {
  /// For each scene, the number of its first frame; the last entry is the number of all frames.
  private var starts = [0]

  /// Makes a timeline without scenes.
  package init() {}

  /// The number of frames.
  package var frameCount: Int { starts[starts.count - 1] }

  /// Appends a scene with a number of frames, 0 or more.
  package mutating func append(frames count: Int) { starts.append(frameCount + count) }

  /// Returns the frames of a scene; the range is empty for a scene without frames, such as a step that leaves
  /// the same screen visible.
  package func frames(of scene: Int) -> Range<Int> { starts[scene]..<starts[scene + 1] }

  /// Finds the scene of a frame below `frameCount`, and the frame's number in the scene, from 0.
  ///
  /// The search is binary: 24 comparisons find one of ten million scenes.
  package func place(of frame: Int) -> (scene: Int, frame: Int) {
    // Takes the last scene that starts at or before the frame, since a scene without frames has the same
    // start as the next scene.
    var (low, high) = (0, starts.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= frame { low = middle } else { high = middle }
    }
    return (low, frame - starts[low])
  }

  /// Returns the frame at a time 0…1, where 0 is the first frame and 1 the last.
  package func frame(at time: Double) -> Int { Int((time * Double(frameCount - 1)).rounded()) }

  /// Returns the time of a scene's frame, counted from 0, as a fraction of the scene: of n frames, the first
  /// is at 1/n and the last at 1.
  ///
  /// Time 0 is the last frame of the previous scene.
  package static func time(of frame: Int, in count: Int) -> Double { Double(frame + 1) / Double(count) }
}
