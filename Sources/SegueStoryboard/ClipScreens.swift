import SegueClips
import SegueFormats
package import SeguePixels
import SegueRendering
import Synchronization

/// The pictures of screens that are clips.
///
/// A clip plays while its screen is visible, and holds its last frame at the end.
package final class ClipScreens: Sendable {
  private let storyboard: Storyboard
  private let size: PixelSize
  private let execution: Execution
  private let onStart: @Sendable ([String]) -> Void
  private let readers = Mutex<[Int: ClipReader]>([:])

  /// Prepares the clips of a storyboard; nil if there are none.
  package init?(
    _ storyboard: Storyboard, _ size: PixelSize, _ execution: Execution,
    _ onStart: @escaping @Sendable ([String]) -> Void = { _ in }
  ) {
    guard storyboard.screens.contains(where: \.isClip) else { return nil }
    (self.storyboard, self.size, self.execution, self.onStart) = (storyboard, size, execution, onStart)
  }

  /// Returns the pictures of both screens of a scene at a frame of the scene; nil for a scene without clips.
  ///
  /// `still` returns the picture of a screen that is an image.
  package func pictures(
    _ number: Int, _ frame: Int, _ still: (Int) throws -> Bitmap?
  ) throws -> (from: Bitmap, to: Bitmap)? {
    let (scene, played) = (storyboard.scenes[number], storyboard.played[number])
    guard storyboard.screens[scene.from].isClip || storyboard.screens[scene.to].isClip else { return nil }
    let others = readers.withLock { readers in
      let over = readers.filter { $0.key != scene.from && $0.key != scene.to }
      for key in over.keys { readers.removeValue(forKey: key) }
      return over.values
    }
    for reader in others { reader.close() }
    guard let to = try picture(scene.to, at: played.to + frame) ?? still(scene.to) else { return nil }
    guard scene.from != scene.to else { return (to, to) }
    guard let from = try picture(scene.from, at: played.from + frame) ?? still(scene.from) else { return nil }
    return (from, to)
  }

  /// The command lines of ffmpeg that decode the clips.
  var commandLines: [[String]] {
    storyboard.screens.filter(\.isClip).compactMap { screen in
      guard case .clip(let clip) = screen.picture else { return nil }
      return clip.decoderWords(form(of: clip))
    }
  }

  private func form(of clip: Clip) -> DecodedForm {
    ClipConversion(toRGBA: clip, size: size, storyboard.framing).form
  }

  /// Returns the picture of a screen's clip at the time at which the screen has been visible for `tick`
  /// frames of the storyboard; nil if the screen is an image.
  private func picture(_ screen: Int, at tick: Int) throws -> Bitmap? {
    guard case .clip(let clip) = storyboard.screens[screen].picture else { return nil }
    let reader = readers.withLock { readers in
      if let reader = readers[screen] { return reader }
      let reader = ClipReader(clip, form(of: clip), keeping: execution.threads + 1, onStart: onStart)
      readers[screen] = reader
      return reader
    }
    let frame = try reader.frame(clip.frame(shownAt: tick, start: .zero, rate: storyboard.rate))
    return try Bitmap(decoded: frame, size, storyboard.framing, execution)
  }
}

extension Storyboard.Screen {
  /// Whether the picture is a clip of more than one frame.
  var isClip: Bool {
    if case .clip(let clip) = picture { clip.frameCount > 1 } else { false }
  }
}
