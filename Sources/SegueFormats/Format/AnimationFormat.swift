public import SeguePixels

/// A format of animations in one file, which stores each frame as the difference from its predecessor.
public protocol AnimationFormat: FileFormat {
  /// Number of plays, 0…65535; 0 repeats forever.
  var loops: Int { get set }
  /// Pixel layouts of a file, in the order of trial: a frame that does not fit one restarts the file with the
  /// next.
  var layouts: [PixelLayout] { get }
  /// Whether the header depends on the whole file, and is rewritten at the end.
  var headerIsWrittenLast: Bool { get }
  /// Maximum frames a second, to which higher rates are thinned out evenly; nil for no limit.
  var maxFramesPerSecond: Int? { get }
  /// Makes the bytes before the first frame.
  ///
  /// - Throws: `ExportError` if the format has no animations of this size or length.
  func header(of animation: AnimationDescription, named name: String) throws -> [UInt8]
  /// Makes the bytes after the last frame.
  func trailer(named name: String) throws -> [UInt8]
  /// Makes an encoder of frames; it belongs to one thread at a time.
  func makeEncoder(of animation: AnimationDescription, level: SIMDLevel) -> any DifferenceEncoder
}

extension AnimationFormat {
  /// No limit.
  public var maxFramesPerSecond: Int? { nil }

  /// The frames of a range that a file stores, and their rate: all, or an even selection with the first and
  /// the last.
  package func frames(of range: Range<Int>, rate: FrameRate) -> (numbers: [Int], rate: FrameRate) {
    guard let most = maxFramesPerSecond, rate.perSecond > Double(most) else { return (Array(range), rate) }
    let count = max(
      min(2, range.count), Int((Double(range.count) * Double(most) / rate.perSecond).rounded()))
    let numbers = (0..<count).map { number in
      range.lowerBound + (2 * number * (range.count - 1) + count - 1) / max(1, 2 * (count - 1))
    }
    return (numbers, FrameRate(Double(most)))
  }
}

/// The pixel layout of an animation's frames.
public enum PixelLayout: Sendable {
  /// Colors without alpha.
  case opaque
  /// Colors, and alpha in frames that need it.
  case transparent
}

/// Describes a whole animation to its header and encoders.
public struct AnimationDescription: Hashable, Sendable {
  /// The size of every frame in pixels.
  public var size: PixelSize
  /// Number of frames.
  public var frameCount: Int
  /// Frames a second.
  public var rate: FrameRate
  /// Whether any frame is transparent; while encoding, whether any may be.
  public var hasAlpha: Bool
  /// The length of the file in bytes; 0 before its end.
  public var fileBytes: Int

  /// Describes an animation.
  public init(size: PixelSize, frameCount: Int, rate: FrameRate, hasAlpha: Bool, fileBytes: Int = 0) {
    (self.size, self.frameCount, self.rate) = (size, frameCount, rate)
    (self.hasAlpha, self.fileBytes) = (hasAlpha, fileBytes)
  }
}

/// Encodes frames in any order, as differences from their predecessors; belongs to one thread at a time.
public protocol DifferenceEncoder: AnyObject {
  /// Encodes a frame; its bytes are valid until the next call.
  ///
  /// - Parameters:
  ///   - difference: The frame, and the rectangle that changed.
  ///   - number: Its index in the file, from 0.
  ///   - name: The file's name in errors.
  /// - Throws: `ExportError` if memory is out or the encoder fails.
  func encode(_ difference: FrameDifference, number: Int, named name: String) throws
  /// Calls `body` with the bytes of the last encoded frame.
  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result
}
