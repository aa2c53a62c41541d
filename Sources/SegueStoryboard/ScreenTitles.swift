package import SeguePixels
package import SegueRendering
import SegueTitles
import Synchronization

/// The texts over the screens of a storyboard, each drawn once.
package final class ScreenTitles: Sendable {
  private let storyboard: Storyboard
  private let titles = Mutex<[Int: Title]>([:])

  /// Makes the texts; nil if no screen has one.
  package init?(_ storyboard: Storyboard) {
    guard storyboard.screens.contains(where: { !$0.title.isEmpty }) else { return nil }
    self.storyboard = storyboard
  }

  /// Draws the first text, so that a missing library or font is reported before the first frame.
  ///
  /// - Throws: `TitleError`, or `RenderError` if memory is exhausted.
  package func prepare(for size: PixelSize) throws {
    guard let first = storyboard.screens.firstIndex(where: { !$0.title.isEmpty }) else { return }
    try title(of: first).prepare(for: size)
  }

  /// Adds the text of its screen to a frame of a scene.
  ///
  /// The text of the first screen fades out in the first half of a transition; the text of the second screen
  /// fades in during the second half.
  package func over(_ rows: any RowSource, scene number: Int, frame: Int) -> any RowSource {
    let scene = storyboard.scenes[number]
    let time = scene.from == scene.to ? 1 : scene.motion?.times[frame] ?? 1
    let screen = time < 0.5 ? scene.from : scene.to
    guard !storyboard.screens[screen].title.isEmpty else { return rows }
    var title = title(of: screen)
    title.opacity = Animated(abs(2 * time - 1))
    return title.apply(to: rows, at: 0).mixed(in: storyboard.framing.light)
  }

  private func title(of screen: Int) -> Title {
    titles.withLock { titles in
      if let known = titles[screen] { return known }
      let title = Title(storyboard.screens[screen].title, storyboard.titleStyle)
      titles[screen] = title
      return title
    }
  }
}
