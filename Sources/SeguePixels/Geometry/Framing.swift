/// The way a picture of any size is brought to the size of a frame.
///
///     let framing = Framing(size: PixelSize(width: 1280, height: 720), fit: .contain, background: .black)
///     let frame = try photo.fitted(to: framing)
public struct Framing: Hashable, Sendable {
  /// The treatment of a picture whose aspect ratio differs from the frame's.
  public enum Fit: String, CaseIterable, Sendable {
    /// Fills the frame and keeps the aspect ratio; crops the picture equally on both sides.
    case cover
    /// Shows the whole picture and keeps the aspect ratio; the background fills the borders.
    case contain
    /// Fills the frame by stretching the picture; the aspect ratio changes.
    case stretch
    /// Shows the whole picture and keeps the aspect ratio; the blurred picture itself fills the borders.
    case blur
  }

  /// Returns the size of the reduced picture from which `Fit.blur` makes borders: the longer side has at most
  /// 48 pixels.
  package static func blurredSize(of frame: PixelSize) -> PixelSize {
    let scale = min(1, 48 / Double(max(frame.width, frame.height, 1)))
    func side(_ value: Int) -> Int { max(1, Int((Double(value) * scale).rounded())) }
    return PixelSize(width: side(frame.width), height: side(frame.height))
  }

  /// The frame's size in pixels; nil for the size of the picture or, in a transition, of the first picture.
  public var size: PixelSize?
  /// The treatment of a picture whose aspect ratio is not the frame's.
  public var fit: Fit
  /// The color behind the picture, which is visible through transparent pixels and in borders; nil for none.
  public var background: Pixel?

  /// Whether rounding to 8 bits is dithered by an ordered pattern, against banding in gradients.
  ///
  /// Dithering applies to resampled pictures and to files of more than 8 bits.
  public var dither: Bool
  /// The transfer function of the values that are resampled and mixed: sRGB or linear.
  public var light: Light

  /// Makes a framing; by default, the picture is unchanged.
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
