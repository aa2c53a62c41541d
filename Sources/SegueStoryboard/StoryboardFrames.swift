import SegueFormats
public import SegueExport
public import SegueRendering
public import SeguePixels
package import SegueTransitions

/// The frames of a storyboard.
///
/// Memory: every screen is decoded once and fitted once; all frames share those bitmaps.
public struct StoryboardFrames: FrameSource {
  /// What is shown.
  public let storyboard: Storyboard
  /// How many frames there are.
  public let count: Int
  /// The frame size in pixels.
  public let size: PixelSize
  /// The level of the kernels.
  public let level: SIMDLevel
  private let pictures: [Bitmap]
  /// For each scene, the number of its first frame, and what renders them; nil: its screen.
  private let scenes: [(start: Int, renderer: TransitionRenderer?)]

  /// Decodes the screens and fits them to the frame.
  ///
  /// - Parameters:
  ///   - storyboard: What is shown.
  ///   - execution: Threads for decoding and fitting, the instruction set, and what is refused before memory is taken.
  /// - Throws: `FileError` or `ImageError` naming the image that cannot be read, `RenderError` when memory is out.
  public init(_ storyboard: Storyboard, _ execution: Execution = .standard) throws {
    try self.init(storyboard, execution, decoded: {})
  }

  /// The same; calls `decoded` when the images are decoded, for the frame where its size is known.
  package init(_ storyboard: Storyboard, _ execution: Execution, decoded: () -> Void) throws {
    let images = try Self.images(of: storyboard.screens, storyboard.framing, execution)
    decoded()
    var framing = storyboard.framing
    let size = framing.size ?? images.first?.size ?? PixelSize(width: 1, height: 1)
    framing.size = size
    let pictures = try images.map { try $0.fitted(to: framing, execution) }
    var start = 0
    var scenes: [(start: Int, renderer: TransitionRenderer?)] = []
    for scene in storyboard.scenes {
      let renderer = try scene.renderer(
        from: pictures[scene.from], to: pictures[scene.to], framing.light, execution.level)
      scenes.append((start, renderer))
      start += scene.frameCount
    }
    (self.storyboard, self.size, level) = (storyboard, size, execution.level)
    (self.pictures, self.scenes, count) = (pictures, scenes, start)
  }

  /// The pictures of all screens; files are decoded side by side.
  private static func images(
    of screens: [Storyboard.Screen], _ framing: Framing, _ execution: Execution
  ) throws -> [Bitmap] {
    let files = screens.compactMap { screen in
      if case .file(let file) = screen.picture { file } else { nil }
    }
    var framing = framing
    // It comes behind all of them later.
    framing.background = nil
    var decoded = try Bitmap.decoding(files, fittedTo: framing, execution)[...]
    return screens.compactMap { screen in
      if case .bitmap(let bitmap) = screen.picture { bitmap } else { decoded.popFirst() }
    }
  }

  /// Makes the rows of a frame, rendered when they are read.
  ///
  /// - Throws: `RenderError` where a transition's own picture has another size than the frame.
  public func rows(of index: Int) throws -> any RowSource {
    // The last scene that begins at the frame or before it; those without frames are passed over.
    var (low, high) = (0, scenes.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if scenes[middle].start <= index { low = middle } else { high = middle }
    }
    let scene = storyboard.scenes[low]
    guard let renderer = scenes[low].renderer else { return pictures[scene.to] }
    return try renderer.rows(at: scene.moment(of: index - scenes[low].start))
  }
}

extension Storyboard.Scene {
  /// What renders its frames from the pictures of its two screens; nil: they are its screen itself.
  package func renderer(
    from: Bitmap, to: Bitmap, _ light: Light, _ level: SIMDLevel
  ) throws -> TransitionRenderer? {
    if motion == nil, filters.isEmpty { return nil }
    let chain = motion.map { $0.transition.chain($0.operation) } ?? .to
    return try TransitionRenderer(
      from: from, to: to, ChainTransition(filters.reduce(chain) { .filter($0, $1) }),
      framing: Framing(light: light), Execution(level: level))
  }

  /// The moment of one of its frames, numbered from 0.
  package func moment(of frame: Int) -> FrameMoment {
    guard let motion else { return FrameMoment(progress: Double(frame + 1) / Double(frameCount)) }
    return FrameMoment(progress: motion.progress[frame], time: motion.times[frame])
  }
}
