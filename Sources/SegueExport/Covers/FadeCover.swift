// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
public import SegueFormats
public import SeguePixels
public import SegueRendering
import SegueTransitions

/// A fade from a color at the start of a film, and to the same color at the end of the film.
///
/// The first frame of a fade in, and the last frame of a fade out, show only the color.
public struct FadeCover: ColoredCover {
  /// The number of frames of the film.
  public let count: Int
  /// The number of frames at the start of the film that the fade in changes.
  public let framesIn: Int
  /// The number of frames at the end of the film that the fade out changes.
  public let framesOut: Int
  /// The color from which the film fades in, and to which it fades out.
  public private(set) var color: Pixel
  private(set) var light: Light

  /// Makes the fades of a film; each lasts at most as long as the film.
  ///
  /// - Parameters:
  ///   - count: The number of frames of the film.
  ///   - rate: The frame rate of the film.
  ///   - start: The duration in seconds of the fade at the start; 0 for none.
  ///   - end: The duration in seconds of the fade at the end; 0 for none.
  ///   - color: The color.
  ///   - light: Whether the color and the frames are mixed as stored values or in linear light.
  public init(
    of count: Int, rate: FrameRate, in start: Double, out end: Double, color: Pixel = .black,
    light: Light = .gamma
  ) {
    func frames(_ seconds: Double) -> Int {
      Int(max(0, min((seconds * rate.perSecond).rounded(), Double(count))))
    }
    (self.count, framesIn, framesOut) = (count, frames(start), frames(end))
    (self.color, self.light) = (color, light)
  }

  /// Returns the weight 0…1 of the film's picture in a frame; the color has the remaining weight.
  private func share(of frame: Int) -> Double {
    let start = framesIn > 0 ? Double(frame) / Double(framesIn) : 1
    let end = framesOut > 0 ? Double(count - 1 - frame) / Double(framesOut) : 1
    return max(0, min(1, start)) * max(0, min(1, end))
  }

  func with(colors change: (Pixel) -> Pixel, _ light: Light) -> any FrameCover {
    var cover = self
    (cover.color, cover.light) = (change(color), light)
    return cover
  }

  public func covers(_ frame: Int) -> Bool { share(of: frame) < 1 }

  public func over(_ rows: any RowSource, frame: Int) -> any RowSource {
    Dissolve(mix: Animated(share(of: frame))).apply(to: ColorRows(size: rows.size, color: color), rows, at: 0)
      .mixed(in: light)
  }
}
