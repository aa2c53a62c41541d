// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering
public import SegueTitles
import Synchronization

/// Texts over a film, one for each item, such as an image or a clip; each text is drawn once.
///
/// In the first half of a transition, the first item's text leaves; in the second half, the second item's
/// text enters.
public final class TitleCover: ColoredCover {
  /// The index of an item of a film, and the presence of the item's text: from 0, not visible, to 1, fully
  /// visible at its position.
  public typealias Moment = (item: Int, presence: Double)

  private let texts: [String]
  private let style: TitleStyle
  let light: Light
  private let moment: @Sendable (Int) -> Moment
  private let titles = Mutex<[Int: Title]>([:])

  /// Makes the texts of a film.
  ///
  /// - Parameters:
  ///   - texts: The text of each item; an empty text is not shown.
  ///   - style: The appearance.
  ///   - light: Whether edges of letters are mixed with the frame as stored values or in linear light.
  ///   - moment: Returns the item whose text a frame shows, and the presence of the text.
  public init(
    _ texts: [String], style: TitleStyle = TitleStyle(), light: Light = .gamma,
    at moment: @escaping @Sendable (_ frame: Int) -> Moment
  ) {
    (self.texts, self.style, self.light, self.moment) = (texts, style, light, moment)
  }

  /// Returns the item whose text is shown at a time 0…1 in the transition between two items, and the presence
  /// of the text.
  package static func moment(from: Int, to: Int, time: Double) -> Moment {
    time < 0.5 ? (from, 1 - 2 * time) : (to, 2 * time - 1)
  }

  /// Draws the first text, so that a missing library or font is found before the first frame.
  ///
  /// - Throws: `TitleError`, or `RenderError` if memory is exhausted.
  package func prepare(for size: PixelSize) throws {
    guard let first = texts.firstIndex(where: { !$0.isEmpty }) else { return }
    try title(of: first).prepare(for: size)
  }

  public func covers(_ frame: Int) -> Bool {
    let moment = moment(frame)
    return texts.indices.contains(moment.item) && !texts[moment.item].isEmpty && moment.presence > 0
  }

  public func over(_ rows: any RowSource, frame: Int) -> any RowSource {
    let moment = moment(frame)
    guard texts.indices.contains(moment.item), !texts[moment.item].isEmpty else { return rows }
    var title = title(of: moment.item)
    title.presence = Animated(moment.presence)
    return title.apply(to: rows, at: 0).mixed(in: light)
  }

  func with(colors change: (Pixel) -> Pixel, _ light: Light) -> any FrameCover {
    TitleCover(texts, style: style.with(colors: change), light: light, at: moment)
  }

  private func title(of item: Int) -> Title {
    titles.withLock { titles in
      if let known = titles[item] { return known }
      if titles.count >= 8 { titles.removeAll() }
      let title = Title(texts[item], style)
      titles[item] = title
      return title
    }
  }
}
