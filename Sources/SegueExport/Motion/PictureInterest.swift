package import SeguePixels

/// A map of a picture's detail and local contrast, which finds the most interesting part.
package struct PictureInterest {
  /// The number of samples across and down.
  let columns: Int
  let rows: Int
  /// The summed-area table of the interest, which is a number for each sample.
  private let sums: AreaSums

  /// The maximum number of samples along a side.
  private static let maxSide = 160

  package init(of picture: Bitmap) {
    let step = max(1, (max(picture.width, picture.height) + Self.maxSide - 1) / Self.maxSide)
    (columns, rows) = ((picture.width + step - 1) / step, (picture.height + step - 1) / step)
    let (columns, rows) = (columns, rows)
    let colors = Self.colors(of: picture, step, columns, rows)
    let areas = AreaSums(columns, rows) { colors[$1 * columns + $0] }
    /// Returns the luma of a sample; its coordinates are clamped to the edge of the picture.
    func luma(_ x: Int, _ y: Int) -> Double {
      let color = colors[max(0, min(rows - 1, y)) * columns + max(0, min(columns - 1, x))]
      return 0.299 * color.x + 0.587 * color.y + 0.114 * color.z
    }
    // Takes square roots, so that a hard edge, such as a horizon, does not outweigh all other samples.
    sums = AreaSums(columns, rows) { x, y in
      let across = luma(x + 1, y) - luma(x - 1, y)
      let down = luma(x, y + 1) - luma(x, y - 1)
      let detail = (across * across + down * down).squareRoot()
      // The contrast of an area of 5 × 5 samples with its surroundings of 25 × 25; small for fine textures.
      let other = areas.mean(x, y, radius: 2) - areas.mean(x, y, radius: 12)
      let contrast = (other * other).sum().squareRoot()
      return SIMD4(0.5 * detail.squareRoot() + 2 * contrast.squareRoot(), 0, 0, 0)
    }
  }

  /// Returns the colors of samples, each the mean of up to nine pixels, as red, green and blue in 0…255.
  private static func colors(
    of picture: Bitmap, _ step: Int, _ columns: Int, _ rows: Int
  ) -> [SIMD4<Double>] {
    var colors: [SIMD4<Double>] = []
    colors.reserveCapacity(columns * rows)
    let offsets = step < 3 ? [0] : [step / 4, step / 2, 3 * step / 4]
    for row in 0..<rows {
      for column in 0..<columns {
        var sum = SIMD4<Double>()
        for down in offsets {
          for across in offsets {
            let pixel = picture[
              min(picture.width - 1, column * step + across), min(picture.height - 1, row * step + down)]
            sum += SIMD4(Double(pixel.red), Double(pixel.green), Double(pixel.blue), 0)
          }
        }
        colors.append(sum / Double(offsets.count * offsets.count))
      }
    }
    return colors
  }

  /// Returns the center of the most interesting window, in fractions of the picture.
  ///
  /// The interest of a window falls by up to about a third with its distance from a point slightly above the
  /// center, where faces usually are.
  ///
  /// - Parameters:
  ///   - width: The width of the window as a fraction of the picture's width, 0…1.
  ///   - height: The height of the window as a fraction of the picture's height, 0…1.
  /// - Returns: The center in fractions 0…1.
  package func focus(width: Double, height: Double) -> (x: Double, y: Double) {
    let across = max(1, min(columns, Int((width * Double(columns)).rounded())))
    let down = max(1, min(rows, Int((height * Double(rows)).rounded())))
    func offset(_ start: Int, _ count: Int, of all: Int) -> Double {
      (Double(start) + Double(count) / 2) / Double(all) - 0.5
    }
    var best = (interest: -1.0, x: 0.5, y: 0.5)
    for top in 0...rows - down {
      for left in 0...columns - across {
        let inside = sums.sum(left..<left + across, top..<top + down).x
        let (x, y) = (offset(left, across, of: columns), offset(top, down, of: rows))
        let interest = inside * (1 - 0.67 * (x * x + (y + 0.08) * (y + 0.08)))
        if interest > best.interest { best = (interest, x + 0.5, y + 0.5) }
      }
    }
    return (best.x, best.y)
  }
}

/// A summed-area table, which gives the sum over a rectangle from four entries.
private struct AreaSums {
  private let columns: Int
  private let rows: Int
  /// For each corner of a sample, the sum over all samples to the left of and above the corner; the first row
  /// and the first column are zeros.
  private var sums: [SIMD4<Double>]

  init(_ columns: Int, _ rows: Int, _ sample: (_ x: Int, _ y: Int) -> SIMD4<Double>) {
    (self.columns, self.rows) = (columns, rows)
    sums = Array(repeating: .zero, count: (columns + 1) * (rows + 1))
    for y in 0..<rows {
      var line = SIMD4<Double>.zero
      for x in 0..<columns {
        line += sample(x, y)
        sums[(y + 1) * (columns + 1) + x + 1] = sums[y * (columns + 1) + x + 1] + line
      }
    }
  }

  func sum(_ x: Range<Int>, _ y: Range<Int>) -> SIMD4<Double> {
    func corner(_ x: Int, _ y: Int) -> SIMD4<Double> { sums[y * (columns + 1) + x] }
    return corner(x.upperBound, y.upperBound) - corner(x.lowerBound, y.upperBound)
      - corner(x.upperBound, y.lowerBound) + corner(x.lowerBound, y.lowerBound)
  }

  /// Returns the mean of the samples within a distance along both axes; samples outside the picture are
  /// skipped.
  func mean(_ x: Int, _ y: Int, radius: Int) -> SIMD4<Double> {
    let across = max(0, x - radius)..<min(columns, x + radius + 1)
    let down = max(0, y - radius)..<min(rows, y + radius + 1)
    return sum(across, down) / Double(across.count * down.count)
  }
}
