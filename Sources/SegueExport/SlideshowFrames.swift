import SegueFiles
import SegueFormats
public import SegueRendering
public import SeguePixels
import SegueTransitions

/// The frames of a slideshow, from image files that are decoded when they are needed.
///
/// Memory: at most four images, fitted to the frame, whatever their number: the two that a frame shows, the next one,
/// which is decoded in the background meanwhile, and one for workers that are still behind. Frames may be rendered in
/// any order; rising order, as `Exporter` has it, decodes each image once.
public final class SlideshowFrames: FrameSource {
  /// When what is shown.
  public let show: Slideshow
  public let size: PixelSize
  public let level: SIMDLevel
  private let window: PictureWindow

  public var count: Int { show.frameCount }

  /// How many images have been decoded so far.
  package var decodedCount: Int { window.loadCount }

  /// Prepares the frames. The first image is decoded here.
  ///
  /// - Parameters:
  ///   - files: The images, as many as the slideshow has.
  ///   - size: The frame size in pixels; nil: that of the first image.
  ///   - fit: How an image of another size meets the frame.
  ///   - background: Painted behind the images; nil: nothing.
  ///   - limits: What is refused before memory is taken.
  ///   - level: The instruction set; where this machine lacks it, its best one.
  ///   - decoded: Called when the first image is decoded and not yet fitted.
  /// - Throws: `FileError` or `ImageError` naming the image that cannot be read; `rows` throws it for the others.
  public init(
    _ show: Slideshow, files: [String], size: PixelSize? = nil, fit: Framing.Fit = .cover,
    background: Pixel? = nil,
    limits: DecodeLimits = DecodeLimits(), level: SIMDLevel = .preferred, decoded: () -> Void = {}
  ) throws {
    guard let name = files.first else { throw FileError.missing(file: "the first image") }
    let first = try Bitmap(contentsOf: name, limits: limits)
    decoded()
    let frame = size ?? first.size
    @Sendable func fitted(_ image: Bitmap) throws -> Bitmap {
      do {
        return try image.fitted(
          to: Framing(size: frame, fit: fit, background: background), Execution(level: level))
      } catch {
        throw ImageError.outOfMemory(file: "a frame of \(frame) pixels")
      }
    }
    self.show = show
    self.size = frame
    self.level = level
    window = PictureWindow(
      first: try fitted(first), count: min(files.count, show.imageCount)
    ) { (index) throws in
      try fitted(Bitmap(contentsOf: files[index], limits: limits))
    }
  }

  public func rows(of index: Int) throws -> any RowSource {
    let moment = show.moment(of: index)
    let from = try window.picture(moment.image)
    guard moment.time > 0 else {
      window.prepare(moment.image + 1)
      return from
    }
    let to = try window.picture(moment.image + 1)
    window.prepare(moment.image + 2)
    func renderer(_ transition: some Transition) throws(RenderError) -> TransitionRenderer {
      let timing = transition.timing.with(duration: show.duration)
      return try TransitionRenderer(from: from, to: to, transition, timing: timing, Execution(level: level))
    }
    let renderer = try renderer(show.transition(from: moment.image))
    return try renderer.rows(at: renderer.progress(atTime: moment.time))
  }
}
