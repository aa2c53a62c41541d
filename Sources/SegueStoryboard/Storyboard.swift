import SegueFiles
public import SeguePixels
public import SegueTransitions

/// A flow through screens, read from YAML: what is shown for how long, and which transitions lie between.
///
///     let storyboard = try Storyboard(contentsOf: "images/storyboard/flow.yaml")
///     try Exporter(StoryboardFrames(storyboard)).export(frames: Array(0..<storyboard.frameCount), to: output)
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
/// docs/storyboard.schema.json has the keys of the file.
public struct Storyboard: Sendable {
  /// A picture with the name that steps call it by.
  public struct Screen: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The image file.
    public let file: String
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
  }

  /// The frames of a transition.
  public struct Motion: Sendable {
    /// What happens.
    public let transition: any Transition
    /// Which way it goes.
    public let operation: TransitionOperation
    /// The progress of every frame.
    public let progress: [Double]
  }

  /// The pictures.
  public internal(set) var screens: [Screen] = []
  /// The frame size in pixels; nil: that of the first screen's image.
  public internal(set) var size: PixelSize?
  /// Frames a second.
  public internal(set) var framesPerSecond = 60.0
  /// How an image of another size meets the frame.
  public internal(set) var fit = Fit.cover
  /// Painted behind the images; nil: nothing.
  public internal(set) var background: Pixel?
  /// What is shown, one after another; the first is one frame of the screen it begins with.
  public internal(set) var scenes: [Scene] = []

  /// How many frames there are.
  public var frameCount: Int { scenes.reduce(0) { $0 + $1.frameCount } }

  /// The most frames a storyboard may have.
  public static let maxFrames = 10_000_000

  init() {}

  /// Reads a file. Image names in it are relative to its folder.
  ///
  /// - Parameters:
  ///   - file: A path, or `-` for standard input, whose images are relative to the present folder.
  ///   - limits: How large a frame may be.
  /// - Throws: `StoryboardError`; also where an image is missing, but none is opened yet.
  public init(contentsOf file: String, limits: DecodeLimits = DecodeLimits()) throws(StoryboardError) {
    let start = StoryboardError.Place(file: file, line: 1, key: "")
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(file, limit: 1 << 24)
    } catch .tooLarge(_, let limit) {
      throw .invalid("more than \(limit) bytes are no storyboard", at: start)
    } catch {
      throw .unreadable(error)
    }
    guard let yaml = String(validating: bytes, as: UTF8.self) else {
      throw .invalid("not UTF-8 text", at: start)
    }
    try self.init(yaml: yaml, named: file, limits: limits)
  }
}
