/// Draws pictures with the character `▀`.
///
/// In each character, the foreground color shows the upper of two pixels, and the background color the lower
/// pixel.
///
/// Only characters that have changed are written.
package struct HalfBlocks {
  /// The kind of color codes that a terminal supports.
  package enum Colors: Sendable {
    /// 24-bit RGB colors.
    case all
    /// 256 colors: for each pixel, the nearest color in xterm's palette.
    case palette

    /// Chooses the kind of codes by the environment variable COLORTERM.
    package init(environment: [String: String]) {
      self = ["truecolor", "24bit"].contains(environment["COLORTERM"]) ? .all : .palette
    }
  }

  /// The kind of color codes.
  package let colors: Colors
  private var shown: [Cell] = []
  private var place: [Int] = []

  private struct Cell: Equatable {
    let top, bottom: Int
  }

  /// Makes an instance for a cleared screen, on which every character must be drawn.
  package init(_ colors: Colors) { self.colors = colors }

  /// Returns the characters and codes that draw a picture of even height; transparent pixels are shown over
  /// black.
  package mutating func draw(_ picture: Bitmap, left: Int, top: Int) -> String {
    let newPlace = [left, top, picture.width, picture.height]
    let isNew = newPlace != place
    place = newPlace
    let cells = cells(of: picture)
    var text = ""
    var last: Cell?
    for row in 0..<picture.height / 2 {
      var isFollowing = false
      for column in 0..<picture.width {
        let index = row * picture.width + column
        let cell = cells[index]
        guard isNew || cell != shown[index] else {
          isFollowing = false
          continue
        }
        if !isFollowing { text += cursor(to: left + column, top + row) }
        if cell.top != last?.top { text += code(38, cell.top) }
        if cell.bottom != last?.bottom { text += code(48, cell.bottom) }
        text += "▀"
        isFollowing = true
        last = cell
      }
    }
    shown = cells
    return text.isEmpty ? "" : text + "\u{1b}[0m"
  }

  private func cells(of picture: Bitmap) -> [Cell] {
    var cells: [Cell] = []
    cells.reserveCapacity(picture.width * picture.height / 2)
    for y in stride(from: 0, to: picture.height - 1, by: 2) {
      picture.withRow(y) { top in
        picture.withRow(y + 1) { bottom in
          for x in top.indices { cells.append(Cell(top: color(top[x]), bottom: color(bottom[x]))) }
        }
      }
    }
    return cells
  }

  private func color(_ pixel: Pixel) -> Int {
    let (red, green, blue) = (Int(pixel.red), Int(pixel.green), Int(pixel.blue))
    return colors == .all ? red << 16 | green << 8 | blue : nearestOfPalette(red, green, blue)
  }

  private func code(_ kind: Int, _ color: Int) -> String {
    switch colors {
    case .all: "\u{1b}[\(kind);2;\(color >> 16);\(color >> 8 & 255);\(color & 255)m"
    case .palette: "\u{1b}[\(kind);5;\(color)m"
    }
  }
}

/// Returns the number of the nearest color in xterm's palette: a 6 × 6 × 6 cube (from 16 on) and 24 grays
/// (from 232 on).
package func nearestOfPalette(_ red: Int, _ green: Int, _ blue: Int) -> Int {
  func step(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
  func value(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
  func error(_ r: Int, _ g: Int, _ b: Int) -> Int {
    (r - red) * (r - red) + (g - green) * (g - green) + (b - blue) * (b - blue)
  }
  let steps = [red, green, blue].map(step)
  let gray = max(0, min(23, (red + green + blue - 9) / 30))
  let grayValue = 8 + 10 * gray
  return error(grayValue, grayValue, grayValue) < error(value(steps[0]), value(steps[1]), value(steps[2]))
    ? 232 + gray : 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
}
