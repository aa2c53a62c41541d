public import SegueExport
public import SegueFiles
public import SegueFormats
public import SeguePixels
public import SegueRendering
public import SegueTransitions

/// A flow through screens: what is shown for how long, and which transitions lie between.
///
/// It is built in code, step by step, or read from YAML; what was read can be gone on with in code.
///
///     var story = try Storyboard(
///       screens: ["list": .bitmap(from), "detail": .bitmap(to)], framesPerSecond: 30)
///     try story.hold(0.8)
///     try story.push("detail", Transitions.SlideDown(), duration: 0.5)
///     try story.pop()
///     let frames = try StoryboardFrames(story)
///
/// Time: a storyboard begins with one frame of its first screen. Every step then adds its own frames, a whole number
/// of them, and its last one is where the next step begins. So each change of screen shows the exact picture on
/// both sides once, and none is shown twice but by a hold:
///
/// * A hold of h seconds adds round(h × rate) frames of the present screen.
/// * A transition of d seconds adds n = round(d × rate) frames, at least one: frame k of 1…n is at time k/n, so the
///   last is the new screen itself.
/// * An interactive transition adds the frames until it is over, at 1/rate, 2/rate, … seconds after the finger went
///   down: those of the pan, and those it runs on for when let go. The last is one of the two screens itself.
///
/// Filters of a step change its own frames, the last one too: the next step begins with the screen itself. Those of the
/// whole storyboard are on all frames, behind those of the step and at its progress; at the first frame that is 0.
///
/// docs/storyboard.schema.json has the keys of the file.
public struct Storyboard: Sendable {
  /// A picture with the name that steps call it by.
  public struct Screen: Equatable, Sendable {
    /// The name.
    public let name: String
    /// The picture.
    public let picture: Picture
    /// Parts of it that have a name: `Transitions.Elements` takes them to those of the same name in another screen.
    public let elements: [Element]

    /// Names a picture, and parts of it, the last one on top.
    public init(_ name: String, _ picture: Picture, elements: [Element] = []) {
      self.name = name
      self.picture = picture
      self.elements = elements
    }
  }

  /// A part of a screen that has a name.
  public struct Element: Equatable, Sendable {
    /// The name.
    public let name: String
    /// Where it is.
    public let place: Transitions.Elements.Place

    /// Names a place.
    public init(_ name: String, _ place: Transitions.Elements.Place) {
      self.name = name
      self.place = place
    }
  }

  /// Where a screen's pixels come from.
  public enum Picture: Equatable, Sendable, ExpressibleByStringLiteral {
    /// An image file, decoded when frames are first asked for.
    case file(String)
    /// Pixels that are there already.
    case bitmap(Bitmap)

    /// Names an image file.
    public init(stringLiteral file: String) { self = .file(file) }
  }

  /// A run of frames: a screen that is held, or the way from one to another.
  public struct Scene: Sendable {
    /// How many frames it adds.
    public let frameCount: Int
    /// The screen it begins at, as a position among the screens.
    public let from: Int
    /// The screen it leads to; where an interaction is cancelled, it does not arrive there.
    public let to: Int
    /// How it gets there; nil: it stays where it is.
    public let motion: Motion?
    /// What its frames go through, at the progress of the motion, or of the hold: frame k of 1…n is at k/n.
    public let filters: [any Filter]
    /// Whether it is the frame that the storyboard begins with.
    var isOpening = false
  }

  /// The frames of a transition.
  public struct Motion: Sendable {
    /// What happens.
    public let transition: any Transition
    /// Which way it goes.
    public let operation: TransitionOperation
    /// The progress of every frame.
    public let progress: [Double]
    /// The clock's fraction at every frame, before easing; under a pan, which has no clock, the progress.
    public let times: [Double]
  }

  /// The pictures.
  public let screens: [Screen]
  /// How a picture becomes a frame; where it has no size, that is the first screen's.
  public let framing: Framing
  /// Frames a second, as a file says them.
  public let rate: FrameRate
  /// The sound that goes with all of it; nil: none.
  ///
  /// `segue storyboard` writes it into video. Where frames are exported in code, it is handed to `Destination.video`.
  public var soundtrack: Soundtrack?
  /// What all frames go through.
  public var filters: [any Filter] = []
  /// Frames a second.
  public var framesPerSecond: Double { rate.perSecond }
  /// What is shown, one after another; the first is one frame of the screen it begins with.
  public internal(set) var scenes: [Scene]
  /// How many frames there are.
  public internal(set) var frameCount: Int
  /// Where a step stands in a file.
  package struct Step: Hashable, Sendable {
    /// The line, numbered from 1.
    package let line: Int
    /// Its key, such as `push`.
    package let action: String
    /// The transition that the file names; nil: what the system does, or a hold.
    package let transition: String?
  }

  /// The steps of a file; each has the scene of its number after the first.
  package internal(set) var steps: [Step] = []
  /// The positions of the screens by name.
  let positions: [String: Int]
  /// The screens as they stand after the last scene.
  var stack: ScreenStack<Int>

  /// The most frames a storyboard may have.
  public static let maxFrames = 10_000_000

  /// Begins with one frame of the screen on top; there is one screen at least.
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
  ///   - tabs: The screens that tabs begin with; none: the first screen alone.
  ///   - framing: How a picture becomes a frame; where it has no size, that is the first screen's.
  ///   - framesPerSecond: The rate, above 0, of which `FrameRate` makes a fraction.
  /// - Throws: `StoryboardError` where there is no screen, a name is there twice or unknown, or the rate is not above 0.
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

  /// Begins a storyboard as the other form does, with names and pictures in pairs.
  ///
  ///     let story = try Storyboard(screens: ["list": "list.png", "detail": .bitmap(photo)])
  ///
  /// - Throws: `StoryboardError` where there is no screen, a name is there twice or unknown, or the rate is not above 0.
  public init(
    screens: KeyValuePairs<String, Picture>, tabs: [String] = [], framing: Framing = Framing(),
    framesPerSecond: Double = 60
  ) throws(StoryboardError) {
    try self.init(
      screens: screens.map { Screen($0.key, $0.value) }, tabs: tabs, framing: framing,
      framesPerSecond: framesPerSecond)
  }

  /// Reads a file, in which names of images are relative to its folder.
  ///
  ///     let story = try Storyboard(contentsOf: "images/storyboard/flow.yaml")
  ///
  /// - Parameters:
  ///   - file: A path, a `URL`, or `-` for standard input, whose images are relative to the present folder.
  ///   - options: How images are decoded, and how large a frame may be.
  /// - Throws: `StoryboardError`; also where an image is missing, but none is opened yet.
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
