// A stroke font: for each character, the strokes of a pen. A stroke is a list of points; a point has two
// base-36 digits, x and y. Capitals extend from y = 0 down to e (14); small letters begin at 4; descenders
// end at i (18). A stroke that begins with `~` is a chain of quadratic Bézier curves as in TrueType: its
// first and last points are on the curve, and the points between them are control points. If the first and
// last points are equal, the curve is closed, and all points are control points.
private let glyphs: [Character: String] = [
  "A": "0e50ae 2989", "B": "000e ~003080873707 ~0737979e3e0e", "C": "~a3a0000eaeab",
  "D": "000e ~0030a0ae3e0e", "E": "80000e8e 0777", "F": "80000e 0777", "G": "~a3a0000eaea8 a868",
  "H": "000e 909e 0797", "I": "000e",
  "J": "~606a6e0e0b", "K": "000e 8009 368e", "L": "000e7e", "M": "0e006ac0ce", "N": "0e009e90",
  "O": "~00b0be0e00", "P": "000e ~003090983808", "Q": "~00b0be0e00 7abf", "R": "000e ~003090983808 589e",
  "S": "~93900007979e0e0b", "T": "00a0 505e", "U": "~00070eaea7a0", "V": "005ea0", "W": "003e72bee0",
  "X": "009e 900e", "Y": "0057a0 575e", "Z": "00900e9e",
  "a": "~04848e0e04 848e", "b": "000e ~04848e0e04", "c": "~8784040e8e8b", "d": "808e ~04848e0e04",
  "e": "0989 ~8984040e8e8c", "f": "~5020262e 0454", "g": "~04848e0e04 ~848c8i0i0g", "h": "000e ~0904848a8e",
  "i": "040e 00", "j": "~343c3i0i 30", "k": "000e 740a 387e", "l": "000e",
  "m": "040e ~0904646a6e ~6964c4cace", "n": "040e ~0904848a8e", "o": "~04949e0e04", "p": "040i ~04848e0e04",
  "q": "848i ~04848e0e04",
  "r": "040e ~090454", "s": "~76740409797e0e0c", "t": "~212a2e5e 0454", "u": "848e ~04080e8e89",
  "v": "044e84", "w": "043e659ec4", "x": "047e 740e", "y": "044e 842i", "z": "04740e7e",
  "0": "~00909e0e00", "1": "03404e", "2": "~040090960e 0e9e", "3": "~0300808737 ~37979e0e0b",
  "4": "7e700a9a", "5": "801006 ~0645959e0e0c", "6": "~06969e0e06 ~0a0370", "7": "00903e",
  "8": "~1080861610 ~06969e0e06", "9": "~0090980800 ~949b2e",
  " ": "11", ".": "0e", ",": "1e0g", ":": "06 0e", "-": "0959", "+": "0989 454d", "/": "0f60", "'": "0003",
  "?": "~03008087474a 4e", "°": "~0050550500", "·": "08", "%": "~0050560600 ~78c8ce7e78 1eb0",
  "_": "0g8g", "=": "0787 0b8b", "(": "~40070e4i", ")": "~00474e0i",
]

/// The alignment of a line of text.
package enum PenAlignment: Sendable { case left, center, right }

/// A line of text, as strokes of a round pen.
///
/// Most of ASCII and a few more characters are supported; other characters are drawn as question marks.
package struct PenText: Sendable {
  /// The strokes of each letter that is not a space, in pixels.
  package let letters: [PenStrokes]
  /// The width of the line in pixels.
  package let width: Float

  /// Lays out a line with its baseline at `y`, aligned to `x`.
  ///
  /// `size` is the height of capitals in pixels; `weight` is the pen's width as a fraction of `size`.
  package init(
    _ string: String, _ x: Float, _ y: Float, size: Float, weight: Float = 0.125,
    _ alignment: PenAlignment = .left
  ) {
    let unit = size / 14
    let pen = max(1.1, size * weight)
    let gap = 2.6 + pen / unit
    let letters = string.map { $0 == " " ? [[SIMD2(2, 14)]] : strokes(of: $0) }
    let widths = letters.map { ($0.joined().map(\.x).max() ?? 0) + gap }
    width = max(0, widths.reduce(0, +) - 2.6) * unit
    var place = (alignment == .left ? x : alignment == .center ? x - width / 2 : x - width) + pen / 2
    var drawn: [PenStrokes] = []
    for (character, (letter, advance)) in zip(string, zip(letters, widths)) {
      defer { place += advance * unit }
      guard character != " " else { continue }
      let lines = letter.map { $0.map { SIMD2(place, y - size - pen / 2) + $0 * unit } }
      drawn.append(PenStrokes(lines, width: pen))
    }
    self.letters = drawn
  }
}

private func strokes(of character: Character) -> [[SIMD2<Float>]] {
  (glyphs[character] ?? glyphs["?"] ?? "").split(separator: " ").map { run in
    let digits = run.compactMap { Int(String($0), radix: 36) }.map(Float.init)
    let points = stride(from: 0, to: digits.count - 1, by: 2).map { SIMD2(digits[$0], digits[$0 + 1]) }
    return run.hasPrefix("~") ? curve(through: points) : points
  }
}

/// Converts a chain of quadratic Bézier curves to a polyline; needs at least two points.
///
/// As in TrueType, the first and last points are on the curve, and the points between them are control
/// points. If the first and last points are equal, the curve is closed, and all points are control points.
package func curve(through points: [SIMD2<Float>]) -> [SIMD2<Float>] {
  let closed = points.first == points.last
  let last = points.count - 1
  var line: [SIMD2<Float>] = []
  for i in (closed ? 0 : 1)..<last {
    let control = points[i]
    let before = points[i > 0 ? i - 1 : last - 1]
    let from = i == 1 && !closed ? before : (before + control) / 2
    let to = i == last - 1 && !closed ? points[last] : (control + points[i + 1]) / 2
    for step in 0...8 {
      let t = Float(step) / 8
      line.append(from * (1 - t) * (1 - t) + control * 2 * t * (1 - t) + to * t * t)
    }
  }
  return line
}
