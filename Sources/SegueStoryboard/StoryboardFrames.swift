import SegueFormats
public import SegueExport
public import SegueRendering
public import SeguePixels
import SegueTransitions

/// The frames of a storyboard.
///
/// Memory: every screen is decoded once and fitted once; all frames share those bitmaps.
public struct StoryboardFrames: FrameSource {
  /// What is shown.
  public let storyboard: Storyboard
  public let count: Int
  public let size: PixelSize
  public let level: SIMDLevel
  private let pictures: [Bitmap]
  /// For each scene, the number of its first frame, and what renders them; nil: its screen.
  private let scenes: [(start: Int, renderer: TransitionRenderer?)]

  /// Decodes the screens and fits them to the frame.
  ///
  /// - Parameters:
  ///   - limits: What is refused before memory is taken.
  ///   - threads: Threads for decoding and fitting.
  ///   - level: The instruction set; where this machine lacks it, its best one.
  ///   - decoded: Called when the images are decoded and not yet fitted.
  /// - Throws: `FileError` or `ImageError` naming the image that cannot be read.
  public init(
    _ storyboard: Storyboard, limits: DecodeLimits = DecodeLimits(), threads: Int = 1,
    level: SIMDLevel = .preferred, decoded: () -> Void = {}
  ) throws {
    let images = try Bitmap.decoding(storyboard.screens.map(\.file), limits: limits, threads: threads)
    decoded()
    let size = storyboard.size ?? images.first?.size ?? PixelSize(width: 1, height: 1)
    do throws(RenderError) {
      var pictures: [Bitmap] = []
      for image in images {
        pictures.append(
          try image.fitted(
            to: size, storyboard.fit, background: storyboard.background, threads: threads, level: level))
      }
      var start = 0
      var scenes: [(start: Int, renderer: TransitionRenderer?)] = []
      for scene in storyboard.scenes {
        var renderer: TransitionRenderer?
        if let motion = scene.motion {
          renderer = try TransitionRenderer(
            from: pictures[scene.from], to: pictures[scene.to], motion.transition,
            operation: motion.operation, level: level)
        }
        scenes.append((start, renderer))
        start += scene.frameCount
      }
      (self.storyboard, self.size, self.level) = (storyboard, size, level)
      (self.pictures, self.scenes, count) = (pictures, scenes, start)
    } catch {
      throw ImageError.outOfMemory(file: "frames of \(size) pixels")
    }
  }

  public func rows(of index: Int) throws -> any RowSource {
    // The last scene that begins at the frame or before it; those without frames are passed over.
    var (low, high) = (0, scenes.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if scenes[middle].start <= index { low = middle } else { high = middle }
    }
    let scene = storyboard.scenes[low]
    guard let renderer = scenes[low].renderer, let motion = scene.motion else {
      return pictures[scene.to]
    }
    return try renderer.rows(at: motion.progress[index - scenes[low].start])
  }
}
