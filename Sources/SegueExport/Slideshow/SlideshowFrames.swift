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
/// At most four images are in memory, for any number of files: the two of a frame, the next image, which is
/// decoded in the background, and one for workers that are behind. An image that stands still is fitted to
/// the frame; one that moves has up to 32 megapixels. If the transitions have filters, the filtered frame of
/// the held image is also kept. Frames may be rendered in any order; in rising order, as by `Exporter`, each
/// image is decoded once.
public final class SlideshowFrames: FrameSource {
  /// The slideshow, which gives the images and the time of each frame.
  public let show: Slideshow
  public let size: PixelSize
  public let level: SIMDLevel
  private let light: Light
  private let window: PictureWindow
  private let held: HeldFrame
  private let titles: SlideTitles

  public var count: Int { show.frameCount }

  /// The number of images decoded so far.
  package var decodedCount: Int { window.loadCount }

  /// Decodes the first of the slideshow's own images and prepares the frames.
  ///
  /// - Parameters:
  ///   - show: A slideshow of image files.
  ///   - framing: The frame size, by default that of the first image, and the fit.
  ///   - execution: The SIMD level and the decoding limits; the number of threads is the exporter's.
  /// - Throws: `FileError` or `ImageError` if the first image cannot be read; `rows(of:)` throws them for
  ///   later images.
  public convenience init(
    _ show: Slideshow, framing: Framing = Framing(), _ execution: Execution = .standard
  ) throws { try self.init(show, files: show.images, framing: framing, execution) }

  /// Decodes the first image of other files and prepares the frames.
  ///
  /// - Parameters:
  ///   - show: The schedule.
  ///   - files: The image files, one for each image of the schedule.
  ///   - framing: The frame size, by default that of the first image, and the fit.
  ///   - execution: The SIMD level and the decoding limits; the number of threads is the exporter's.
  ///   - decoded: Called after the first image is decoded and fitted.
  /// - Throws: `FileError` or `ImageError` if the first image cannot be read; `rows(of:)` throws them for
  ///   later images.
  public init(
    _ show: Slideshow, files: [String], framing: Framing = Framing(), _ execution: Execution = .standard,
    decoded: () -> Void = {}
  ) throws {
    guard !files.isEmpty else { throw FileError.missing(file: "the first image") }
    let single = Execution(level: execution.level, decoding: execution.decoding)
    var pictures = FittedPictures(files.map { .file($0) }, framing, single)
    // Determines the frame size first: a picture that moves is decoded for this size.
    if show.motion != .none { pictures.framing.size = try pictures.framing.size ?? pictures.size(of: 0) }
    let first = try pictures.shown(0, [show.motion(of: 0)])
    decoded()
    pictures.framing.size = first.size
    self.show = show
    level = execution.level
    light = framing.light
    held = HeldFrame(show, framing.light, Execution(level: execution.level))
    size = try held.rows(of: 0, first, frame: 0).size
    titles = try SlideTitles(show, size)
    window = PictureWindow(
      first: first, count: min(files.count, show.imageCount)
    ) { [pictures] (index) throws in
      try pictures.shown(index, [show.motion(of: index)])
    }
  }

  public func rows(of index: Int) throws -> any RowSource {
    try titles.over(pictures(of: index), at: index).mixed(in: light)
  }

  /// The frame without its text.
  private func pictures(of index: Int) throws -> any RowSource {
    let moment = show.moment(of: index)
    let from = try window.picture(moment.image)
    guard moment.time > 0 else {
      window.prepare(moment.image + 1)
      return try held.rows(of: moment.image, from, frame: index)
    }
    let to = try window.picture(moment.image + 1)
    window.prepare(moment.image + 2)
    func frame(_ picture: ShownPicture, _ image: Int) throws(RenderError) -> Bitmap {
      try picture.frame(at: show.motionTime(of: image, at: index), light: light, level)
    }
    func renderer(_ transition: some Transition) throws(RenderError) -> TransitionRenderer {
      let timing = transition.timing.with(duration: show.duration)
      return try TransitionRenderer(
        from: frame(from, moment.image), to: frame(to, moment.image + 1), transition,
        framing: Framing(light: light), timing: timing,
        Execution(level: level))
    }
    return try renderer(show.transition(from: moment.image)).rows(atTime: moment.time)
  }
}

/// The frames of a held image; if the image stands still, filters are applied only once.
///
/// The image passes through the filters of the transition that follows, as at that transition's start. The
/// last image passes through the filters of the transition before it, as at that transition's end.
private final class HeldFrame: Sendable {
  private let show: Slideshow
  private let light: Light
  private let execution: Execution
  private let made = Mutex<(image: Int, frame: Bitmap)?>(nil)

  init(_ show: Slideshow, _ light: Light, _ execution: Execution) {
    (self.show, self.light, self.execution) = (show, light, execution)
  }

  func rows(of image: Int, _ shown: ShownPicture, frame: Int) throws -> any RowSource {
    let time = show.motionTime(of: image, at: frame)
    let isEnd = image > 0 && image == show.imageCount - 1
    guard let filtered = show.transition(from: isEnd ? image - 1 : image) as? FilteredTransition else {
      return try shown.rows(at: time).mixed(in: light)
    }
    let picture = try shown.frame(at: time, light: light, execution.level)
    func filteredRows() throws -> any RowSource {
      let moment = FrameMoment(progress: isEnd ? 1 : 0, duration: show.duration)
      return try (isEnd ? filtered.end : filtered.start).rows(from: picture, to: picture, at: moment)
        .mixed(in: light)
    }
    if shown.isMoving { return try filteredRows() }
    return try made.withLock { made in
      if let made, made.image == image { return made.frame }
      let frame = try filteredRows().rendered(execution)
      made = (image, frame)
      return frame
    }
  }
}

/// The texts over the images of a slideshow, each drawn once.
private final class SlideTitles: Sendable {
  private let show: Slideshow
  private let titles = Mutex<[Int: Title]>([:])

  /// Draws the first text, so that a missing library or font is reported before the first frame.
  init(_ show: Slideshow, _ size: PixelSize) throws {
    self.show = show
    if let first = show.titles.first(where: { !$0.isEmpty }) {
      try Title(first, show.titleStyle).prepare(for: size)
    }
  }

  /// A frame with the text of its image.
  func over(_ rows: any RowSource, at frame: Int) -> any RowSource {
    guard !show.titles.isEmpty else { return rows }
    let (image, opacity) = show.title(at: frame)
    guard image < show.titles.count, !show.titles[image].isEmpty else { return rows }
    var title = titles.withLock { titles in
      if let known = titles[image] { return known }
      for old in titles.keys where old < image - 1 || old > image + 1 { titles.removeValue(forKey: old) }
      let title = Title(show.titles[image], show.titleStyle)
      titles[image] = title
      return title
    }
    title.opacity = Animated(opacity)
    return title.apply(to: rows, at: 0)
  }
}
