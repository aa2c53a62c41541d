package import SeguePixels
import SegueRendering
import Synchronization

/// A hole in a picture: a rectangle in whole pixels, with rounded corners.
package struct Hole: Hashable, Sendable {
  let left: Int
  let top: Int
  let width: Int
  let height: Int
  let cornerRadius: Double

  /// Makes a hole from a rectangle; the radius is limited to half of the shorter side.
  package init(_ part: PixelRectangle, cornerRadius: Double) {
    (left, top) = (Int(part.x), Int(part.y))
    (width, height) = (Int(part.width), Int(part.height))
    self.cornerRadius = max(0, min(cornerRadius, part.width / 2, part.height / 2))
  }

  /// Returns the columns of the hole in row `y`: all pixels whose centers are inside the hole.
  func columns(of y: Int) -> Range<Int> {
    guard y >= top, y < top + height else { return left..<left }
    let row = Double(y - top) + 0.5
    let down = max(cornerRadius - row, row - (Double(height) - cornerRadius), 0)
    let across = cornerRadius - (cornerRadius * cornerRadius - down * down).squareRoot()
    let first = Int((across - 0.5).rounded(.up))
    return left + first..<max(left + first, left + width - first)
  }

  /// Returns whether a pixel is in the hole.
  package func contains(_ x: Int, _ y: Int) -> Bool { columns(of: y).contains(x) }
}

/// Fills the holes of pictures, and caches the last result.
final class FilledPicture: Sendable {
  private let given: Bitmap?
  private let background: Pixel
  private let made = Mutex<(picture: Bitmap, holes: [Hole], filled: Bitmap)?>(nil)

  /// Makes a cache that fills holes from `given`, a picture of the same size.
  ///
  /// If `given` is nil, a hole is filled from the pixels around it, or with the background color if there are
  /// no such pixels.
  init(from given: Bitmap?, _ background: Pixel) {
    self.given = given
    self.background = background
  }

  func callAsFunction(
    _ picture: Bitmap, without holes: [Hole], _ execution: Execution
  ) throws(RenderError) -> Bitmap {
    if holes.isEmpty { return picture }
    if let given, given.size != picture.size { throw .sizesDiffer(given.size, picture.size) }
    return try made.withLock { (made) throws(RenderError) in
      if let made, made.picture == picture, made.holes == holes { return made.filled }
      let filled = try picture.filling(holes, from: given, background: background, execution)
      made = (picture, holes, filled)
      return filled
    }
  }
}

extension Bitmap {
  /// Returns the picture with its holes filled, from another picture of the same size or from the surrounding
  /// pixels.
  ///
  /// Each pixel of a hole becomes a weighted mean of four averages, one for each side of the hole. The
  /// average for a side is taken over pixels just outside the hole, in a window centered on the pixel's
  /// column (for the top and bottom side) or row (for the left and right side). If the side is d pixels away,
  /// the window reaches about d pixels in both directions, and the average has the weight 1/d². So the
  /// filling is sharp at the hole's edge and soft in the middle. Pixels of other holes are ignored; if no
  /// pixels remain, the hole gets the background color. A hole in which a pixel is not opaque becomes
  /// transparent, unless it is filled from another picture.
  package func filling(
    _ holes: [Hole], from given: Bitmap? = nil, background: Pixel, _ execution: Execution
  ) throws(RenderError) -> Bitmap {
    let surroundings = given == nil ? holes.map { Surroundings(of: $0, in: self, without: holes) } : []
    let isClear = holes.map { hole in
      given == nil && !isOpaque
        && (hole.top..<hole.top + hole.height).contains { y in
          withRow(y) { row in hole.columns(of: y).contains { row[$0].alpha < 255 } }
        }
    }
    var filled = try Bitmap(uninitialized: size)
    try filled.overwrite(threads: execution.threads) { (band) throws(RenderError) in
      for y in band.rows {
        try band.withRow(y) { row in
          withRow(y) { row.copy(from: $0) }
          for (index, hole) in holes.enumerated() {
            for x in hole.columns(of: y) {
              if isClear[index] {
                row[x] = .clear
                continue
              }
              let color = given.map { $0[x, y] } ?? surroundings[index].color(x - hole.left, y - hole.top)
              row[x] = color ?? background
            }
          }
        }
      }
    }
    return filled
  }
}

/// The lines of pixels just outside the four sides of a hole.
private struct Surroundings {
  /// A line of pixels as prefix sums: the mean of any window takes one subtraction and one division.
  private struct Line {
    /// Prefix sums of the four channels, and of the number of pixels.
    private var sums: [SIMD8<Float>]

    init(_ pixels: [Pixel?]) {
      sums = [.zero]
      var sum = SIMD8<Float>.zero
      for pixel in pixels {
        if let pixel {
          sum += SIMD8(
            Float(pixel.red), Float(pixel.green), Float(pixel.blue), Float(pixel.alpha), 1, 0, 0, 0)
        }
        sums.append(sum)
      }
    }

    /// Returns the mean of the pixels within `distance` of a position on the line, multiplied by 1/distance².
    func sum(about place: Int, _ distance: Int) -> SIMD8<Float> {
      if sums.isEmpty { return .zero }
      let (first, last) = (max(0, place - distance + 1), min(sums.count - 1, place + distance))
      // Divides by the length inside the line, so that a window that extends beyond the line has full weight.
      // Pixels of other holes add neither color nor weight.
      return (sums[last] - sums[first]) / (Float(last - first) * Float(distance) * Float(distance))
    }
  }

  private let above: Line
  private let below: Line
  private let left: Line
  private let right: Line
  private let hole: Hole

  init(of hole: Hole, in picture: Bitmap, without holes: [Hole]) {
    self.hole = hole
    let others = holes.filter { $0 != hole }
    func pixel(_ x: Int, _ y: Int) -> Pixel? {
      guard x >= 0, y >= 0, x < picture.width, y < picture.height else { return nil }
      return others.contains { $0.contains(x, y) } ? nil : picture[x, y]
    }
    let columns = hole.left..<hole.left + hole.width
    let rows = hole.top..<hole.top + hole.height
    above = Line(columns.map { pixel($0, hole.top - 1) })
    below = Line(columns.map { pixel($0, hole.top + hole.height) })
    left = Line(rows.map { pixel(hole.left - 1, $0) })
    right = Line(rows.map { pixel(hole.left + hole.width, $0) })
  }

  /// Returns the fill color of a pixel, at a position relative to the hole's top left corner; nil if there
  /// are no surrounding pixels.
  func color(_ x: Int, _ y: Int) -> Pixel? {
    let sum =
      above.sum(about: x, y + 1) + below.sum(about: x, hole.height - y) + left.sum(about: y, x + 1)
      + right.sum(about: y, hole.width - x)
    guard sum[4] > 0 else { return nil }
    let mean = sum / sum[4] + 0.5
    return Pixel(
      red: UInt8(mean[0]), green: UInt8(mean[1]), blue: UInt8(mean[2]), alpha: UInt8(mean[3]))
  }
}
