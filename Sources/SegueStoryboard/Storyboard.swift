import SegueErrors
public import SegueClips
public import SegueExport
public import SegueFiles
public import SegueFormats
public import SeguePixels
public import SegueRendering
public import SegueTitles
public import SegueTransitions

/// A sequence of screens, with their durations and the transitions between them.
///
/// A storyboard is built in code step by step, or read from YAML. Code can also add steps to a storyboard
/// that was read from YAML.
///
///     var story = try Storyboard(
///       screens: ["list": .bitmap(from), "detail": .bitmap(to)], framesPerSecond: 30)
///     try story.hold(0.8)
///     try story.push("detail", Transitions.SlideDown(), duration: 0.5)
///     try story.pop()
///     let frames = try StoryboardFrames(story)
///
/// A storyboard begins with one frame of its first screen. Each step adds a whole number of frames and
/// continues from the last frame of the previous step. So at each change, the exact pictures of both screens
/// appear once; only a hold repeats a picture:
///
/// * A hold of h seconds adds round(h × rate) frames of the current screen.
/// * A transition of d seconds adds n = round(d × rate) frames, at least one. Frame k of 1…n is at time k/n,
///   so the last frame is exactly the new screen.
/// * An interactive transition adds frames at 1/rate, 2/rate, … seconds after the touch, during the pan and
///   after its release, until the transition ends. The last frame is exactly one of the two screens.
///
/// The filters of a step apply to all frames that it adds, including the last; the next step starts from the
/// unfiltered screen. The filters of the storyboard apply to all frames, after the filters of the step.
/// Formulas in these filters follow the progress of the step, which is 0 at the first frame of the
/// storyboard.
///
/// docs/storyboard.schema.json describes the keys of the YAML file.
public struct Storyboard: Sendable {
  /// A picture with a name, to which steps refer.
  public struct Screen: Equatable, Sendable {
    /// The name, by which steps refer to the screen.
    public let name: String
    /// The source of the picture, of any size; the picture is fitted to the frame.
    public let picture: Picture
    /// The motion of an image while the screen is visible; clips have no motion.
    ///
    /// The motion runs once, from start to end, each time the screen is shown, transitions included. Screens
    /// with elements do not move.
    public let motion: StillMotion
    /// The text over the screen; empty for none.
    public let title: String
    /// Named rectangles of the picture.
    ///
    /// `Transitions.Elements` moves each rectangle to the rectangle of the same name in another screen.
    public let elements: [Element]

    /// Makes a screen; later elements are on top.
    public init(
      _ name: String, _ picture: Picture, elements: [Element] = [], motion: StillMotion = .none,
      title: String = ""
    ) {
      self.name = name
      self.picture = picture
      self.elements = elements
      self.motion = motion
      self.title = title
    }
  }

  /// A named rectangle in the picture of a screen.
  public struct Element: Equatable, Sendable {
    /// The name; elements of different screens with the same name are matched.
    public let name: String
    /// The rectangle and its appearance.
    public let place: Transitions.Elements.Place

    /// Makes an element from a name and a rectangle.
    public init(_ name: String, _ place: Transitions.Elements.Place) {
      self.name = name
      self.place = place
    }
  }

  /// The source of a screen's picture.
  public enum Picture: Equatable, Sendable, ExpressibleByStringLiteral {
    /// An image file, decoded when a `StoryboardFrames` is made.
    case file(String)
    /// Pixels in memory.
    case bitmap(Bitmap)
    /// A clip, which plays while its screen is visible, and holds its last frame at the end.
    case clip(Clip)

    /// Makes the source from the name of an image file.
    public init(stringLiteral file: String) { self = .file(file) }
  }

  /// The frames that one step adds: a held screen, or a transition to another screen.
  public struct Scene: Sendable {
    /// The number of frames that the scene adds.
    public let frameCount: Int
    /// The index in `screens` of the screen at the start.
    public let from: Int
    /// The index in `screens` of the screen to which the scene leads; after a canceled interaction, the scene
    /// ends at `from` instead.
    public let to: Int
    /// The frames of the transition; nil if a screen is held.
    public let motion: Motion?
    /// The filters of the frames.
    ///
    /// In a hold, frame k of 1…n has the progress k/n.
    public let filters: [any Filter]
    /// Whether the scene is the first frame of the storyboard, which no step adds.
    var isOpening = false
  }

  /// The frames of a transition: its operation, and the progress and time of each frame.
  public struct Motion: Sendable {
    /// The transition between the screens `from` and `to`.
    public let transition: any Transition
    /// The operation for which the transition is rendered, such as a push.
    public let operation: TransitionOperation
    /// The progress at each frame of the scene.
    public let progress: [Double]
    /// The time at each frame as a fraction of the duration, before easing; during a pan, the progress of the
    /// transition.
    public let times: [Double]
  }

  /// The screens to which steps can refer.
  public let screens: [Screen]
  /// The frame size and the fit of pictures; without a size, frames have the size of the first screen.
  public let framing: Framing
  /// The frame rate as a fraction.
  public let rate: FrameRate
  /// The sound of the whole storyboard; nil for none.
  ///
  /// `segue storyboard` adds the sound to videos. For an export in code, pass the soundtrack to
  /// `Destination.video`.
  public var soundtrack: Soundtrack?
  /// The filters that apply to all frames.
  public var filters: [any Filter] = []
  /// The seed of automatic motion.
  public var motionSeed: UInt64 = 0
  /// The appearance of the texts over screens.
  public var titleStyle = TitleStyle()
  /// The frame rate in frames per second.
  public var framesPerSecond: Double { rate.perSecond }
  /// The scenes in order; the first is a single frame of the initial screen.
  public internal(set) var scenes: [Scene] = []
  /// The range of frames of each scene.
  package internal(set) var timeline = SceneTimeline()
  /// For each scene, the numbers of frames for which its two screens were visible before the scene.
  private(set) var played: [(from: Int, to: Int)] = []
  /// For each screen, by its index, the number of frames so far in which the screen was visible.
  private(set) var visible: [Int: Int] = [:]
  /// The number of frames.
  public var frameCount: Int { timeline.frameCount }
  /// A step in a storyboard file; each step becomes a scene.
  package struct Step: Hashable, Sendable {
    /// The line of the step, from 1.
    package let line: Int
    /// The key of the step, such as `push`.
    package let action: String
    /// The name of the transition in the file; nil for the system transition, or for a hold.
    package let transition: String?
  }

  /// The steps of the file; step n, counted from 0, becomes scene n + 1, since scene 0 is the opening frame.
  package internal(set) var steps: [Step] = []
  /// The index in `screens` of each screen, by the screen's name.
  let positions: [String: Int]
  /// The stack of screens after the last scene; each screen is its index in `screens`.
  var stack: ScreenStack<Int>

  /// The maximum number of frames in a storyboard.
  public static let maxFrames = 10_000_000

  /// Makes a storyboard with one frame of the stack's top screen; `screens` must not be empty.
  init(screens: [Screen], framing: Framing, rate: FrameRate, stack: ScreenStack<Int>) {
    self.screens = screens
    self.framing = framing
    self.rate = rate
    self.stack = stack
    positions = Dictionary(screens.enumerated().map { ($1.name, $0) }) { first, _ in first }
    append(Scene(frameCount: 1, from: stack.top, to: stack.top, motion: nil, filters: [], isOpening: true))
  }

  /// Appends a scene to the list and to the timeline.
  mutating func append(_ scene: Scene) {
    scenes.append(scene)
    timeline.append(frames: scene.frameCount)
    played.append((visible[scene.from] ?? 0, visible[scene.to] ?? 0))
    for screen in Set([scene.from, scene.to]) { visible[screen, default: 0] += scene.frameCount }
  }

  /// Makes a storyboard that begins with one frame of the first screen, or of the first tab.
  ///
  /// - Parameters:
  ///   - screens: The screens to which steps can refer; names must be unique.
  ///   - tabs: The names of the initial screens of tabs; if empty, there is one stack with the first screen.
  ///   - framing: The frame size and the fit of pictures; without a size, frames have the size of the first
  ///     screen.
  ///   - framesPerSecond: The frame rate, above 0; `FrameRate` converts the rate to a fraction.
  /// - Throws: `StoryboardError` if there is no screen, a name is repeated or unknown, or the rate is not
  ///   above 0.
  public init(
    screens: [Screen], tabs: [String] = [], framing: Framing = Framing(), framesPerSecond: Double = 60
  ) throws(StoryboardError) {
    guard framesPerSecond > 0, framesPerSecond.isFinite else {
      throw .invalid("\(framesPerSecond) must be a number above 0", at: .init(key: "framesPerSecond"))
    }
    var names: Set<String> = []
    for screen in screens where !names.insert(screen.name).inserted {
      throw .invalid("the screen '\(screen.name)' is there twice", at: .init(key: "screens"))
    }
    var roots: [Int] = []
    for (index, name) in tabs.enumerated() {
      do throws(Fault) { roots.append(try Self.position(of: name, in: screens)) } catch {
        throw .invalid(error.reason, at: .init(key: "tabs[\(index)]"))
      }
    }
    guard !screens.isEmpty, let stack = ScreenStack(tabs: roots.isEmpty ? [0] : roots) else {
      throw .invalid("there must be at least one screen", at: .init(key: "screens"))
    }
    self.init(screens: screens, framing: framing, rate: FrameRate(framesPerSecond), stack: stack)
  }

  /// Makes a storyboard whose screens are given as pairs of a name and a picture.
  ///
  ///     let story = try Storyboard(screens: ["list": "list.png", "detail": .bitmap(photo)])
  ///
  /// - Throws: `StoryboardError` if there is no screen, a name is repeated or unknown, or the rate is not
  ///   above 0.
  public init(
    screens: KeyValuePairs<String, Picture>, tabs: [String] = [], framing: Framing = Framing(),
    framesPerSecond: Double = 60
  ) throws(StoryboardError) {
    try self.init(
      screens: screens.map { Screen($0.key, $0.value) }, tabs: tabs, framing: framing,
      framesPerSecond: framesPerSecond)
  }

  /// Reads a storyboard from a YAML file.
  ///
  /// File names in the file are relative to its folder.
  ///
  ///     let story = try Storyboard(contentsOf: "images/storyboard/flow.yaml")
  ///
  /// - Parameters:
  ///   - file: A path, a `URL`, or `-` for standard input, for which file names are relative to the working
  ///     directory.
  ///   - options: The decoding options for images, including the maximum size of a frame.
  /// - Throws: `StoryboardError`, also for a missing image; images are not decoded yet.
  public init(
    contentsOf file: some FileLocation, options: DecodeOptions = DecodeOptions()
  ) throws(StoryboardError) {
    let (path, yaml) = try yamlText(of: file, "storyboard")
    try self.init(yaml: yaml, named: path, options: options)
  }
}

/// Reads the text of a YAML file, and returns it with the path.
func yamlText(of file: some FileLocation, _ content: String) throws(StoryboardError) -> (path: String, String)
{
  let limit = 1 << 24
  do throws(FileError) {
    let path = try file.filePath()
    return (path, try text(of: readFile(path, limit: limit), named: path, other: .keptAsNames))
  } catch {
    let start = StoryboardError.Place(file: error.file ?? "", line: 1, key: "")
    switch error.code {
    case .fileNotText: throw .invalid(error.reason ?? error.message, at: start)
    case .fileTooLarge: throw .invalid("more than \(limit) bytes are no \(content)", at: start)
    default: throw .unreadable(error)
    }
  }
}
