package import SeguePixels
import SeguePlatform

/// The plane on which a view moves: a picture, with borders if the fit adds them.
package struct MotionStage: Sendable {
  /// The size of the plane, in pixels of the picture.
  package let extent: Extent
  /// The rectangle of the picture in the plane.
  package let picture: PixelRectangle
  /// The size of the largest view, in pixels of the picture; a view is a part of the plane with the frame's
  /// aspect ratio.
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

  /// Returns the view with a given center and width, moved to lie within the plane; the width is a fraction
  /// of the largest width.
  func view(at center: PixelPoint, width share: Double) -> PixelRectangle {
    let (width, height) = (view.width * share, view.height * share)
    return PixelRectangle(
      x: max(0, min(extent.width - width, center.x - width / 2)),
      y: max(0, min(extent.height - height, center.y - height / 2)), width: width, height: height)
  }

  /// Returns the smallest view that contains a part of the picture; if there is none, the largest view,
  /// placed as near to the center of the part as the plane allows.
  func view(of part: StillMotion.Part) -> PixelRectangle {
    let (width, height) = (part.width * picture.width, part.height * picture.height)
    let share = min(1, max(width / view.width, height / view.height))
    let center = PixelPoint(
      x: picture.x + part.x * picture.width + width / 2, y: picture.y + part.y * picture.height + height / 2)
    return view(at: center, width: share)
  }
}

/// The path of a view between two rectangles: the views in the first and in the last frame that show the
/// picture.
package struct MotionPath: Equatable, Sendable {
  package let from: PixelRectangle
  package let to: PixelRectangle

  /// Returns the rectangle at a time 0…1, interpolated between the two ends.
  package func rectangle(at time: Double) -> PixelRectangle {
    let share = zoomed(Self.eased(time))
    func mixed(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    return PixelRectangle(
      x: mixed(from.x, to.x), y: mixed(from.y, to.y), width: mixed(from.width, to.width),
      height: mixed(from.height, to.height))
  }

  /// Returns the eased time: the speed rises from 0.4 to 1.6 times the mean, and falls to 0.4 again.
  static func eased(_ time: Double) -> Double {
    let time = max(0, min(1, time))
    return time - 0.6 * sin(2 * .pi * time) / (2 * .pi)
  }

  /// Maps the eased time 0…1 to an interpolation weight, so that equal steps of the eased time change the
  /// zoom by equal factors.
  private func zoomed(_ step: Double) -> Double {
    let factor = to.width / from.width
    guard abs(factor - 1) > 1e-6 else { return step }
    return (pow(factor, step) - 1) / (factor - 1)
  }
}
