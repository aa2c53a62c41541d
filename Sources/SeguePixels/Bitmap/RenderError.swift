public import SegueErrors

/// An error in making a bitmap or rendering a frame.
public struct RenderError: SegueError, Hashable {
  /// The kind of error, whose name begins with `render`.
  public let code: ErrorCode
  /// One sentence without a full stop.
  public let message: String
  /// The size in pixels of a bitmap or frame, if this size is invalid, is above the limit, or does not fit
  /// the memory; nil for other errors.
  public let size: PixelSize?

  private init(_ code: ErrorCode, _ message: String, size: PixelSize? = nil) {
    (self.code, self.message, self.size) = (code, message, size)
  }

  /// A side is below 1, or the pixels do not fit the address space.
  public static func invalidSize(_ size: PixelSize) -> Self {
    Self(.renderInvalidSize, "a bitmap cannot be \(size) pixels", size: size)
  }

  /// The system has no memory for a bitmap of this size.
  public static func outOfMemory(_ size: PixelSize) -> Self {
    Self(.renderOutOfMemory, "there is not enough memory for a bitmap of \(size) pixels", size: size)
  }

  /// A frame has more pixels than `Limits.maxFramePixels`.
  public static func tooLarge(_ size: PixelSize, limit: Int) -> Self {
    let count = size.pixelCount.map { "\($0)" } ?? "too many"
    return Self(
      .renderTooLarge, "a frame of \(size) has \(count) pixels, above the limit of \(limit)", size: size)
  }

  /// Rendering took longer than `Limits.maxSeconds`.
  public static func outOfTime(limit seconds: Double) -> Self {
    Self(.renderOutOfTime, "rendering takes longer than the limit of \(seconds) s")
  }

  /// The queue of a `RenderPool` is full, so a further call cannot wait.
  public static func busy(waiting count: Int) -> Self {
    Self(.renderBusy, "the pool has no room: its limit is \(count) waiting calls")
  }

  /// The system refuses to start a thread for a `RenderPool`.
  public static func noThread() -> Self { Self(.renderBusy, "the system starts no further thread") }

  /// Two bitmaps of a blend have different sizes.
  public static func sizesDiffer(_ a: PixelSize, _ b: PixelSize) -> Self {
    Self(.renderSizesDiffer, "bitmaps of \(a) and \(b) pixels cannot be blended; fit one to the other")
  }

  /// A frame cannot be rendered; the text gives the reason.
  public static func unrenderable(_ reason: String) -> Self { Self(.renderUnrenderable, reason) }

  /// The number of raw bytes or samples does not match the bitmap's size.
  public static func wrongByteCount(_ count: Int, _ size: PixelSize, pixelBytes: Int = 4) -> Self {
    Self(
      .renderWrongByteCount,
      "\(count) \(count == 1 ? "byte is" : "bytes are") not the pixels of a bitmap of \(size), \(pixelBytes) each"
    )
  }

  /// A raw premultiplied pixel has a color above its alpha.
  public static func notPremultiplied(x: Int, y: Int) -> Self {
    Self(
      .renderNotPremultiplied, "the pixel at \(x), \(y) is not premultiplied: a color is above its alpha")
  }
}
