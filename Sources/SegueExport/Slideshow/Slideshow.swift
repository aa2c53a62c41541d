public import SegueFormats
public import SegueRendering
public import SegueTitles
public import SegueTransitions

/// The schedule of a slideshow: images one after the other, with transitions between them.
///
///     let show = Slideshow(images: ["a.jpg", "b.jpg", "c.jpg"], hold: 2, duration: 0.8)
///     show.frameCount         // 1 + 3 × 120 + 2 × 48
///     show.moment(of: 121)    // the first frame between the first two images
///
/// The first frame is the first image. Each image is held for round(hold × rate) frames. A transition adds n
/// = round(duration × rate) frames, at least one; frame k of 1…n is at time k/n, so the last of these frames
/// is the next image. The filters of a `FilteredTransition` also apply to held images.
public struct Slideshow: Sendable {
  /// The image files; empty if the schedule was made for a number of images.
  public private(set) var images: [String] = []
  /// The number of images, at least 1.
  public let imageCount: Int
  /// The frame rate.
  public private(set) var rate: FrameRate
  /// The number of frames for which an image is held.
  public let holdFrames: Int
  /// The number of frames of a transition.
  public let transitionFrames: Int
  /// The duration of a transition in seconds, on which springs depend.
  public let duration: Double
  /// The transitions between images; without a seed, used in order and repeated.
  public let transitions: [any Transition]
  /// The seed for choosing transitions at random; nil uses them in order.
  public let seed: UInt64?
  /// The motion of the images while they are visible.
  public var motion = StillMotion.none
  /// The seed of automatic motion.
  public var motionSeed: UInt64 = 0
  /// The filters of each image, in the order of the images; empty for none.
  ///
  /// The progress of a filter rises while the image is visible. If the image does not move, and none of its
  /// filters has a formula or a parameter that follows the progress, is a `ShaderFilter` or reads other frames,
  /// the filters are applied once, at progress 0.
  public var filters: [[any Filter]] = []
  /// Texts over the images, in the order of the images; empty for none.
  ///
  /// The text of the first image leaves in the first half of a transition; the text of the second image
  /// enters in the second half, as the style's `entrance` says.
  public var titles: [String] = []
  /// The appearance of the texts.
  public var titleStyle = TitleStyle()

  /// The content of a frame: a held image, or a time in the transition from an image to the next one.
  public struct Moment: Hashable, Sendable {
    /// The index of the held image, or of the image at the start of a transition.
    public let image: Int
    /// The time 0…1 in the transition to the next image; 0 while the image is held.
    public let time: Double
  }

  /// Makes a slideshow of image files; `SlideshowFrames` makes its frames.
  ///
  ///     let slides = try SlideshowFrames(Slideshow(images: ["a.jpg", "b.jpg"], rate: 30))
  ///     try await Exporter(slides, rate: 30).export(to: .file("slides.mp4"))
  ///
  /// - Parameters:
  ///   - images: The image files, at least one; they are opened by `SlideshowFrames`.
  ///   - hold: The time for which each image is held, in seconds, at least 0.
  ///   - duration: The duration of a transition in seconds, above 0.
  ///   - rate: The frame rate.
  ///   - transitions: The transitions, used one after the other; a cross-dissolve if empty.
  ///   - seed: The seed for choosing transitions at random; equal seeds choose equal transitions, and nil
  ///     uses the transitions in order.
  ///   - motion: The motion of the images while they are visible.
  public init(
    images: [String], hold: Double = 2, duration: Double = 0.8, rate: FrameRate = 60,
    _ transitions: [any Transition] = [], seed: UInt64? = nil, motion: StillMotion = .none
  ) {
    self.init(
      imageCount: images.count, hold: hold, duration: duration, framesPerSecond: rate.perSecond, transitions,
      seed: seed)
    (self.images, self.rate, self.motion) = (images, rate, motion)
  }

  /// Makes a schedule for a number of images, without their files.
  ///
  /// - Parameters:
  ///   - imageCount: The number of images; at least 1.
  ///   - hold: The time for which each image is held, in seconds, at least 0.
  ///   - duration: The duration of a transition in seconds, above 0.
  ///   - framesPerSecond: The frame rate, above 0.
  ///   - transitions: The transitions, used one after the other; a cross-dissolve if empty.
  ///   - seed: The seed for choosing transitions at random; equal seeds choose equal transitions, and nil
  ///     uses the transitions in order.
  public init(
    imageCount: Int, hold: Double, duration: Double, framesPerSecond: Double,
    _ transitions: [any Transition], seed: UInt64? = nil
  ) {
    func frames(_ seconds: Double) -> Int { Int(max(0, min((seconds * framesPerSecond).rounded(), 1e9))) }
    self.imageCount = max(1, imageCount)
    rate = FrameRate(framesPerSecond)
    holdFrames = frames(hold)
    transitionFrames = max(1, frames(duration))
    self.duration = duration
    self.transitions = transitions.isEmpty ? [Transitions.CrossDissolve()] : transitions
    self.seed = seed
  }

  /// The number of frames; `Int.max` on overflow.
  public var frameCount: Int {
    let (between, overflow) = (imageCount - 1).multipliedReportingOverflow(by: holdFrames + transitionFrames)
    return overflow || between > .max - 1 - holdFrames ? .max : 1 + holdFrames + between
  }

  /// Returns the image or the transition at a frame, counted from 0.
  public func moment(of frame: Int) -> Moment {
    guard frame > holdFrames else { return Moment(image: 0, time: 0) }
    let (image, step) = (frame - holdFrames - 1).quotientAndRemainder(
      dividingBy: transitionFrames + holdFrames)
    return step + 1 < transitionFrames
      ? Moment(image: image, time: Double(step + 1) / Double(transitionFrames))
      : Moment(image: image + 1, time: 0)
  }

  /// Returns the frames that show an image, alone or within a transition.
  public func frames(of image: Int) -> ClosedRange<Int> {
    let exact = image * (holdFrames + transitionFrames)
    let within = transitionFrames - 1
    return exact - (image > 0 ? within : 0)...exact + holdFrames + (image + 1 < imageCount ? within : 0)
  }

  /// Returns the time 0…1 of an image's motion at a frame: 0 at the first frame that shows the image, 1 at
  /// the last.
  func motionTime(of image: Int, at frame: Int) -> Double {
    let frames = frames(of: image)
    return Double(frame - frames.lowerBound) / Double(max(1, frames.count - 1))
  }

  /// Returns the image whose text a frame shows, and the presence of the text.
  @Sendable package func title(at frame: Int) -> TitleCover.Moment {
    let moment = moment(of: frame)
    return TitleCover.moment(from: moment.image, to: moment.image + 1, time: moment.time)
  }

  /// Returns the motion of an image.
  package func motion(of image: Int) -> ChosenMotion {
    ChosenMotion(
      motion, seed: motionSeed, number: image,
      seconds: Double(holdFrames + 2 * transitionFrames) / rate.perSecond)
  }

  /// Returns the transition from an image to the next one.
  public func transition(from image: Int) -> any Transition {
    guard let seed else { return transitions[image % transitions.count] }
    return transitions[Int(splitMix64(seed &+ UInt64(image)) % UInt64(transitions.count))]
  }
}
