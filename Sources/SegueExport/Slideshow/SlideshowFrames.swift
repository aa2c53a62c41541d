// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFiles
import SegueFormats
import Synchronization
public import SegueRendering
public import SeguePixels
import SegueTitles
import SegueTransitions

/// The frames of a slideshow, from image files that are decoded on demand.
///
/// At most four images are in memory, for any number of files: the two images of a frame, the next image, and
/// an image for workers that lag behind. The next image is decoded in the background. An image without motion
/// is fitted to the frame; an image with motion has up to 32 megapixels. If the transitions have filters, the
/// filtered frame of the held image is also kept. Frames may be rendered in any order; in rising order, as by
/// `Exporter`, each image is decoded once.
public final class SlideshowFrames: FrameSource {
  /// The slideshow, which gives the images and the time of each frame.
  public let show: Slideshow
  public let size: PixelSize
  public let level: SIMDLevel
  private let light: Light
  private let slides: SlidePictures
  private let window: PictureWindow
  private let held: HeldFrame
  private let titles: TitleCover

  public var count: Int { show.frameCount }

  /// The number of images decoded so far.
  package var decodedCount: Int { window.loadCount }

  /// Decodes the first image of the slideshow and prepares the frames.
  ///
  /// - Parameters:
  ///   - show: A slideshow of image files.
  ///   - framing: The frame size, by default the size of the first image, and the fit.
  ///   - execution: The SIMD level and the decoding limits; the exporter chooses the number of threads.
  /// - Throws: `FileError` or `ImageError` if the first image cannot be read (for later images, `rows(of:)`
  ///   throws the error); `TitleError` if the texts cannot be drawn; `RenderError` if memory is exhausted.
  public convenience init(
    _ show: Slideshow, framing: Framing = Framing(), _ execution: Execution = .standard
  ) throws { try self.init(show, files: show.images, framing: framing, execution) }

  /// Decodes the first of `files` and prepares the frames; `files` are used instead of `show.images`.
  ///
  /// - Parameters:
  ///   - show: The schedule.
  ///   - files: The image files, one for each image of the schedule.
  ///   - framing: The frame size, by default the size of the first image, and the fit.
  ///   - execution: The SIMD level and the decoding limits; the exporter chooses the number of threads.
  ///   - decoded: Called after the first image is decoded and fitted.
  /// - Throws: `FileError` or `ImageError` if the first image cannot be read (for later images, `rows(of:)`
  ///   throws the error); `TitleError` if the texts cannot be drawn; `RenderError` if memory is exhausted.
  public init(
    _ show: Slideshow, files: [String], framing: Framing = Framing(), _ execution: Execution = .standard,
    decoded: () -> Void = {}
  ) throws {
    guard !files.isEmpty else { throw FileError.missing(file: "the first image") }
    let single = Execution(level: execution.level, decoding: execution.decoding)
    var pictures = FittedPictures(files.map { .file($0) }, framing, single)
    // Determines the frame size first, since pictures with motion are decoded for this size.
    if show.motion != .none { pictures.framing.size = try pictures.framing.size ?? pictures.size(of: 0) }
    let slides = SlidePictures(show: show, light: framing.light, level: execution.level)
    let first = try slides.prepared(pictures.shown(0, [show.motion(of: 0)]), 0)
    decoded()
    pictures.framing.size = first.size
    self.show = show
    level = execution.level
    light = framing.light
    self.slides = slides
    held = HeldFrame(slides, Execution(level: execution.level))
    size = try held.rows(of: 0, first, frame: 0).size
    titles = TitleCover(show.titles, style: show.titleStyle, at: show.title)
    try titles.prepare(for: size)
    window = PictureWindow(
      first: first, count: min(files.count, show.imageCount)
    ) { [pictures] (index) throws in
      try slides.prepared(pictures.shown(index, [show.motion(of: index)]), index)
    }
  }

  public func rows(of index: Int) throws -> any RowSource {
    try titles.over(pictures(of: index), frame: index).mixed(in: light)
  }

  /// Returns the rows of a frame without its text.
  private func pictures(of index: Int) throws -> any RowSource {
    let moment = show.moment(of: index)
    let from = try window.picture(moment.image)
    guard moment.time > 0 else {
      window.prepare(moment.image + 1)
      return try held.rows(of: moment.image, from, frame: index)
    }
    let to = try window.picture(moment.image + 1)
    window.prepare(moment.image + 2)
    let pictures = (
      from: try slides.bitmap(from, moment.image, at: index),
      to: try slides.bitmap(to, moment.image + 1, at: index)
    )
    func renderer(_ transition: some Transition) throws(RenderError) -> TransitionRenderer {
      let timing = transition.timing.with(duration: show.duration)
      return try TransitionRenderer(
        from: pictures.from, to: pictures.to, transition,
        framing: Framing(light: light), timing: timing,
        Execution(level: level))
    }
    return try renderer(show.transition(from: moment.image)).rows(atTime: moment.time)
  }
}

/// The frames of a held image.
///
/// The filters of a transition are applied only once to an image without motion and without filters that
/// depend on the time.
///
/// A held image has the filters of the next transition, as at the start of that transition. The last image
/// has the filters of the previous transition, as at the end of that transition.
private final class HeldFrame: Sendable {
  private let slides: SlidePictures
  private let execution: Execution
  private let made = Mutex<(image: Int, frame: Bitmap)?>(nil)

  init(_ slides: SlidePictures, _ execution: Execution) {
    (self.slides, self.execution) = (slides, execution)
  }

  func rows(of image: Int, _ shown: ShownPicture, frame: Int) throws -> any RowSource {
    let show = slides.show
    let isEnd = image > 0 && image == show.imageCount - 1
    guard let chain = show.transition(from: isEnd ? image - 1 : image).held(atEnd: isEnd) else {
      return try slides.rows(shown, image, at: frame)
    }
    let picture = try slides.bitmap(shown, image, at: frame)
    func filteredRows() throws -> any RowSource {
      let moment = FrameMoment(progress: isEnd ? 1 : 0, duration: show.duration)
      return try chain.rows(from: picture, to: picture, at: moment).mixed(in: slides.light)
    }
    if slides.changes(shown, image) { return try filteredRows() }
    return try made.withLock { made in
      if let made, made.image == image { return made.frame }
      let frame = try filteredRows().rendered(as: shown.depth, execution)
      made = (image, frame)
      return frame
    }
  }
}
