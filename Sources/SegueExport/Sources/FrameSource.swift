// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
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
  /// - Throws: `RenderError` if memory is exhausted; `FileError` or `ImageError` where a picture that the frame needs cannot
  ///   be read.
  func rows(of index: Int) throws -> any RowSource
}

/// The frames of one transition.
public struct TransitionFrames: FrameSource {
  /// What renders the frames.
  public let renderer: TransitionRenderer
  /// When each frame is taken.
  public let times: FrameTimes
  private let sequence: FrameSequence

  /// Takes frames of a transition at some times.
  ///
  /// They are one after another to effects that keep something from frame to frame: each depends on all before it.
  public init(_ renderer: TransitionRenderer, times: FrameTimes) {
    self.renderer = renderer
    self.times = times
    sequence = FrameSequence(times, of: renderer.timing)
  }

  public var count: Int { times.count }
  public var size: PixelSize { renderer.size }
  public var level: SIMDLevel { renderer.level }

  public func rows(of index: Int) throws -> any RowSource {
    try renderer.rows(at: sequence.moment(of: index))
  }
}

/// The frames of a plain chain between two snapshots, each at its time.
///
///     let frames = try ChainFrames(.from --> Pixellate(fraction: 0.1 * .progress), from: photo)
///     try await Exporter(frames).export(to: .file("blocks.mp4"))
public struct ChainFrames: FrameSource {
  /// What makes the frames.
  public let chain: Chain
  /// When each frame is taken: its progress.
  public let times: FrameTimes
  public let level: SIMDLevel
  public let size: PixelSize
  private let from: Bitmap
  private let to: Bitmap
  private let sequence: FrameSequence

  /// Takes frames of a chain.
  ///
  /// - Parameters:
  ///   - chain: What makes the frames.
  ///   - from: What `.from` stands for.
  ///   - to: What `.to` stands for; nil: `from`.
  ///   - times: The progress of each frame.
  ///   - level: The instruction set; the frames do not depend on it.
  /// - Throws: `RenderError` if two pictures that meet in a blend differ in size.
  public init(
    _ chain: Chain, from: Bitmap, to: Bitmap? = nil, times: FrameTimes = FrameTimes(frames: 61),
    level: SIMDLevel = .preferred
  ) throws(RenderError) {
    (self.chain, self.times, self.level, self.from, self.to) = (chain, times, level, from, to ?? from)
    sequence = FrameSequence(times, of: Timing())
    size = try chain.rows(from: from, to: to ?? from, at: 0.5).size
  }

  public var count: Int { times.count }

  public func rows(of index: Int) throws -> any RowSource {
    try chain.rows(from: from, to: to, at: sequence.moment(of: index))
  }
}

extension FrameSequence {
  /// The frames at some times.
  fileprivate convenience init(_ times: FrameTimes, of timing: Timing) {
    let interval = times.count > 1 ? times[1] * timing.duration : 1 / FrameSequence.usualRate
    self.init(interval: interval) { timing.moment(at: times[$0]) }
  }
}
