/// The mapping of a picture of any size to a frame.
///
///     let framing = Framing(size: PixelSize(width: 1280, height: 720), fit: .contain, background: .black)
///     let frame = try photo.fitted(to: framing)
public struct Framing: Hashable, Sendable {
  /// The fit of a picture in a frame of another aspect ratio.
  public enum Fit: String, CaseIterable, Sendable {
    /// Fills the frame; cuts off what exceeds it, equally on both sides.
    case cover
    /// Shows the whole picture; the background fills the rest.
    case contain
    /// Fills the frame exactly; the aspect ratio changes.
    case stretch
  }

  /// The frame's size in pixels; nil for that of the (first) picture.
  public var size: PixelSize?
  /// The fit for other aspect ratios.
  public var fit: Fit
  /// The color behind the picture, visible through its transparency; nil for transparent.
  public var background: Pixel?

  /// Whether values between two levels are dithered by an ordered pattern, so that gradients do not band;
  /// applies to fitted pictures, and to files of more than 8 bits.
  public var dither: Bool
  /// The encoding in which the picture is resampled and mixed.
  public var light: Light

  /// Describes a frame; by default the picture itself.
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
