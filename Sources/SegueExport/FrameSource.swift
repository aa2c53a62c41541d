public import SegueRendering
public import SeguePixels
public import SegueTransitions

/// Numbered frames that any worker can render, in any order.
public protocol FrameSource: Sendable {
  /// How many there are, numbered from 0.
  var count: Int { get }
  /// The size of every frame in pixels.
  var size: PixelSize { get }
  /// The level of the kernels.
  var level: SIMDLevel { get }
  /// The rows of a frame, rendered when they are read.
  ///
  /// - Throws: `RenderError` where memory is out; `FileError` or `ImageError` where a picture that the frame needs cannot be read.
  func rows(of index: Int) throws -> any RowSource
}

/// The frames of one transition.
public struct TransitionFrames: FrameSource {
  /// What renders the frames.
  public let renderer: TransitionRenderer
  /// When each frame is taken.
  public let times: FrameTimes

  /// Takes frames of a transition at some times.
  public init(_ renderer: TransitionRenderer, times: FrameTimes) {
    self.renderer = renderer
    self.times = times
  }

  public var count: Int { times.count }
  public var size: PixelSize { renderer.size }
  public var level: SIMDLevel { renderer.level }

  public func rows(of index: Int) throws -> any RowSource {
    try renderer.rows(at: renderer.progress(atTime: times[index]))
  }
}
