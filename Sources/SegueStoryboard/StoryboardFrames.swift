import SegueFormats
public import SegueExport
public import SegueRendering
public import SeguePixels
import SegueTransitions

/// The frames of a storyboard.
///
/// Every screen is decoded and fitted once; all frames share those bitmaps.
public struct StoryboardFrames: FrameSource {
  /// The storyboard.
  public let storyboard: Storyboard
  /// The number of frames.
  public let count: Int
  /// The frame size in pixels.
  public let size: PixelSize
  /// The instruction set of the kernels.
  public let level: SIMDLevel
  private let pictures: [Bitmap]
  /// For each scene, the number of its first frame, and its renderer; nil for a screen without filters.
  private let scenes: [(start: Int, frames: SceneFrames?)]

  /// Decodes the screens and fits them to the frame.
  ///
  /// - Parameters:
  ///   - storyboard: The storyboard.
  ///   - execution: Threads for decoding and fitting, the instruction set, and limits checked before memory
  ///     is allocated.
  /// - Throws: `FileError` or `ImageError` naming an unreadable image, `RenderError` if memory is exhausted.
  public init(_ storyboard: Storyboard, _ execution: Execution = .standard) throws {
    try self.init(storyboard, execution, decoded: {})
  }

  /// Decodes and fits the screens; calls `decoded` once the images are decoded, for the frame if its size is
  /// known.
  package init(_ storyboard: Storyboard, _ execution: Execution, decoded: () -> Void) throws {
    let images = try Self.images(of: storyboard.screens, storyboard.framing, execution)
    decoded()
    var framing = storyboard.framing
    let size = framing.size ?? images.first?.size ?? PixelSize(width: 1, height: 1)
    framing.size = size
    let pictures = try images.map { try $0.fitted(to: framing, execution) }
    var start = 0
    var scenes: [(start: Int, frames: SceneFrames?)] = []
    for scene in storyboard.scenes {
      let frames = try storyboard.frames(
        of: scene, from: pictures[scene.from], to: pictures[scene.to], framing.light, execution.level)
      scenes.append((start, frames))
      start += scene.frameCount
    }
    (self.storyboard, level) = (storyboard, execution.level)
    // Filters of all frames may change their size.
    self.size = storyboard.filters.isEmpty ? size : scenes[0].frames?.size ?? size
    (self.pictures, self.scenes, count) = (pictures, scenes, start)
  }

  /// The pictures of all screens; files are decoded in parallel.
  private static func images(
    of screens: [Storyboard.Screen], _ framing: Framing, _ execution: Execution
  ) throws -> [Bitmap] {
    let files = screens.compactMap { screen in
      if case .file(let file) = screen.picture { file } else { nil }
    }
    var framing = framing
    // The background is added to the finished frame.
    framing.background = nil
    var decoded = try Bitmap.decoding(files, fittedTo: framing, execution)[...]
    return screens.compactMap { screen in
      if case .bitmap(let bitmap) = screen.picture { bitmap } else { decoded.popFirst() }
    }
  }

  /// Makes the rows of a frame, which are rendered when they are read.
  ///
  /// - Throws: `RenderError` if a transition's own picture differs from the frame in size.
  public func rows(of index: Int) throws -> any RowSource {
    // Finds the last scene that begins at or before the frame; scenes without frames are skipped.
    var (low, high) = (0, scenes.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if scenes[middle].start <= index { low = middle } else { high = middle }
    }
    guard let frames = scenes[low].frames else { return pictures[storyboard.scenes[low].to] }
    return try frames.rows(of: index - scenes[low].start)
  }
}

/// The frames of one scene.
package struct SceneFrames: Sendable {
  private let renderer: TransitionRenderer
  private let sequence: FrameSequence

  /// The size of the frames.
  package var size: PixelSize { renderer.size }

  fileprivate init(_ renderer: TransitionRenderer, _ sequence: FrameSequence) {
    (self.renderer, self.sequence) = (renderer, sequence)
  }

  /// Makes the rows of a frame, numbered from 0.
  package func rows(of index: Int) throws(RenderError) -> any RowSource {
    try renderer.rows(at: sequence.moment(of: index))
  }
}

extension Storyboard {
  /// The renderer of a scene's frames from its two screens; nil for a screen without filters.
  package func frames(
    of scene: Scene, from: Bitmap, to: Bitmap, _ light: Light, _ level: SIMDLevel
  ) throws -> SceneFrames? {
    let filters = scene.filters + filters
    if scene.motion == nil, filters.isEmpty { return nil }
    let renderer = try TransitionRenderer(
      from: from, to: to,
      FilteredTransition(scene.motion?.transition ?? ChainTransition(.to), result: filters),
      framing: Framing(light: light), operation: scene.motion?.operation ?? .present, Execution(level: level))
    let interval = 1 / framesPerSecond
    let isOpening = scene.isOpening
    return SceneFrames(
      renderer,
      FrameSequence(interval: interval) { frame in
        isOpening ? FrameMoment(progress: 0, duration: interval) : scene.moment(of: frame, interval)
      })
  }
}

extension Storyboard.Scene {
  /// The moment of a frame, `interval` seconds after the previous one.
  fileprivate func moment(of frame: Int, _ interval: Double) -> FrameMoment {
    let progress = motion?.progress[frame] ?? Double(frame + 1) / Double(frameCount)
    return FrameMoment(
      progress: progress, time: motion?.times[frame], duration: Double(frameCount) * interval)
  }
}
