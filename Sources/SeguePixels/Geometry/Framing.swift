/// How a picture of any size becomes a frame.
///
///     let framing = Framing(size: PixelSize(width: 1280, height: 720), fit: .contain, background: .black)
///     let frame = try photo.fitted(to: framing)
public struct Framing: Hashable, Sendable {
  /// How a picture meets a frame of other proportions.
  public enum Fit: String, CaseIterable, Sendable {
    /// Fills the frame; what sticks out is cut off evenly on both sides.
    case cover
    /// Shows the whole picture; the background shows beside it.
    case contain
    /// Fills the frame exactly; the proportions change.
    case stretch
  }

  /// The frame's size in pixels; nil: that of the picture, of several the first one's.
  public var size: PixelSize?
  /// How differing proportions meet.
  public var fit: Fit
  /// Painted behind the picture, also through its transparency; nil: nothing, transparent.
  public var background: Pixel?

  /// Whether samples between two levels become one of both by a pattern of dots, so that gradients do not band: those of
  /// fitted pictures, and of files with more than 8 bits.
  public var dither: Bool
  /// In which numbers the picture is fitted, and mixed with others in the frame.
  public var light: Light

  /// Describes a frame; the picture itself, unless said otherwise.
  public init(
    size: PixelSize? = nil, fit: Fit = .cover, background: Pixel? = nil, light: Light = .gamma,
    dither: Bool = false
  ) {
    self.size = size
    self.fit = fit
    self.background = background
    self.light = light
    self.dither = dither
  }
}
