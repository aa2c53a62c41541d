// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering
public import SeguePixels
public import SegueTransitions

/// A source of numbered frames, which can be rendered in any order.
public protocol FrameSource: Sendable {
  /// The number of frames; indices start at 0.
  var count: Int { get }
  /// The size of every frame in pixels.
  var size: PixelSize { get }
  /// The SIMD level of the kernels.
  var level: SIMDLevel { get }
  /// Makes the row source of a frame; rows are rendered when read.
  ///
  /// - Throws: `RenderError` if memory is exhausted; `FileError` or `ImageError` if a picture cannot be read.
  func rows(of index: Int) throws -> any RowSource
}

/// A source whose frames are cheap only in rising order, such as frames of a video.
package protocol SequentialFrames: FrameSource {
  /// Whether frames of this source are cheap only in rising order; false if none of its inputs is a video.
  var hasVideo: Bool { get }
  /// The command lines of the programs that decode the frames from the first one on.
  var commandLines: [[String]] { get }
}

/// A source that changes the frames of another source.
package protocol WrappedFrames: FrameSource {
  /// The source of the frames.
  var source: any FrameSource { get }
}

extension SequentialFrames {
  package var hasVideo: Bool { true }
}

extension FrameSource {
  /// Whether frames are cheap only in rising order.
  package var isSequential: Bool { sequential?.hasVideo ?? false }

  /// The source as `SequentialFrames`, without wrappers such as `OpaqueFrames`; nil if it is not sequential.
  package var sequential: (any SequentialFrames)? {
    (self as? any WrappedFrames)?.source.sequential ?? self as? any SequentialFrames
  }
}

/// The frames of a single transition.
public struct TransitionFrames: FrameSource {
  /// The renderer of the transition.
  public let renderer: TransitionRenderer
  /// The times of the frames.
  public let times: FrameTimes
  private let sequence: FrameSequence

  /// Makes the frames of a transition at the given times.
  ///
  /// For effects that keep state, the frames form a sequence: each frame may depend on all earlier frames.
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

/// The frames of a chain between two pictures, at given times.
///
///     let frames = try ChainFrames(.from --> Pixellate(fraction: 0.1 * .progress), from: photo)
///     try await Exporter(frames).export(to: .file("blocks.mp4"))
public struct ChainFrames: FrameSource {
  /// The chain that is rendered at each time.
  public let chain: Chain
  /// The times of the frames, which are also their progress.
  public let times: FrameTimes
  public let level: SIMDLevel
  public let size: PixelSize
  private let from: Bitmap
  private let to: Bitmap
  private let sequence: FrameSequence

  /// Makes the frames of a chain.
  ///
  /// - Parameters:
  ///   - chain: The chain.
  ///   - from: The picture of `.from`.
  ///   - to: The picture of `.to`; nil for the same as `from`.
  ///   - times: The progress of each frame.
  ///   - level: The SIMD level; the frames do not depend on it.
  /// - Throws: `RenderError` if the two pictures of a blend differ in size.
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
  /// Makes the sequence of frames at the given times.
  fileprivate convenience init(_ times: FrameTimes, of timing: Timing) {
    let interval = times.count > 1 ? times[1] * timing.duration : 1 / FrameSequence.usualRate
    self.init(interval: interval) { timing.moment(at: times[$0]) }
  }
}
