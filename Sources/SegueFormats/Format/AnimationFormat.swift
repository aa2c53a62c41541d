public import SeguePixels

/// A format of moving pictures in one file, each frame as its difference from the one before.
public protocol AnimationFormat: FileFormat {
  /// How often it is played, 0…65535; 0: for ever.
  var loops: Int { get set }
  /// The layouts of pixels that a file may have, in the order they are tried: a frame that does not fit one makes the
  /// file start again with the next.
  var layouts: [PixelLayout] { get }
  /// Whether the header says something of the whole file, and is written over when all else is.
  var headerIsWrittenLast: Bool { get }
  /// How many frames a second a file has at most; of more, some are left out. Nil where any rate is shown as it is.
  var mostFramesPerSecond: Int? { get }
  /// The bytes before the first frame.
  ///
  /// - Throws: `ExportError` where the format has no animations of this size or length.
  func header(of animation: AnimationDescription, named name: String) throws -> [UInt8]
  /// The bytes after the last frame.
  func trailer(named name: String) throws -> [UInt8]
  /// Makes an encoder of frames, for one thread at a time.
  func makeEncoder(of animation: AnimationDescription, level: SIMDLevel) -> any DifferenceEncoder
}

extension AnimationFormat {
  /// Any rate.
  public var mostFramesPerSecond: Int? { nil }

  /// The frames of a range that a file has, and how many it shows a second: all of them, or evenly chosen ones, the
  /// first and the last among them.
  package func frames(of range: Range<Int>, rate: FrameRate) -> (numbers: [Int], rate: FrameRate) {
    guard let most = mostFramesPerSecond, rate.perSecond > Double(most) else { return (Array(range), rate) }
    let count = max(
      min(2, range.count), Int((Double(range.count) * Double(most) / rate.perSecond).rounded()))
    let numbers = (0..<count).map { number in
      range.lowerBound + (2 * number * (range.count - 1) + count - 1) / max(1, 2 * (count - 1))
    }
    return (numbers, FrameRate(Double(most)))
  }
}

/// What pixels of an animation's frames have.
public enum PixelLayout: Sendable {
  /// Colors only.
  case opaque
  /// Colors and transparency, where a frame has any.
  case transparent
}

/// What a file of moving pictures says of all its frames.
public struct AnimationDescription: Hashable, Sendable {
  /// The size of every frame in pixels.
  public var size: PixelSize
  /// How many frames there are.
  public var frameCount: Int
  /// How many are shown a second.
  public var rate: FrameRate
  /// Whether any frame is transparent; before the end, whether any may be.
  public var hasAlpha: Bool
  /// Bytes of the whole file; 0 before its end.
  public var fileBytes: Int

  /// Describes an animation.
  public init(size: PixelSize, frameCount: Int, rate: FrameRate, hasAlpha: Bool, fileBytes: Int = 0) {
    (self.size, self.frameCount, self.rate) = (size, frameCount, rate)
    (self.hasAlpha, self.fileBytes) = (hasAlpha, fileBytes)
  }
}

/// Encodes frames as differences from the ones before, in any order; belongs to one thread at a time.
public protocol DifferenceEncoder: AnyObject {
  /// Encodes a frame; its bytes stand until the next.
  ///
  /// - Parameters:
  ///   - difference: The frame, and where it differs from the one before.
  ///   - number: Its place in the file, from 0.
  ///   - name: What errors call the file.
  /// - Throws: `ExportError` where memory is out or the encoder fails.
  func encode(_ difference: FrameDifference, number: Int, named name: String) throws
  /// Calls `body` with the bytes of the last frame.
  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result
}
