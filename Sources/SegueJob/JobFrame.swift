import SegueFormats
package import SeguePixels
import SegueRendering

extension Job {
  /// The frame of a job, and the fit of its pictures; values are text as in the command's options.
  public struct Frame: Hashable, Sendable {
    /// The frame size, such as `1280x720` or `4k`; nil for the first picture's size.
    public var size: String?
    /// The fit of pictures in the frame; nil for `cover`.
    public var fit: String?
    /// The color behind the pictures; nil for transparent.
    public var background: String?
    /// The values in which pictures are mixed: `linear` light, or `gamma`, the stored values; nil for
    /// `gamma`.
    public var light: String?
    /// Whether rounding to 8 bits is dithered, for resampled pictures and pictures of 16 bits.
    public var dither = false

    /// Makes a frame of the first picture's size.
    public init() {}
  }
}

extension Job.Frame {
  /// Parses the values, and checks the size.
  ///
  /// - Parameter options: The options, whose limits the frame size must not exceed.
  /// - Returns: The framing.
  /// - Throws: `JobError` with the key of the invalid value.
  package func framing(_ options: DecodeOptions = DecodeOptions()) throws(JobError) -> Framing {
    let framing = try parsed()
    let maxPixels = min(options.maxPixels, options.limits.maxFramePixels)
    if let size = framing.size, size.pixelCount.map({ $0 > maxPixels }) ?? true {
      throw JobError("size", "\(size) is more than \(maxPixels) pixels")
    }
    return framing
  }

  /// Parses the values; the size may have any number of pixels.
  func parsed() throws(JobError) -> Framing {
    var framing = Framing()
    framing.size = try read("size", size, "a frame size is width and height in pixels, such as 1280x720") {
      PixelSize($0)
    }
    let fits = Framing.Fit.allCases.map(\.rawValue).alternatives
    framing.fit = try read("fit", fit, "a fit is one of \(fits)") { .init(rawValue: $0) } ?? .cover
    framing.background = try read("background", background, "a background is #rrggbb[aa] or a CSS name") {
      Pixel($0)
    }
    let lights = Light.allCases.map(\.rawValue).alternatives
    framing.light = try read("light", light, "light is one of \(lights)") { .init(rawValue: $0) } ?? .gamma
    framing.dither = dither
    return framing
  }
}

/// Parses a text; for an invalid text, throws an error that quotes its first 80 characters.
func read<Value>(
  _ key: String, _ text: String?, _ expected: String, _ read: (String) -> Value?
) throws(JobError) -> Value? {
  guard let text else { return nil }
  guard let value = read(text) else { throw JobError(key, sentence: "\(expected), not '\(text.prefix(80))'") }
  return value
}
