/// How image files are decoded, and what is refused before memory is taken.
///
///     let raw = try Bitmap(contentsOf: "photo.jpg", options: DecodeOptions(color: .ignore))
public struct DecodeOptions: Sendable {
  /// What is done with what a file says of its colors.
  public enum Color: String, CaseIterable, Sendable {
    /// Colors become sRGB's, by the file's profile.
    case convert
    /// Values are taken as sRGB's, whatever the file says.
    case ignore
  }

  /// The most pixels an image may have.
  public var maxPixels: Int
  /// What is done with what a file says of its colors.
  public var color: Color
  /// Whether the `ffmpeg` of the PATH may be started for formats that it alone reads, such as PSD: false where files come from
  /// strangers.
  public var programs: Bool
  /// Is told of what a file lacks and the picture does without, in one sentence that names the file; from any thread.
  ///
  /// Samples of more than 8 bits, which a picture has not, are told of once for options and their copies.
  public var warn: (@Sendable (String) -> Void)?

  /// Who tells of samples of more than 8 bits has to take it; nil: nobody tells.
  package var depthWarning: Once? = Once()

  /// Which picture of a file that has several, from 0 on.
  package var page: UInt32 = 0

  /// The frame that a picture is for, where that is known: a picture that is much larger may be decoded smaller, and 16 bits
  /// stay until it is fitted.
  package var framing: Framing?

  /// Allows images of up to 100 million pixels, converts their colors and starts no program, unless said otherwise.
  public init(
    maxPixels: Int = 100_000_000, color: Color = .convert, programs: Bool = false,
    warn: (@Sendable (String) -> Void)? = nil
  ) {
    self.maxPixels = maxPixels
    self.color = color
    self.programs = programs
    self.warn = warn
  }

  /// Whether samples of 16 bits are kept until the picture is fitted, and rounded there.
  package func keepsWords(of size: PixelSize) -> Bool {
    framing.map { $0.dither || $0.size ?? size != size } ?? false
  }

  /// Tells, where nobody has, that a file has samples of more than 8 bits.
  package func warnOfDepth(of name: String) {
    guard let warn, let depthWarning, depthWarning.take() else { return }
    warn("\(name): it has more than 8 bits a channel, which become 8; said of the first such image alone")
  }

  /// The same of a picture whose values are numbers rather than colors.
  package var ofNumbers: DecodeOptions {
    var options = self
    options.color = .ignore
    options.depthWarning = nil
    return options
  }

  /// The most bytes a file may have: no sound encoder needs twice an image's raw 16-bit samples.
  package var maxFileBytes: Int {
    let (samples, overflow) = maxPixels.multipliedReportingOverflow(by: 16)
    return overflow || samples > .max - 1 << 24 ? .max : samples + 1 << 24
  }
}

extension DecodeOptions: Hashable {
  /// Whether both decode alike; who is told of what is missing does not count.
  public static func == (a: DecodeOptions, b: DecodeOptions) -> Bool {
    a.maxPixels == b.maxPixels && a.color == b.color && a.programs == b.programs && a.page == b.page
      && a.framing == b.framing
  }

  /// Hashes how files are decoded.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(maxPixels)
    hasher.combine(color)
    hasher.combine(programs)
    hasher.combine(page)
    hasher.combine(framing)
  }
}
