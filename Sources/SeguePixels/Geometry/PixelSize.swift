/// The width and height of a bitmap or a frame, in pixels.
///
///     let size = PixelSize(width: 640, height: 360)
///     let framing = Framing(size: .fullHD)
///
/// Any integers are allowed; `Bitmap` throws for sizes that are not valid.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int

  /// Makes a size from a width and a height in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// 1280 × 720 pixels, named `720p` in text.
  public static let hd = PixelSize(width: 1280, height: 720)
  /// 1920 × 1080 pixels, named `1080p` in text.
  public static let fullHD = PixelSize(width: 1920, height: 1080)
  /// 3840 × 2160 pixels, named `uhd` or `4k` in text.
  public static let uhd = PixelSize(width: 3840, height: 2160)

  /// The sizes that have a name in text: `720p`, `1080p`, `4k` and `uhd`.
  public static let named: [(name: String, size: PixelSize)] = [
    ("720p", .hd), ("1080p", .fullHD), ("4k", .uhd), ("uhd", .uhd),
  ]

  /// Parses the form `1920x1080` or a name such as `720p`; nil for other texts and for sides below 1.
  ///
  ///     let size = PixelSize("uhd")  // 3840x2160
  public init?(_ text: some StringProtocol) {
    if let (_, size) = Self.named.first(where: { $0.name == text.lowercased() }) {
      self = size
      return
    }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]), width > 0, height > 0
    else { return nil }
    self.init(width: width, height: height)
  }

  /// The size in the form `1920x1080`.
  public var description: String { "\(width)x\(height)" }

  /// Width times height; nil on overflow.
  public var pixelCount: Int? {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? nil : count
  }

  /// The size with width and height exchanged.
  package var turned: PixelSize { PixelSize(width: height, height: width) }

  /// Returns the size with the given width and the same aspect ratio; the height is rounded, at least 1.
  package func scaled(toWidth width: Int) -> PixelSize {
    PixelSize(width: width, height: Self.side(width, times: height, over: self.width))
  }

  /// Returns the size with the given height and the same aspect ratio; the width is rounded, at least 1.
  package func scaled(toHeight height: Int) -> PixelSize {
    PixelSize(width: Self.side(height, times: width, over: self.height), height: height)
  }

  private static func side(_ side: Int, times a: Int, over b: Int) -> Int {
    max(1, Int(min(1e9, (Double(side) * Double(a) / Double(b)).rounded())))
  }
}
