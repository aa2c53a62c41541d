/// Options of image decoding, with limits that are checked before memory is allocated.
///
///     let raw = try Bitmap(contentsOf: "photo.jpg", options: DecodeOptions(color: .ignore))
public struct DecodeOptions: Sendable {
  /// The treatment of a file's color profile.
  public enum Color: String, CaseIterable, Sendable {
    /// Converts colors from the file's profile to sRGB.
    case convert
    /// Takes the values as sRGB, regardless of the color space that the file declares.
    case ignore
  }

  /// The limits of a request; decoding applies the limits for images.
  public var limits: Limits
  /// The treatment of a file's color profile.
  public var color: Color
  /// The type of the samples of decoded bitmaps; nil for the type of each file's samples.
  ///
  /// With `eight`, the default, deeper samples are rounded. With a deeper type, samples of 8 bits are
  /// converted without a change of their values.
  public var depth: SampleDepth? = .eight
  /// Receives warnings, for example of a damaged color profile that is ignored.
  ///
  /// A warning is one sentence with the file's name; the function may be called on any thread.
  ///
  /// The warning about samples with more than 8 bits is given only once for these options and their copies.
  public var warn: (@Sendable (String) -> Void)?

  /// The state for the single warning about samples with more than 8 bits; nil suppresses the warning.
  package var depthWarning: Once? = Once()

  /// Whether a file with samples of more than 8 bits is an error instead of a warning.
  package var refusesReduction = false

  /// The index of the picture in a file with several pictures.
  package var page: UInt32 = 0

  /// The frame to which the picture will be fitted, if known.
  ///
  /// With a frame, a much larger picture may be decoded at a reduced size, and 16-bit samples are kept until
  /// the picture is fitted.
  package var framing: Framing?

  /// Makes options; by default up to 100 million pixels, with color conversion, and without running programs.
  public init(
    maxPixels: Int = 100_000_000, color: Color = .convert, programs: Bool = false,
    warn: (@Sendable (String) -> Void)? = nil
  ) {
    self.init(limits: Limits(maxPixels: maxPixels, programs: programs), color: color, warn: warn)
  }

  /// Makes options with limits.
  ///
  ///     let small = DecodeOptions(limits: Limits(maxPixels: 20_000_000))
  public init(limits: Limits, color: Color = .convert, warn: (@Sendable (String) -> Void)? = nil) {
    (self.limits, self.color, self.warn) = (limits, color, warn)
  }

  /// The maximum number of pixels of an image: `limits.maxPixels`.
  public var maxPixels: Int {
    get { limits.maxPixels }
    set { limits.maxPixels = newValue }
  }

  /// Whether the `ffmpeg` that is found on the PATH may be run for formats that only ffmpeg decodes:
  /// `limits.programs`.
  public var programs: Bool {
    get { limits.programs }
    set { limits.programs = newValue }
  }

  /// Whether 16-bit samples of a picture are kept until the picture is fitted.
  package func keepsWords(of size: PixelSize) -> Bool {
    depth != .eight || framing.map { $0.dither || $0.size ?? size != size } ?? false
  }

  /// Warns, once for these options and all their copies, that a file has samples of more than 8 bits.
  package func warnOfDepth(of name: String) {
    guard depth == .eight, let warn, let depthWarning, depthWarning.take() else { return }
    warn("\(name): more than 8 bits a channel are reduced to 8; further such images are not reported")
  }

  /// The options for a picture whose pixels are numbers rather than colors, such as a displacement map.
  package var ofNumbers: DecodeOptions {
    var options = self
    options.color = .ignore
    options.depthWarning = nil
    options.depth = .eight
    return options
  }

  /// The maximum size of a file in bytes: 16 bytes (twice the size of raw 16-bit RGBA) for each of
  /// `maxPixels` pixels, plus 16 MiB.
  ///
  /// No reasonable encoder needs more.
  package var maxFileBytes: Int {
    let (samples, overflow) = maxPixels.multipliedReportingOverflow(by: 16)
    return overflow || samples > .max - 1 << 24 ? .max : samples + 1 << 24
  }
}

extension DecodeOptions: Hashable {
  /// Whether two options give the same decoded pictures; `warn` is not compared.
  public static func == (a: DecodeOptions, b: DecodeOptions) -> Bool {
    a.limits == b.limits && a.color == b.color && a.page == b.page && a.framing == b.framing
      && a.depth == b.depth
  }

  /// Hashes all options but `warn`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(limits)
    hasher.combine(color)
    hasher.combine(page)
    hasher.combine(framing)
    hasher.combine(depth)
  }
}
