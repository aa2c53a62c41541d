public import SeguePixels
public import SegueTransitions

/// Frames of a transition side by side in one picture, row by row.
///
///     let sheet = try ContactSheet(times: FrameTimes(frames: 12)).render(renderer)
///
/// Frames are rendered at full size and shrunk, so that blocks look as they do in the frames.
public struct ContactSheet: Sendable {
  /// When the frames are taken.
  public let times: FrameTimes
  /// Frames in a row.
  public let columns: Int
  /// Width of a frame on the sheet, in pixels; the height follows.
  public let tileWidth: Int
  /// Pixels between frames.
  public let gap: Int
  /// What shows between them.
  public let background: Pixel

  /// Describes a sheet; numbers below 1 (0 for the gap) are raised to that.
  public init(
    times: FrameTimes, columns: Int = 4, tileWidth: Int = 320, gap: Int = 8, background: Pixel = .clear
  ) {
    self.times = times
    self.columns = max(1, min(columns, times.count))
    self.tileWidth = max(1, tileWidth)
    self.gap = max(0, gap)
    self.background = background
  }

  /// The size of the sheet for frames of a size.
  public func size(for frame: PixelSize) -> PixelSize {
    let tile = tile(for: frame)
    let rows = (times.count + columns - 1) / columns
    return PixelSize(
      width: columns * (tile.width + gap) - gap, height: rows * (tile.height + gap) - gap)
  }

  /// Renders the sheet.
  ///
  /// - Throws: `RenderError` where the sheet is too large or memory is out.
  public func render(_ renderer: TransitionRenderer, threads: Int = 1) throws(RenderError) -> Bitmap {
    let tile = tile(for: renderer.size)
    var sheet = try Bitmap(size(for: renderer.size), filledWith: background)
    for (index, time) in times.enumerated() {
      let execution = Execution(threads: threads, level: renderer.level)
      let frame = try renderer.frame(atTime: time, execution).resized(to: tile, execution)
      let left = index % columns * (tile.width + gap)
      let top = index / columns * (tile.height + gap)
      for y in 0..<tile.height {
        frame.withRow(y) { row in
          sheet.withMutableRow(top + y) { out in for x in 0..<tile.width { out[left + x] = row[x] } }
        }
      }
    }
    return sheet
  }

  private func tile(for frame: PixelSize) -> PixelSize {
    let height = (Double(frame.height) * Double(tileWidth) / Double(frame.width)).rounded()
    return PixelSize(width: tileWidth, height: max(1, Int(min(height, 1e9))))
  }
}
