package import SeguePixels
import SeguePlatform

/// The plane on which a frame moves: a picture, or a picture with the borders that its fit gives it.
package struct MotionStage: Sendable {
  /// The size of the plane, in pixels of the picture.
  package let extent: Extent
  /// The picture within the plane.
  package let picture: PixelRectangle
  /// The largest part of the plane with the frame's aspect ratio.
  package let view: Extent

  package init(of picture: PixelSize, in frame: PixelSize, _ fit: Framing.Fit) {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let aspect = Double(frame.width) / Double(max(1, frame.height))
    let inner: Extent
    switch fit {
    case .cover: (extent, inner) = (picture.extent, picture.extent)
    case .stretch:
      inner = Extent(width: width, height: width / aspect)
      extent = inner
    case .contain, .blur:
      extent = Extent(width: max(width, height * aspect), height: max(height, width / aspect))
      inner = picture.extent
    }
    self.picture = PixelRectangle(
      x: (extent.width - inner.width) / 2, y: (extent.height - inner.height) / 2, width: inner.width,
      height: inner.height)
    let across = min(extent.width, extent.height * aspect)
    view = Extent(width: across, height: across / aspect)
  }

  /// The view with a center and a width relative to the largest one, moved to lie within the plane.
  func view(at center: PixelPoint, width share: Double) -> PixelRectangle {
    let (width, height) = (view.width * share, view.height * share)
    return PixelRectangle(
      x: max(0, min(extent.width - width, center.x - width / 2)),
      y: max(0, min(extent.height - height, center.y - height / 2)), width: width, height: height)
  }

  /// The smallest view that contains a part of the picture, or as much of it as fits.
  func view(of part: StillMotion.Part) -> PixelRectangle {
    let (width, height) = (part.width * picture.width, part.height * picture.height)
    let share = min(1, max(width / view.width, height / view.height))
    let center = PixelPoint(
      x: picture.x + part.x * picture.width + width / 2, y: picture.y + part.y * picture.height + height / 2)
    return view(at: center, width: share)
  }
}

/// The part of a stage that a frame shows, from the first frame of a picture to its last.
package struct MotionPath: Equatable, Sendable {
  package let from: PixelRectangle
  package let to: PixelRectangle

  /// The rectangle at a time 0…1.
  ///
  /// All rectangles lie between the two ends: a share of the difference of their edges.
  package func rectangle(at time: Double) -> PixelRectangle {
    let share = zoomed(Self.eased(time))
    func mixed(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    return PixelRectangle(
      x: mixed(from.x, to.x), y: mixed(from.y, to.y), width: mixed(from.width, to.width),
      height: mixed(from.height, to.height))
  }

  /// The place on the way at a time 0…1: the speed rises from 0.4 to 1.6 times the mean, and falls again.
  static func eased(_ time: Double) -> Double {
    let time = max(0, min(1, time))
    return time - 0.6 * sin(2 * .pi * time) / (2 * .pi)
  }

  /// The share of the difference of widths at which equal steps are equal factors of the zoom.
  private func zoomed(_ step: Double) -> Double {
    let factor = to.width / from.width
    guard abs(factor - 1) > 1e-6 else { return step }
    return (pow(factor, step) - 1) / (factor - 1)
  }
}
