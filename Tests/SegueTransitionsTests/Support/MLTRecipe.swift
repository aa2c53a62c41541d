import Foundation
import Testing

/// One of MLT's maps, drawn by MLT's steps, but at pixel centers and without rounding to integers.
struct MLTRecipe: Sendable, CustomTestStringConvertible {
  var number = 0
  /// Content of a strip: 0 for columns, 1 for circles, 2 for boxes, 3 for a clock hand.
  var type = 0
  /// Number of strips; −1 for a strip on each line.
  var bands = 1
  var rband = false
  var offset = 0.0
  var quart = false
  var dmirror = false
  var flip = false
  var flop = false
  var hmirror = false
  var vmirror = false
  var rotate = false

  var testDescription: String { "\(number)" }

  static let all: [MLTRecipe] = numbered([
    .init(), .init(bands: -1), .init(hmirror: true), .init(bands: -1, vmirror: true),
    .init(offset: 0.5, dmirror: true), .init(offset: 0.5, dmirror: true, flip: true),
    .init(offset: 0.5, quart: true, dmirror: true),
    .init(offset: 0.5, quart: true, dmirror: true, flip: true),
    .init(bands: 12), .init(bands: 12, rotate: true), .init(bands: 12, rband: true),
    .init(bands: 12, rband: true, vmirror: true), .init(bands: 12, rband: true, flop: true, rotate: true),
    .init(bands: 12, rband: true, vmirror: true, rotate: true),
    .init(offset: 0.5, dmirror: true, hmirror: true), .init(type: 1), .init(type: 1, bands: 2, rband: true),
    .init(type: 2), .init(type: 2, quart: true), .init(type: 2, quart: true, flip: true),
    .init(type: 2, bands: 2, quart: true), .init(type: 3),
  ])

  private static func numbered(_ recipes: [MLTRecipe]) -> [MLTRecipe] {
    recipes.enumerated().map { index, recipe in
      var recipe = recipe
      recipe.number = index + 1
      return recipe
    }
  }

  /// Draws the map values for a frame whose sides are multiples of 24.
  func draw(_ width: Int, _ height: Int) -> [Double] {
    var (w, h) = quart ? (2 * width, 2 * height) : (width, height)
    if rotate { swap(&w, &h) }
    let bands = bands < 0 ? h : bands
    let lines = h / bands
    let range = (!dmirror && (hmirror || vmirror) ? 2.0 : 1.0) / Double(bands)
    var image: [[Double]] = []
    for band in 0..<bands {
      let isBack = rband && band % 2 == 1
      let lower = (Double(band) + (isBack ? 1 : 0)) * range
      for line in 0..<lines {
        image.append(
          (0..<w).map { column in
            let value = value(column, line, w, lines)
            let sum =
              lower + (isBack ? -1 : 1) * range * value + 2 * offset * (Double(line) + 0.5) / Double(lines)
            // Mirroring overwrites half of these values; MLT's 16-bit integers wrap around.
            return type == 3 && sum < 0 ? sum + 1 : sum
          })
      }
    }
    if quart {
      (w, h) = (w / 2, h / 2)
      image = image.prefix(h).map { Array($0.prefix(w)) }
    }
    if dmirror && !quart {
      for y in 0..<h {
        for x in 0..<w * (h - y) / h { image[h - 1 - y][w - 1 - x] = image[y][x] }
      }
    }
    if flip { image = image.map { $0.reversed() } }
    if flop { image.reverse() }
    if hmirror {
      for y in 0..<h { for x in 0..<w / 2 { image[y][w - 1 - x] = image[y][x] } }
    }
    if vmirror {
      // The lower half is the upper half rotated by 180°.
      for y in 0..<h / 2 { image[h - 1 - y] = image[y].reversed() }
    }
    if rotate {
      image = (0..<w).map { column in (0..<h).reversed().map { image[$0][column] } }
    }
    return image.flatMap(\.self)
  }

  private func value(_ column: Int, _ line: Int, _ w: Int, _ lines: Int) -> Double {
    let (halfWidth, halfHeight) = (Double(w) / 2, Double(lines) / 2)
    let (x, y) = (Double(column) + 0.5 - halfWidth, Double(line) + 0.5 - halfHeight)
    switch type {
    case 1:
      return (x * x + y * y).squareRoot() / (halfWidth * halfWidth + halfHeight * halfHeight).squareRoot()
    case 2: return max(abs(x) / halfWidth, abs(y) / halfHeight)
    case 3:
      let sine = x / (x * x + y * y).squareRoot()
      return y < 0 ? sine / 4 : 0.5 - sine / 4
    default: return (Double(column) + 0.5) / Double(w)
    }
  }
}
