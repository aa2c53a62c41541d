public import SegueTransitions

/// When each frame of a slideshow shows what: images one after another, with transitions between.
///
///     let show = Slideshow(imageCount: 3, hold: 2, duration: 0.8, framesPerSecond: 60, [Transitions.CrossDissolve()])
///     show.frameCount         // 1 + 3 × 120 + 2 × 48
///     show.moment(of: 121)    // the first frame between the first two images
///
/// It begins with one frame of the first image. Every image is held for round(hold × rate) frames; a transition to
/// the next adds n = round(duration × rate) frames, at least one: frame k of 1…n is at time k/n, so the last is that
/// image itself. Filters of a `FilteredTransition` are on images that are held, too.
public struct Slideshow: Sendable {
  /// How many images there are, at least 1.
  public let imageCount: Int
  /// Frames for which an image is held.
  public let holdFrames: Int
  /// Frames a transition adds.
  public let transitionFrames: Int
  /// Seconds of a transition, for springs.
  public let duration: Double
  /// What happens between images: the first one after the first image, and so on, in turns.
  public let transitions: [any Transition]
  /// Where the transitions are drawn by lot, what the lots begin with; nil: they take turns.
  public let seed: UInt64?

  /// What a frame shows.
  public struct Moment: Hashable, Sendable {
    /// The image before, or the one that is held.
    public let image: Int
    /// How far it is to the next one, as a clock fraction; 0 where the image is held.
    public let time: Double
  }

  /// Plans a slideshow.
  ///
  /// - Parameters:
  ///   - imageCount: How many images there are; below 1 is raised to that.
  ///   - hold: Seconds each image is held, 0 or more.
  ///   - duration: Seconds of a transition, above 0.
  ///   - framesPerSecond: The rate, above 0.
  ///   - transitions: What happens between images, in turns; where there are none, cross-dissolve does.
  ///   - seed: Draws the transitions by lot instead; the same seed draws the same.
  public init(
    imageCount: Int, hold: Double, duration: Double, framesPerSecond: Double,
    _ transitions: [any Transition], seed: UInt64? = nil
  ) {
    func frames(_ seconds: Double) -> Int { Int(max(0, min((seconds * framesPerSecond).rounded(), 1e9))) }
    self.imageCount = max(1, imageCount)
    holdFrames = frames(hold)
    transitionFrames = max(1, frames(duration))
    self.duration = duration
    self.transitions = transitions.isEmpty ? [Transitions.CrossDissolve()] : transitions
    self.seed = seed
  }

  /// How many frames there are; `Int.max` where that is more than an `Int` holds.
  public var frameCount: Int {
    let (between, overflow) = (imageCount - 1).multipliedReportingOverflow(by: holdFrames + transitionFrames)
    return overflow || between > .max - 1 - holdFrames ? .max : 1 + holdFrames + between
  }

  /// What a frame shows.
  public func moment(of frame: Int) -> Moment {
    guard frame > holdFrames else { return Moment(image: 0, time: 0) }
    let (image, step) = (frame - holdFrames - 1).quotientAndRemainder(
      dividingBy: transitionFrames + holdFrames)
    return step + 1 < transitionFrames
      ? Moment(image: image, time: Double(step + 1) / Double(transitionFrames))
      : Moment(image: image + 1, time: 0)
  }

  /// The transition from an image to the next.
  public func transition(from image: Int) -> any Transition {
    guard let seed else { return transitions[image % transitions.count] }
    return transitions[Int(mixed(seed &+ UInt64(image)) % UInt64(transitions.count))]
  }

  /// SplitMix64's output for a state: any worker draws the lot of any image.
  private func mixed(_ state: UInt64) -> UInt64 {
    var z = state &* 0x9e37_79b9_7f4a_7c15 &+ 0x9e37_79b9_7f4a_7c15
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }
}
