public import SegueTransitions

/// The schedule of a slideshow: images in sequence, with transitions between.
///
///     let show = Slideshow(imageCount: 3, hold: 2, duration: 0.8, framesPerSecond: 60, [Transitions.CrossDissolve()])
///     show.frameCount         // 1 + 3 × 120 + 2 × 48
///     show.moment(of: 121)    // the first frame between the first two images
///
/// The first frame is the first image. Each image is held for round(hold × rate) frames; a transition adds n
/// = round(duration × rate) frames, at least one: frame k of 1…n is at time k/n, so that the last is the next
/// image. Filters of a `FilteredTransition` apply to held images, too.
public struct Slideshow: Sendable {
  /// The number of images, at least 1.
  public let imageCount: Int
  /// The number of frames that hold an image.
  public let holdFrames: Int
  /// The number of frames of a transition.
  public let transitionFrames: Int
  /// The duration of a transition in seconds, for springs.
  public let duration: Double
  /// The transitions, used in turn from the first image on.
  public let transitions: [any Transition]
  /// The seed of a random choice of transitions; nil uses them in turn.
  public let seed: UInt64?

  /// The content of a frame.
  public struct Moment: Hashable, Sendable {
    /// The previous image, or the one held.
    public let image: Int
    /// The clock fraction of the transition to the next image; 0 while the image is held.
    public let time: Double
  }

  /// Makes a schedule.
  ///
  /// - Parameters:
  ///   - imageCount: The number of images, raised to at least 1.
  ///   - hold: The seconds that each image is held, at least 0.
  ///   - duration: The seconds of a transition, above 0.
  ///   - framesPerSecond: The rate, above 0.
  ///   - transitions: The transitions in turn; a cross-dissolve if empty.
  ///   - seed: The seed of a random choice instead; equal seeds give equal choices.
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

  /// The number of frames; `Int.max` on overflow.
  public var frameCount: Int {
    let (between, overflow) = (imageCount - 1).multipliedReportingOverflow(by: holdFrames + transitionFrames)
    return overflow || between > .max - 1 - holdFrames ? .max : 1 + holdFrames + between
  }

  /// The content of a frame.
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

  /// SplitMix64's output for a state; random access, for workers in any order.
  private func mixed(_ state: UInt64) -> UInt64 {
    var z = state &* 0x9e37_79b9_7f4a_7c15 &+ 0x9e37_79b9_7f4a_7c15
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }
}
