/// Options of image decoding, with limits that apply before memory is allocated.
///
///     let raw = try Bitmap(contentsOf: "photo.jpg", options: DecodeOptions(color: .ignore))
public struct DecodeOptions: Sendable {
  /// The treatment of a file's color information.
  public enum Color: String, CaseIterable, Sendable {
    /// Converts colors to sRGB, by the file's profile.
    case convert
    /// Reads values as sRGB, whatever the file declares.
    case ignore
  }

  /// The largest number of pixels of an image.
  public var maxPixels: Int
  /// The treatment of a file's color information.
  public var color: Color
  /// Whether the `ffmpeg` of the PATH may run, for formats that it alone reads, such as PSD.
  ///
  /// False for files of strangers.
  public var programs: Bool
  /// Called with a warning, one sentence with the file's name, if a file lacks something that can be done
  /// without; from any thread.
  ///
  /// Samples of more than 8 bits are warned of once for options and their copies.
  public var warn: (@Sendable (String) -> Void)?

  /// Lets one decode warn of samples of more than 8 bits; nil: none warns.
  package var depthWarning: Once? = Once()

  /// The index of the picture, in files with several.
  package var page: UInt32 = 0

  /// The frame for which the picture is decoded, if known: a much larger picture may be decoded at a reduced
  /// size, and 16 bits are kept until it is fitted.
  package var framing: Framing?

  /// Makes options; the defaults allow 100 million pixels, convert colors and run no program.
  public init(
    maxPixels: Int = 100_000_000, color: Color = .convert, programs: Bool = false,
    warn: (@Sendable (String) -> Void)? = nil
  ) {
    self.maxPixels = maxPixels
    self.color = color
    self.programs = programs
    self.warn = warn
  }

  /// Whether 16-bit samples are kept until the picture is fitted.
  package func keepsWords(of size: PixelSize) -> Bool {
    framing.map { $0.dither || $0.size ?? size != size } ?? false
  }

  /// Warns once that a file has samples of more than 8 bits.
  package func warnOfDepth(of name: String) {
    guard let warn, let depthWarning, depthWarning.take() else { return }
    warn("\(name): it has more than 8 bits a channel, which become 8; said of the first such image alone")
  }

  /// These options for a picture of numbers rather than colors.
  package var ofNumbers: DecodeOptions {
    var options = self
    options.color = .ignore
    options.depthWarning = nil
    return options
  }

  /// The largest size of a file: no reasonable encoder needs twice the raw 16-bit samples.
  package var maxFileBytes: Int {
    let (samples, overflow) = maxPixels.multipliedReportingOverflow(by: 16)
    return overflow || samples > .max - 1 << 24 ? .max : samples + 1 << 24
  }
}

extension DecodeOptions: Hashable {
  /// Whether both decode alike; `warn` is ignored.
  public static func == (a: DecodeOptions, b: DecodeOptions) -> Bool {
    a.maxPixels == b.maxPixels && a.color == b.color && a.programs == b.programs && a.page == b.page
      && a.framing == b.framing
  }

  /// Hashes the options except `warn`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(maxPixels)
    hasher.combine(color)
    hasher.combine(programs)
    hasher.combine(page)
    hasher.combine(framing)
  }
}
