public import SegueExport
public import SegueRendering
public import SeguePixels
import SegueTransitions

/// The frames of a storyboard.
///
/// Each image is decoded and fitted once, when this object is made; an image with motion is stored with at
/// most 32 megapixels. Clips are decoded while frames are rendered, which is fast only if frames are rendered
/// in rising order.
public struct StoryboardFrames: SequentialFrames {
  /// The storyboard whose frames are rendered.
  public let storyboard: Storyboard
  /// The number of frames of the storyboard.
  public var count: Int { storyboard.frameCount }
  /// The frame size in pixels.
  public let size: PixelSize
  /// The SIMD level of the kernels.
  public let level: SIMDLevel
  /// Whether at least one screen is a clip.
  package var hasVideo: Bool { clips != nil }
  package var commandLines: [[String]] { clips?.commandLines ?? [] }
  /// The picture of each screen; nil for a clip.
  private let pictures: [ShownPicture?]
  private let motions: MovingScreens
  private let clips: ClipScreens?
  private let titles: TitleCover?
  /// The renderer of each scene; nil for a held screen without filters, and for screens that move or are
  /// clips.
  private let scenes: [SceneFrames?]

  /// Decodes the images of all screens and fits them to the frame.
  ///
  /// - Parameters:
  ///   - storyboard: The storyboard.
  ///   - execution: The threads for decoding and fitting, the SIMD level, and limits that are checked before
  ///     memory is allocated.
  /// - Throws: `FileError` or `ImageError` for an unreadable image; `RenderError` if memory is exhausted;
  ///   `TitleError` if the text over a screen cannot be drawn.
  public init(_ storyboard: Storyboard, _ execution: Execution = .standard) throws {
    try self.init(storyboard, execution, decoded: {})
  }

  /// Decodes all images and fits them to the frame; calls `decoded` after all images without motion are
  /// decoded, and `onStart` with the command lines of ffmpeg.
  package init(
    _ storyboard: Storyboard, _ execution: Execution, decoded: () -> Void,
    onStart: @escaping @Sendable ([String]) -> Void = { _ in }
  ) throws {
    let motions = MovingScreens(storyboard)
    let (pictures, size) = try storyboard.images(motions, execution, decoded)
    let scenes = try storyboard.scenes.map { scene -> SceneFrames? in
      guard case .still(let from)? = pictures[scene.from], case .still(let to)? = pictures[scene.to] else {
        return nil
      }
      return try storyboard.frames(of: scene, from: from, to: to, execution.level)
    }
    (self.storyboard, level) = (storyboard, execution.level)
    // Filters of the storyboard may change the frame size.
    self.size = storyboard.filters.isEmpty ? size : try storyboard.filteredSize(of: size, execution.level)
    (self.pictures, self.motions, self.scenes) = (pictures, motions, scenes)
    clips = ClipScreens(storyboard, size, execution, onStart)
    titles = storyboard.titles
    try titles?.prepare(for: self.size)
  }

  /// Makes the row source of a frame; rows are rendered when read.
  ///
  /// - Throws: `RenderError` if a picture of the transition differs in size from the frame, or if memory is
  ///   exhausted; `ClipError` if a clip is damaged or cannot be decoded.
  public func rows(of index: Int) throws -> any RowSource {
    let (scene, frame) = storyboard.timeline.place(of: index)
    let rows = try pictures(of: index, scene, frame)
    return titles?.over(rows, frame: index) ?? rows
  }

  /// Makes the row source of a frame, without the titles.
  private func pictures(of index: Int, _ scene: Int, _ frame: Int) throws -> any RowSource {
    let shown = storyboard.scenes[scene]
    if let playing = try clips?.pictures(scene, frame, { try picture(of: $0, at: index) }) {
      let frames = try storyboard.frames(of: shown, from: playing.from, to: playing.to, level)
      return try frames?.rows(of: frame) ?? playing.to
    }
    if let frames = scenes[scene] { return try frames.rows(of: frame) }
    guard let to = pictures[shown.to] else {
      throw RenderError.unrenderable("frame \(index) shows no picture")
    }
    if motions.moves(shown), shown.motion != nil || !(shown.filters + storyboard.filters).isEmpty,
      let from = try picture(of: shown.from, at: index), let to = try picture(of: shown.to, at: index),
      let frames = try storyboard.frames(of: shown, from: from, to: to, level)
    {
      return try frames.rows(of: frame)
    }
    return try motions.rows(of: shown.to, to, at: index)
  }

  /// Returns the picture of a screen at a frame; nil for a clip.
  private func picture(of screen: Int, at frame: Int) throws(RenderError) -> Bitmap? {
    guard let picture = pictures[screen] else { return nil }
    return try motions.picture(of: screen, picture, at: frame, level)
  }
}

/// The frames of a single scene.
package struct SceneFrames: Sendable {
  private let renderer: TransitionRenderer
  private let sequence: FrameSequence

  /// The size of the frames.
  package var size: PixelSize { renderer.size }

  fileprivate init(_ renderer: TransitionRenderer, _ sequence: FrameSequence) {
    (self.renderer, self.sequence) = (renderer, sequence)
  }

  /// Makes the row source of a frame, counted from 0.
  package func rows(of index: Int) throws(RenderError) -> any RowSource {
    try renderer.rows(at: sequence.moment(of: index))
  }
}

extension Storyboard {
  /// Returns the pictures of all screens, which are decoded and fitted to the frame on request.
  package func pictures(_ execution: Execution) -> FittedPictures {
    FittedPictures(screens.map(\.source), framing, execution)
  }

  /// Decodes the images and fits them to the frame.
  ///
  /// Returns the pictures of all screens, with nil for clips, and the frame size.
  fileprivate func images(
    _ motions: MovingScreens, _ execution: Execution, _ decoded: () -> Void
  ) throws -> (pictures: [ShownPicture?], size: PixelSize) {
    let images = screens.indices.filter { !screens[$0].isClip }
    var framing = framing
    if case .clip(let clip)? = screens.first?.picture, framing.size == nil { framing.size = clip.size }
    let moving = images.filter { screens[$0].moves }
    if !moving.isEmpty, framing.size == nil { framing.size = try pictures(execution).size(of: 0) }
    let still = images.filter { !screens[$0].moves }
    let fitted = try FittedPictures(still.map { screens[$0].source }, framing, execution).all(
      decoded: { _ in decoded() })
    var pictures = [ShownPicture?](repeating: nil, count: screens.count)
    for (index, picture) in zip(still, fitted) { pictures[index] = .still(picture) }
    var all = self.pictures(execution)
    all.framing = framing
    for index in moving { pictures[index] = try all.shown(index, motions.motions(of: index)) }
    return (pictures, framing.size ?? fitted.first?.size ?? PixelSize(width: 1, height: 1))
  }

  /// Returns the size of frames after the storyboard's filters.
  fileprivate func filteredSize(of size: PixelSize, _ level: SIMDLevel) throws -> PixelSize {
    let blank = try Bitmap(size)
    return try frames(of: scenes[0], from: blank, to: blank, level)?.size ?? size
  }

  /// Makes the frames of a scene from its two pictures; nil for a held screen without filters.
  package func frames(
    of scene: Scene, from: Bitmap, to: Bitmap, _ level: SIMDLevel
  ) throws -> SceneFrames? {
    let filters = scene.filters + filters
    if scene.motion == nil, filters.isEmpty { return nil }
    let renderer = try TransitionRenderer(
      from: from, to: to,
      FilteredTransition(scene.motion?.transition ?? ChainTransition(.to), result: filters),
      framing: Framing(light: framing.light), operation: scene.motion?.operation ?? .present,
      Execution(level: level))
    let interval = 1 / framesPerSecond
    let isOpening = scene.isOpening
    return SceneFrames(
      renderer,
      FrameSequence(interval: interval) { frame in
        isOpening ? FrameMoment(progress: 0, duration: interval) : scene.moment(of: frame, interval)
      })
  }
}

extension Storyboard.Screen {
  /// The source of the picture; for a clip, the source of the clip's first frame.
  fileprivate var source: PictureSource {
    switch picture {
    case .file(let file): .file(file)
    case .bitmap(let bitmap): .bitmap(bitmap)
    case .clip(let clip): .made { try clip.picture($0) }
    }
  }
}

extension Storyboard.Scene {
  /// Returns the progress and time of a frame, whose number counts from the start of the scene; `interval` is
  /// the time between two frames, in seconds.
  fileprivate func moment(of frame: Int, _ interval: Double) -> FrameMoment {
    let progress = motion?.progress[frame] ?? SceneTimeline.time(of: frame, in: frameCount)
    return FrameMoment(
      progress: progress, time: motion?.times[frame], duration: Double(frameCount) * interval)
  }
}
