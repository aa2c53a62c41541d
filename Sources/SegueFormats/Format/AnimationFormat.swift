public import SeguePixels

/// A format that stores an animation in one file, and each frame as the difference from the previous frame.
public protocol AnimationFormat: FileFormat {
  /// The number of times that the animation is played, 0…65535; 0 repeats it forever.
  var loops: Int { get set }
  /// The possible pixel layouts of a file, in the order in which they are tried.
  ///
  /// If a frame does not fit a layout, the file is begun again with the next layout.
  var layouts: [PixelLayout] { get }
  /// Whether the header depends on the whole file, and so is rewritten at the end.
  var headerIsWrittenLast: Bool { get }
  /// The maximum frame rate; at higher rates, frames are dropped evenly.
  ///
  /// Nil if the frame rate is not limited.
  var maxFramesPerSecond: Int? { get }
  /// Up to three variants of the format with lower quality, for smaller files, in order of falling quality.
  ///
  /// Empty for a format without an option that lowers the quality.
  var reductions: [AnimationReduction] { get }
  /// Makes the bytes before the first frame.
  ///
  /// - Throws: `ExportError` if the format does not allow the frame size or the length of the file, or if
  ///   memory is exhausted.
  func header(of animation: AnimationDescription, named name: String) throws -> [UInt8]
  /// Makes the bytes after the last frame.
  func trailer(named name: String) throws -> [UInt8]
  /// Makes an encoder, which only one thread at a time may use.
  func makeEncoder(of animation: AnimationDescription, level: SIMDLevel) -> any DifferenceEncoder
}

extension AnimationFormat {
  /// Nil: the format does not limit the frame rate.
  public var maxFramesPerSecond: Int? { nil }
  /// Empty: the format has no option that lowers the quality.
  public var reductions: [AnimationReduction] { [] }

  /// Returns the frames of `range` that are stored in the file, and their rate.
  ///
  /// If `rate` exceeds `maxFramesPerSecond`, the result has evenly spaced frames, including the first and the
  /// last; otherwise all frames.
  package func frames(of range: Range<Int>, rate: FrameRate) -> (numbers: [Int], rate: FrameRate) {
    guard let most = maxFramesPerSecond, rate.perSecond > Double(most) else { return (Array(range), rate) }
    let count = max(
      min(2, range.count), Int((Double(range.count) * Double(most) / rate.perSecond).rounded()))
    return (range.spread(count), FrameRate(Double(most)))
  }
}

extension Range<Int> {
  /// Returns `count` evenly spaced numbers of the range, including its first and last numbers.
  package func spread(_ count: Int) -> [Int] {
    (0..<count).map { number in
      lowerBound + (2 * number * (self.count - 1) + count - 1) / Swift.max(1, 2 * (count - 1))
    }
  }
}

/// An animation format with an option set to a lower quality.
public struct AnimationReduction: Sendable {
  /// The format with the option set to `value`.
  public var format: any AnimationFormat
  /// The name of the option that lowers the quality, such as `colors`.
  public var key: String
  /// The value of the option.
  public var value: Int

  /// Makes a reduction from a format in which the option `key` has the given value.
  public init(_ format: any AnimationFormat, key: String, value: Int) {
    (self.format, self.key, self.value) = (format, key, value)
  }
}

/// The pixel layout of all frames in an animation.
public enum PixelLayout: Sendable {
  /// RGB without alpha.
  case opaque
  /// RGBA; a format that stores alpha frame by frame may store opaque frames as RGB.
  case transparent
}

/// The properties of a whole animation, for its header and encoders.
public struct AnimationDescription: Hashable, Sendable {
  /// The size of every frame in pixels.
  public var size: PixelSize
  /// The number of frames.
  public var frameCount: Int
  /// The frame rate.
  public var rate: FrameRate
  /// Whether any frame is transparent; before all frames are encoded, whether any frame may be transparent.
  public var hasAlpha: Bool
  /// The length of the file in bytes, for a header that is written last; 0 while the length is unknown.
  public var fileBytes: Int

  /// Makes a description; `fileBytes` is known only after the last frame.
  public init(size: PixelSize, frameCount: Int, rate: FrameRate, hasAlpha: Bool, fileBytes: Int = 0) {
    (self.size, self.frameCount, self.rate) = (size, frameCount, rate)
    (self.hasAlpha, self.fileBytes) = (hasAlpha, fileBytes)
  }
}

/// Encodes frames, in any order, as differences from the previous frame.
///
/// Only one thread at a time may use an encoder.
public protocol DifferenceEncoder: AnyObject {
  /// Encodes a frame; the bytes are valid until the next call.
  ///
  /// - Parameters:
  ///   - difference: The frame, and the rectangle that has changed.
  ///   - number: The index of the frame in the file, from 0.
  ///   - name: The name of the file for error messages.
  /// - Throws: `ExportError` if memory is exhausted or the encoder fails.
  func encode(_ difference: FrameDifference, number: Int, named name: String) throws
  /// Calls `body` with the bytes of the last encoded frame.
  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result
}
