public import SegueExport
public import SegueFiles
public import SegueFormats
public import SeguePixels
public import SegueRendering
public import SegueTransitions

/// A flow through screens: their order, durations and transitions.
///
/// It is built in code, step by step, or read from YAML; further steps can be added in code.
///
///     var story = try Storyboard(
///       screens: ["list": .bitmap(from), "detail": .bitmap(to)], framesPerSecond: 30)
///     try story.hold(0.8)
///     try story.push("detail", Transitions.SlideDown(), duration: 0.5)
///     try story.pop()
///     let frames = try StoryboardFrames(story)
///
/// A storyboard begins with one frame of its first screen. Every step adds a whole number of frames, and the
/// next step starts from its last frame. Therefore each change of screen shows the exact picture of both
/// sides once, and only a hold repeats it:
///
/// * A hold of h seconds adds round(h × rate) frames of the present screen.
/// * A transition of d seconds adds n = round(d × rate) frames, at least one: frame k of 1…n is at time k/n,
///   so the last is the new screen itself.
/// * An interactive transition adds frames at 1/rate, 2/rate, … seconds after the touch, until it ends: those
///   of the pan and those after release. The last is one of the two screens itself.
///
/// Filters of a step apply to its own frames, including the last; the next step begins with the unfiltered
/// screen. Filters of the storyboard apply to all frames, after those of the step and at its progress, which
/// is 0 at the first frame.
///
/// docs/storyboard.schema.json describes the keys of the file.
public struct Storyboard: Sendable {
  /// A picture with the name that steps use.
  public struct Screen: Equatable, Sendable {
    /// The name.
    public let name: String
    /// The picture.
    public let picture: Picture
    /// Named parts of it: `Transitions.Elements` moves them to the parts of the same names in another screen.
    public let elements: [Element]

    /// Names a picture and its parts, the last one on top.
    public init(_ name: String, _ picture: Picture, elements: [Element] = []) {
      self.name = name
      self.picture = picture
      self.elements = elements
    }
  }

  /// A named part of a screen.
  public struct Element: Equatable, Sendable {
    /// The name.
    public let name: String
    /// The place in the picture.
    public let place: Transitions.Elements.Place

    /// Names a place.
    public init(_ name: String, _ place: Transitions.Elements.Place) {
      self.name = name
      self.place = place
    }
  }

  /// The source of a screen's pixels.
  public enum Picture: Equatable, Sendable, ExpressibleByStringLiteral {
    /// An image file, decoded when frames are first requested.
    case file(String)
    /// Pixels in memory.
    case bitmap(Bitmap)

    /// Names an image file.
    public init(stringLiteral file: String) { self = .file(file) }
  }

  /// A run of frames: a hold of a screen, or a transition to another.
  public struct Scene: Sendable {
    /// The number of frames that it adds.
    public let frameCount: Int
    /// The index of the screen at its start.
    public let from: Int
    /// The index of the screen it leads to; a cancelled interaction does not reach it.
    public let to: Int
    /// The transition's frames; nil for a hold.
    public let motion: Motion?
    /// The filters of its frames, at the progress of the motion, or of the hold: frame k of 1…n is at k/n.
    public let filters: [any Filter]
    /// Whether it is the storyboard's first frame.
    var isOpening = false
  }

  /// The frames of a transition.
  public struct Motion: Sendable {
    /// The transition.
    public let transition: any Transition
    /// The direction of the change.
    public let operation: TransitionOperation
    /// The progress of every frame.
    public let progress: [Double]
    /// The fraction of the clock at every frame, before easing; under a pan, without a clock, the progress.
    public let times: [Double]
  }

  /// The pictures.
  public let screens: [Screen]
  /// The fitting of pictures to the frame; without a size, the first screen's.
  public let framing: Framing
  /// The frame rate as a fraction, as a file states it.
  public let rate: FrameRate
  /// The sound of the whole storyboard; nil: none.
  ///
  /// `segue storyboard` writes it into video. For exports in code, pass it to `Destination.video`.
  public var soundtrack: Soundtrack?
  /// The filters of all frames.
  public var filters: [any Filter] = []
  /// Frames a second.
  public var framesPerSecond: Double { rate.perSecond }
  /// The scenes in order; the first is one frame of the initial screen.
  public internal(set) var scenes: [Scene]
  /// The number of frames.
  public internal(set) var frameCount: Int
  /// The place of a step in a file.
  package struct Step: Hashable, Sendable {
    /// The line, numbered from 1.
    package let line: Int
    /// Its key, such as `push`.
    package let action: String
    /// The transition that the file names; nil: the system's, or a hold.
    package let transition: String?
  }

  /// The steps of a file; step n belongs to scene n + 1.
  package internal(set) var steps: [Step] = []
  /// The indices of screens by name.
  let positions: [String: Int]
  /// The stack of screens after the last scene.
  var stack: ScreenStack<Int>

  /// The maximum number of frames of a storyboard.
  public static let maxFrames = 10_000_000

  /// Begins with one frame of the top screen; there is at least one screen.
  init(screens: [Screen], framing: Framing, rate: FrameRate, stack: ScreenStack<Int>) {
    self.screens = screens
    self.framing = framing
    self.rate = rate
    self.stack = stack
    positions = Dictionary(screens.enumerated().map { ($1.name, $0) }) { first, _ in first }
    scenes = [Scene(frameCount: 1, from: stack.top, to: stack.top, motion: nil, filters: [], isOpening: true)]
    frameCount = 1
  }

  /// Begins a storyboard with one frame of the first screen, or of the first tab.
  ///
  /// - Parameters:
  ///   - screens: The pictures that steps can show, each under a name of its own.
  ///   - tabs: The initial screens of tabs; none: the first screen alone.
  ///   - framing: The fitting of pictures to the frame; without a size, the first screen's.
  ///   - framesPerSecond: The rate, above 0, which `FrameRate` converts to a fraction.
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
      throw .invalid("there must be one screen at least", at: .init(key: "screens"))
    }
    self.init(screens: screens, framing: framing, rate: FrameRate(framesPerSecond), stack: stack)
  }

  /// Begins a storyboard with names and pictures in pairs.
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

  /// Reads a YAML file; names of images are relative to its folder.
  ///
  ///     let story = try Storyboard(contentsOf: "images/storyboard/flow.yaml")
  ///
  /// - Parameters:
  ///   - file: A path, a `URL`, or `-` for standard input, whose images are relative to the working
  ///     directory.
  ///   - options: The decoding of images, and the maximum size of a frame.
  /// - Throws: `StoryboardError`, also for a missing image; images are not opened yet.
  public init(
    contentsOf file: some FileLocation, options: DecodeOptions = DecodeOptions()
  ) throws(StoryboardError) {
    let (path, yaml) = try yamlText(of: file, "storyboard")
    try self.init(yaml: yaml, named: path, options: options)
  }
}

/// The text of a file and its path.
func yamlText(of file: some FileLocation, _ content: String) throws(StoryboardError) -> (path: String, String)
{
  do throws(FileError) {
    let path = try file.filePath()
    return (path, try text(of: readFile(path, limit: 1 << 24), named: path, other: .keptAsNames))
  } catch .notText(let path, let reason) {
    throw .invalid(reason, at: StoryboardError.Place(file: path, line: 1, key: ""))
  } catch .tooLarge(let path, let limit) {
    let start = StoryboardError.Place(file: path, line: 1, key: "")
    throw .invalid("more than \(limit) bytes are no \(content)", at: start)
  } catch {
    throw .unreadable(error)
  }
}
