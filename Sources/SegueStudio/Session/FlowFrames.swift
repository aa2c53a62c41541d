import SegueExport
import SeguePixels
import SegueJob
import SegueRendering
import SegueStoryboard
import SegueTransitions

/// The frames of a flow on the stage, with only the screens around the current frame in memory.
///
/// The frames are the same as those of `StoryboardFrames`, which decodes all screens first.
struct FlowFrames {
  /// The name and text of the flow.
  let source: Job.Source
  /// The size of the frames.
  let size: PixelSize
  private let storyboard: Storyboard
  private let fitted: FittedPictures
  private let execution: Execution
  private let budget: MemoryBudget
  /// The memory reservation for screens that are bitmaps.
  private let held: Held
  private var pictures: [(screen: Int, bitmap: Kept<Bitmap>)] = []
  private var scenes: [(number: Int, frames: Kept<SceneFrames>)] = []

  /// The maximum number of screens, and of scenes, in memory.
  private static let maxKept = 4

  /// Parses the text of a flow.
  ///
  /// - Throws: `StoryboardError`; `Refused` if memory is exhausted; the error of decoding the first screen,
  ///   if that determines the frame size.
  init(_ source: Job.Source, _ shelf: Shelf, _ execution: Execution) throws {
    let story = try shelf.storyboard(source)
    budget = shelf.budget
    held = try budget.hold(story.bitmapBytes)
    var fitted = story.pictures(execution)
    size = try story.framing.size ?? fitted.picture(0).size
    fitted.framing.size = size
    (self.source, self.fitted, self.execution) = (source, fitted, execution)
    storyboard = story
  }

  /// Makes the frame at a time 0…1.
  mutating func rows(at time: Double) throws -> any RowSource {
    let timeline = storyboard.timeline
    let (number, frame) = timeline.place(of: timeline.frame(at: time))
    let scene = storyboard.scenes[number]
    guard let frames = try frames(number, scene) else { return try picture(scene.to) }
    return try frames.rows(of: frame)
  }

  private mutating func frames(_ number: Int, _ scene: Storyboard.Scene) throws -> SceneFrames? {
    if let known = scenes.last(where: { $0.number == number })?.frames.current { return known }
    guard
      let frames = try storyboard.frames(
        of: scene, from: picture(scene.from), to: picture(scene.to), execution.level)
    else { return nil }
    scenes = scenes.suffix(Self.maxKept - 1) + [(number, budget.keep(frames, bytes: 2 * size.bytes))]
    return frames
  }

  private mutating func picture(_ screen: Int) throws -> Bitmap {
    if let known = pictures.last(where: { $0.screen == screen })?.bitmap.current { return known }
    let bitmap = try fitted.picture(screen)
    pictures = pictures.suffix(Self.maxKept - 1) + [(screen, budget.keep(bitmap, bytes: size.bytes))]
    return bitmap
  }
}
