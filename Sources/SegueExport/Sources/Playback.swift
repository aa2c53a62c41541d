// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering
public import SeguePixels

/// The order in which frames are played: forward or backward, with holds at the ends.
///
///     Playback(hold: 2).frames(of: 3)             // 0, 0, 0, 1, 2, 2, 2
///     Playback(isBoomerang: true).frames(of: 3)   // 0, 1, 2, 1, 0
public struct Playback: Hashable, Sendable {
  /// The number of extra repetitions of the first or the last frame, each time that it is reached.
  public let hold: Int
  /// Whether frames are played from the last to the first.
  public let isReversed: Bool
  /// Whether the frames are afterwards played in the opposite direction; the frame at the turning point is
  /// played once, if not held.
  public let isBoomerang: Bool

  /// Makes an order; by default each frame is played once.
  public init(hold: Int = 0, isReversed: Bool = false, isBoomerang: Bool = false) {
    self.hold = max(0, hold)
    self.isReversed = isReversed
    self.isBoomerang = isBoomerang
  }

  private var ways: Int { isBoomerang ? 2 : 1 }

  /// Returns the number of frames played for `count` ≥ 1 frames: count + 2·hold, or 2·count − 1 + 3·hold for
  /// a boomerang.
  public func count(of count: Int) -> Int { ways * (count - 1) + 1 + (ways + 1) * hold }

  /// Returns the index of the frame played at a position, for `count` frames.
  public func frame(at position: Int, of count: Int) -> Int {
    // Each direction plays all of its frames except the last, which is the first frame of the next direction.
    // The first frame of a direction is repeated for the hold.
    let period = hold + count - 1
    guard period > 0 else { return 0 }
    let way = min(position / period, ways)
    let step = max(0, position - way * period - hold)
    return (way % 2 == 1) == isReversed ? step : count - 1 - step
  }

  /// Returns the indices of all frames in the order in which they are played, for `count` frames of a source.
  public func frames(of count: Int) -> [Int] {
    (0..<self.count(of: count)).map { frame(at: $0, of: count) }
  }
}

/// The frames of another source, in the order of a playback.
///
/// The first and the last frame of a transition are its input pictures, so repeating these frames renders
/// nothing.
public struct PlayedFrames: FrameSource {
  /// The source of the frames.
  public let source: any FrameSource
  /// The order in which the frames are played.
  public let playback: Playback

  /// Makes the frames of a source in another order.
  public init(_ source: some FrameSource, _ playback: Playback) {
    self.source = source
    self.playback = playback
  }

  public var count: Int { playback.count(of: source.count) }
  public var size: PixelSize { source.size }
  public var level: SIMDLevel { source.level }

  public func rows(of index: Int) throws -> any RowSource {
    try source.rows(of: playback.frame(at: index, of: source.count))
  }
}
