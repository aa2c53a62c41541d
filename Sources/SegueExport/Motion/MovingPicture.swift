package import SeguePixels
package import SegueRendering

/// The motion of one picture in a sequence, with the values on which an automatic motion depends.
package struct ChosenMotion: Sendable {
  /// The motion; `seed` and `number` determine an automatic motion.
  package let motion: StillMotion
  /// The seed of automatic motion.
  package let seed: UInt64
  /// The number of the picture in the sequence.
  package let number: Int
  /// The time in seconds for which the picture is visible.
  package let seconds: Double

  /// Makes the motion of one picture.
  package init(_ motion: StillMotion, seed: UInt64, number: Int, seconds: Double) {
    (self.motion, self.seed, self.number, self.seconds) = (motion, seed, number, seconds)
  }

  /// Returns the path on a stage.
  ///
  /// `focus` maps the width of a view, as a fraction of the largest width, to the most interesting point for
  /// this view.
  fileprivate func path(on stage: MotionStage, focus: (Double) -> PixelPoint) -> MotionPath {
    switch motion {
    case .none:
      let view = stage.view(of: .whole)
      return MotionPath(from: view, to: view)
    case .between(let from, let to):
      return MotionPath(from: stage.view(of: from), to: stage.view(of: to))
    case .automatic:
      let automatic = AutomaticMotion(seed: seed, number: number, seconds: seconds)
      return automatic.path(on: stage, to: focus(1 / automatic.zoom))
    }
  }

  /// Returns the width of the narrower of the path's two end rectangles, in pixels of the picture.
  fileprivate func leastWidth(on stage: MotionStage) -> Double {
    // The sizes of views do not depend on the interesting point.
    let path = path(on: stage) { _ in PixelPoint(x: 0, y: 0) }
    return min(path.from.width, path.to.width)
  }
}

/// A decoded picture with the paths of its motions.
package struct MovingPicture: Sendable {
  /// The size of the frames in pixels.
  package let size: PixelSize
  private let canvas: Bitmap
  private let paths: [MotionPath]
  private let dither: Bool

  /// The resolution of the decoded picture at the largest zoom, as a multiple of the frame's resolution.
  ///
  /// A picture reduced to exactly the frame's resolution would be blurred twice: by the reduction, and by the
  /// resampling of each frame.
  private static let density = 1.25
  /// The maximum number of pixels of the decoded picture: 32 megapixels.
  private static let maxPixels = 1 << 25

  /// Decodes a picture at the size that its motions need: 1.25 times the frame's resolution at the largest
  /// zoom, and at most the picture's own size.
  ///
  /// - Parameters:
  ///   - pictures: The pictures; the frame must have a size.
  ///   - index: The number of the picture.
  ///   - motions: The motions, one for each time that the picture is visible.
  /// - Throws: `FileError`, `ImageError` or `RenderError`.
  package init(_ pictures: FittedPictures, _ index: Int, _ motions: [ChosenMotion]) throws {
    var pictures = pictures
    guard let frame = pictures.framing.size, frame.width > 0, frame.height > 0 else {
      throw RenderError.invalidSize(pictures.framing.size ?? PixelSize(width: 0, height: 0))
    }
    let picture = try pictures.size(of: index)
    let stage = MotionStage(of: picture, in: frame, pictures.framing.fit)
    let least = motions.map { $0.leastWidth(on: stage) }.min() ?? stage.view.width
    var scale = Self.density * Double(frame.width) / least
    // Does not reduce a picture that is only slightly larger than needed.
    if scale > 0.85 { scale = 1 }
    let most = min(Self.maxPixels, pictures.maxFramePixels)
    let pixels = stage.extent.width * stage.extent.height
    scale = min(scale, (Double(most) / pixels).squareRoot())
    pictures.framing.size = Self.size(of: stage, scale, frame, pictures.framing.fit, most: most)
    if pictures.framing.fit == .cover { pictures.framing.fit = .stretch }
    canvas = try pictures.picture(index)
    let (across, down) = (
      Double(canvas.width) / stage.extent.width, Double(canvas.height) / stage.extent.height
    )
    var interest: PictureInterest?
    paths = motions.map { [canvas] motion in
      let path = motion.path(on: stage) { share in
        let known = interest ?? PictureInterest(of: canvas)
        interest = known
        let focus = known.focus(
          width: share * stage.view.width / stage.extent.width,
          height: share * stage.view.height / stage.extent.height)
        return PixelPoint(x: focus.x * stage.extent.width, y: focus.y * stage.extent.height)
      }
      func onCanvas(_ view: PixelRectangle) -> PixelRectangle {
        PixelRectangle(
          x: view.x * across, y: view.y * down, width: view.width * across, height: view.height * down)
      }
      return MotionPath(from: onCanvas(path.from), to: onCanvas(path.to))
    }
    (size, dither) = (frame, pictures.framing.dither)
  }

  /// Returns the pixel size of the decoded stage: the size of the stage in pixels of the picture, times
  /// `scale`.
  private static func size(
    of stage: MotionStage, _ scale: Double, _ frame: PixelSize, _ fit: Framing.Fit, most: Int
  ) -> PixelSize {
    guard fit == .contain || fit == .blur else {
      func side(_ length: Double) -> Int { max(1, Int((length * scale).rounded(.down))) }
      return PixelSize(width: side(stage.extent.width), height: side(stage.extent.height))
    }
    // The size has exactly the aspect ratio of the frame, so that no border is added.
    var (a, b) = (frame.width, frame.height)
    while b != 0 { (a, b) = (b, a % b) }
    let unit = PixelSize(width: frame.width / a, height: frame.height / a)
    let wanted = (stage.extent.width * scale / Double(unit.width)).rounded(.up)
    let largest = (Double(most) / Double(unit.width) / Double(unit.height)).squareRoot().rounded(.down)
    let count = max(1, Int(min(wanted, largest)))
    return PixelSize(width: unit.width * count, height: unit.height * count)
  }

  /// The size of the decoded picture in bytes.
  fileprivate var bytes: Int { canvas.depth.pixelBytes * canvas.width * canvas.height }
  /// The type of the samples of the decoded picture.
  fileprivate var depth: SampleDepth { canvas.depth }

  /// Returns the rows of the frame at a time 0…1 of the motion with the index `motion`.
  ///
  /// - Throws: `RenderError` if memory is exhausted.
  package func rows(_ motion: Int = 0, at time: Double) throws(RenderError) -> any RowSource {
    try RectangleRows(canvas, paths[motion].rectangle(at: time), to: size, dither: dither)
  }
}

/// A picture of a sequence, prepared for frames of one size: either fitted and still, or with its motions.
package enum ShownPicture: Sendable {
  case still(Bitmap)
  case moving(MovingPicture)

  /// The size of the frames in pixels.
  package var size: PixelSize {
    switch self {
    case .still(let bitmap): bitmap.size
    case .moving(let picture): picture.size
    }
  }

  /// The size of the decoded picture in bytes.
  package var bytes: Int {
    switch self {
    case .still(let bitmap): bitmap.depth.pixelBytes * bitmap.width * bitmap.height
    case .moving(let picture): picture.bytes
    }
  }

  /// The type of the samples of the decoded picture.
  package var depth: SampleDepth {
    switch self {
    case .still(let bitmap): bitmap.depth
    case .moving(let picture): picture.depth
    }
  }

  /// Whether the picture moves.
  package var isMoving: Bool { if case .moving = self { true } else { false } }

  /// Returns the rows of the frame at a time 0…1 of the motion with the index `motion`.
  ///
  /// - Throws: `RenderError` if memory is exhausted.
  package func rows(_ motion: Int = 0, at time: Double) throws(RenderError) -> any RowSource {
    switch self {
    case .still(let bitmap): bitmap
    case .moving(let picture): try picture.rows(motion, at: time)
    }
  }

  /// Returns the rendered frame at a time 0…1 of a motion, for effects that need random access to a picture.
  ///
  /// - Throws: `RenderError` if memory is exhausted.
  package func frame(
    _ motion: Int = 0, at time: Double, light: Light, _ level: SIMDLevel
  ) throws(RenderError) -> Bitmap {
    try rows(motion, at: time).mixed(in: light).rendered(as: depth, Execution(level: level))
  }
}
