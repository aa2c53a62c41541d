// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CSegueCodecs
public import SeguePixels
public import SegueRendering

extension Formats {
  /// Animated PNG: all frames in one lossless file, with straight alpha.
  ///
  /// The duration of a frame is approximated by a fraction of two 16-bit integers, at most 65535 seconds.
  public struct APNG: AnimationFormat, Hashable {
    /// The number of times that the animation is played, 0…65535; 0 repeats it forever.
    public var loops = 0

    /// Makes the format for an animation that repeats forever.
    public init() {}

    /// Makes the format; `loops` is clamped to 0…65535.
    public init(loops: Int) { self.loops = max(0, min(65535, loops)) }

    public static let name = "apng"
    public static let extensions = ["apng"]
    public static let mediaTypes = ["image/apng"]
    public static let summary = "Animated PNG: one file of all frames, lossless, straight alpha."
    public static let parameters: [NamedParameter<APNG>] = [.loops(\.loops)]

    /// Tries pixels without alpha first, since most exports are opaque, and files without alpha are a seventh
    /// smaller than files with alpha.
    public var layouts: [PixelLayout] { [.opaque, .transparent] }
    public var headerIsWrittenLast: Bool { false }

    public func header(of animation: AnimationDescription, named name: String) throws -> [UInt8] {
      let dimensions = try segue_dimensions(
        animation.size, most: PNG.maxSide, of: Self.self, named: name)
      var output = segue_buffer()
      defer { segue_buffer_free(&output) }
      try segue_apng_header(
        &output, dimensions, animation.hasAlpha, UInt32(animation.frameCount), UInt32(loops)
      ).check(name)
      return output.bytes
    }

    public func trailer(named name: String) throws -> [UInt8] {
      var output = segue_buffer()
      defer { segue_buffer_free(&output) }
      try segue_apng_trailer(&output).check(name)
      return output.bytes
    }

    public func makeEncoder(of animation: AnimationDescription, level: SIMDLevel) -> any DifferenceEncoder {
      APNGEncoder(animation, level)
    }
  }
}

extension AnimationFormat where Self == Formats.APNG {
  /// Animated PNG, repeating forever.
  public static var apng: Formats.APNG { Formats.APNG() }
}

private final class APNGEncoder: DifferenceEncoder {
  private let animation: AnimationDescription
  private let kernels: Kernels
  private let deflater = segue_deflater_create()
  private var batches = PNGBatches()
  private var output = segue_buffer()

  init(_ animation: AnimationDescription, _ level: SIMDLevel) {
    self.animation = animation
    kernels = Kernels(level)
  }

  deinit {
    segue_deflater_free(deflater)
    segue_buffer_free(&output)
  }

  func encode(_ difference: FrameDifference, number: Int, named name: String) throws {
    guard let deflater else { throw ExportError.outOfMemory(file: name) }
    let (part, delay) = (difference.rectangle, animation.rate.delay)
    try segue_apng_begin_frame(
      deflater, &output, UInt32(number), part,
      segue_delay(numerator: delay.numerator, denominator: delay.denominator)
    ).check(name)
    let rows = PNGRows(difference.frame, kernels, part: part, alpha: animation.hasAlpha)
    try batches.filter(rows) { filtered, count, isLast in
      try segue_apng_add_rows(deflater, &output, filtered, count, isLast).check(name)
    }
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    try output.withBytes(body)
  }
}

extension FrameRate {
  /// The duration of a frame in seconds, as a fraction of two 16-bit integers, clamped to 1/65535…65535.
  ///
  /// The fraction is the last convergent, with numbers of at most 16 bits, of the exact duration's continued
  /// fraction.
  package var delay: (numerator: UInt16, denominator: UInt16) {
    guard numerator / denominator < 65535 else { return (1, 65535) }
    guard denominator / numerator < 65535 else { return (65535, 1) }
    var (before, last) = ((numerator: 0, denominator: 1), (numerator: 1, denominator: 0))
    var (dividend, divisor) = (denominator, numerator)
    while divisor != 0 {
      let whole = dividend / divisor
      let next = (
        numerator: whole * last.numerator + before.numerator,
        denominator: whole * last.denominator + before.denominator
      )
      guard max(next.numerator, next.denominator) <= 65535 else { break }
      (before, last) = (last, next)
      (dividend, divisor) = (divisor, dividend % divisor)
    }
    return (UInt16(last.numerator), UInt16(last.denominator))
  }
}
