import SegueFilters
package import SeguePixels
package import SegueRendering
import SegueTransitions

/// The pictures of a slideshow, each with its own filters.
///
/// The filters of a picture are applied once if the picture has no motion and none of its filters is
/// animated; otherwise, all of them are applied to each frame.
struct SlidePictures: Sendable {
  let show: Slideshow
  let light: Light
  let level: SIMDLevel

  private func filters(of image: Int) -> [any Filter] {
    show.filters.indices.contains(image) ? show.filters[image] : []
  }

  /// Applies the filters of a picture to the decoded picture, if their result is the same in all frames.
  func prepared(_ picture: ShownPicture, _ image: Int) throws -> ShownPicture {
    guard case .still(let bitmap) = picture, !filters(of: image).isEmpty, !changes(picture, image) else {
      return picture
    }
    return .still(try filtered(bitmap, image, at: 0).rendered(as: bitmap.depth, Execution(level: level)))
  }

  /// Whether the frames of a picture differ while the picture is held.
  func changes(_ picture: ShownPicture, _ image: Int) -> Bool {
    picture.isMoving || filters(of: image).contains(where: \.isAnimated)
  }

  /// Returns the rows, at a frame, of a picture that `prepared` returned, with the picture's motion and
  /// filters; filters that `prepared` has applied are not applied again.
  func rows(_ picture: ShownPicture, _ image: Int, at frame: Int) throws -> any RowSource {
    let time = show.motionTime(of: image, at: frame)
    guard !filters(of: image).isEmpty, changes(picture, image) else {
      return try picture.rows(at: time).mixed(in: light)
    }
    return try filtered(picture.frame(at: time, light: light, level), image, at: time)
  }

  /// Renders a prepared picture to a bitmap, with its motion and filters at a frame.
  func bitmap(_ picture: ShownPicture, _ image: Int, at frame: Int) throws -> Bitmap {
    try rows(picture, image, at: frame).rendered(as: picture.depth, Execution(level: level))
  }

  private func filtered(_ bitmap: Bitmap, _ image: Int, at time: Double) throws -> any RowSource {
    let seconds = Double(show.frames(of: image).count - 1) / show.rate.perSecond
    return try Chain.from.filtered(by: filters(of: image), bitmap, at: time, seconds: seconds, light)
  }
}

extension Chain {
  /// Returns the filtered rows of a picture; formulas in filters get the elapsed share 0…1 of the time for
  /// which the picture is visible.
  package func filtered(
    by filters: [any Filter], _ picture: Bitmap, at time: Double, seconds: Double, _ light: Light
  ) throws(RenderError) -> any RowSource {
    let time = max(0, min(1, time))
    return try filters.reduce(self) { .filter($0, $1) }
      .rows(from: picture, to: picture, at: FrameMoment(progress: time, duration: max(seconds, 1e-3)))
      .mixed(in: light)
  }
}
