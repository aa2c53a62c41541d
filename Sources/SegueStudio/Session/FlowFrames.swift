import SegueExport
import SeguePixels
import SegueJob
import SegueRendering
import SegueStoryboard
import SegueTransitions

/// The frames of a flow on the stage, with only the screens around the current frame in memory.
///
/// The frames equal the frames of `StoryboardFrames`, which decodes all screens first.
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
  private let motions: MovingScreens
  private let titles: TitleCover?
  private let clips: ClipScreens?
  private var pictures: [(screen: Int, picture: Kept<ShownPicture>)] = []
  private var scenes: [(number: Int, frames: Kept<SceneFrames>)] = []

  /// The maximum number of screens, and of scenes, in memory.
  private static let maxKept = 4

  /// Parses the text of a flow.
  ///
  /// - Throws: `StoryboardError`; `Refused` if the memory budget is exhausted; the error of decoding the
  ///   first screen, if its picture determines the frame size.
  init(_ source: Job.Source, _ shelf: Shelf, _ execution: Execution) throws {
    let story = try shelf.storyboard(source)
    budget = shelf.budget
    held = try budget.hold(story.bitmapBytes)
    var fitted = story.pictures(execution)
    size = try story.framing.size ?? fitted.picture(0).size
    fitted.framing.size = size
    (self.source, self.fitted, self.execution) = (source, fitted, execution)
    storyboard = story
    motions = MovingScreens(story)
    titles = story.titles
    clips = ClipScreens(story, size, execution)
  }

  /// The whole picture of a screen, reduced to fit a given size.
  struct WholeScreen {
    let picture: Bitmap
    /// The size of the picture in pixels before the reduction.
    let fullSize: PixelSize
    /// The largest part of the picture that a frame shows with motion, as fractions of the picture's sides.
    let largestPart: Extent
  }

  /// Decodes the whole picture of a screen, reduced to fit into `room`.
  func whole(_ name: String, in room: PixelSize) throws -> WholeScreen {
    guard let screen = storyboard.screens.firstIndex(where: { $0.name == name && $0.canMove }) else {
      throw Refused("there is no screen '\(name.prefix(100))' that can move")
    }
    let full = try fitted.size(of: screen)
    let scale = min(
      1, Double(room.width) / Double(full.width), Double(room.height) / Double(full.height))
    let reduced = PixelSize(
      width: max(1, Int((Double(full.width) * scale).rounded())),
      height: max(1, Int((Double(full.height) * scale).rounded())))
    var pictures = fitted
    pictures.framing = Framing(size: reduced, fit: .stretch, light: storyboard.framing.light)
    let stage = MotionStage(of: full, in: size, storyboard.framing.fit)
    return WholeScreen(
      picture: try pictures.picture(screen), fullSize: full,
      largestPart: Extent(
        width: stage.view.width / stage.picture.width, height: stage.view.height / stage.picture.height))
  }

  /// Makes the row source of the frame at a time 0…1.
  mutating func rows(at time: Double) throws -> any RowSource {
    let timeline = storyboard.timeline
    let index = timeline.frame(at: time)
    let (number, frame) = timeline.place(of: index)
    let rows = try rows(number, frame, at: index)
    return titles?.over(rows, frame: index) ?? rows
  }

  /// Makes the row source of a frame, without the titles.
  private mutating func rows(_ number: Int, _ frame: Int, at index: Int) throws -> any RowSource {
    let scene = storyboard.scenes[number]
    if let playing = try clips?.pictures(number, frame, { try bitmap($0, at: index) }) {
      return try storyboard.frames(of: scene, from: playing.from, to: playing.to, execution.level)?
        .rows(of: frame) ?? playing.to
    }
    let frames =
      motions.moves(scene) ? try movingFrames(scene, at: index) : try frames(number, scene, at: index)
    guard let frames else { return try motions.rows(of: scene.to, picture(scene.to), at: index) }
    return try frames.rows(of: frame)
  }

  /// Makes the renderer for one frame of a scene with moving screens; nil if the scene only holds a screen
  /// without filters.
  private mutating func movingFrames(_ scene: Storyboard.Scene, at frame: Int) throws -> SceneFrames? {
    if scene.motion == nil, (scene.filters + storyboard.filters).isEmpty { return nil }
    return try storyboard.frames(
      of: scene, from: bitmap(scene.from, at: frame), to: bitmap(scene.to, at: frame), execution.level)
  }

  /// Returns the picture of a screen at a frame of the storyboard.
  private mutating func bitmap(_ screen: Int, at frame: Int) throws -> Bitmap {
    try motions.picture(of: screen, picture(screen), at: frame, execution.level)
  }

  private mutating func frames(
    _ number: Int, _ scene: Storyboard.Scene, at frame: Int
  ) throws -> SceneFrames? {
    if let known = scenes.last(where: { $0.number == number })?.frames.current { return known }
    guard
      let frames = try storyboard.frames(
        of: scene, from: bitmap(scene.from, at: frame), to: bitmap(scene.to, at: frame), execution.level)
    else { return nil }
    scenes = scenes.suffix(Self.maxKept - 1) + [(number, budget.keep(frames, bytes: 2 * size.bytes))]
    return frames
  }

  private mutating func picture(_ screen: Int) throws -> ShownPicture {
    if let known = pictures.last(where: { $0.screen == screen })?.picture.current { return known }
    let picture = try fitted.shown(screen, motions.motions(of: screen))
    let kept = budget.keep(picture, bytes: picture.bytes)
    pictures = pictures.suffix(Self.maxKept - 1) + [(screen, kept)]
    return picture
  }
}
