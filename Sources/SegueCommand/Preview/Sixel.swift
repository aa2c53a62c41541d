/// Encodes a picture as sixels; transparent pixels are shown over black.
///
/// The 216 colors are six levels for each channel, with an ordered 8 × 8 dither that does not change between
/// frames.
///
/// - Source: VT330/VT340 Programmer Reference Manual, volume 2, chapter 14.
package func sixelPicture(_ picture: Bitmap) -> [UInt8] {
  let (width, height) = (picture.width, picture.height)
  let colors = (0..<216).map { color in
    let percents = [color / 36, color / 6 % 6, color % 6].map { 20 * $0 }
    return "#\(color);2;\(percents[0]);\(percents[1]);\(percents[2])"
  }
  var out = Array("\u{1b}P0;1q\"1;1;\(width);\(height)\(colors.joined())".utf8)
  /// The sixels (columns of six pixels) of each color in a band of six rows, and the range of columns in
  /// which the color occurs.
  var columns = [UInt8](repeating: 0, count: 216 * width)
  var spans = [Range<Int>?](repeating: nil, count: 216)
  for top in stride(from: 0, to: height, by: 6) {
    for y in top..<min(top + 6, height) {
      picture.withRow(y) { row in
        for x in row.indices {
          let color = ditheredColor(row[x], x, y)
          columns[color * width + x] |= 1 << (y - top)
          let span = spans[color] ?? x..<x
          spans[color] = min(span.lowerBound, x)..<max(span.upperBound, x + 1)
        }
      }
    }
    for color in spans.indices {
      guard let span = spans[color] else { continue }
      out += "#\(color)".utf8
      append(0, span.lowerBound, to: &out)
      var start = span.lowerBound
      while start < span.upperBound {
        let value = columns[color * width + start]
        var end = start
        while end < span.upperBound, columns[color * width + end] == value {
          columns[color * width + end] = 0
          end += 1
        }
        append(value, end - start, to: &out)
        start = end
      }
      out.append(UInt8(ascii: "$"))
      spans[color] = nil
    }
    out.append(UInt8(ascii: "-"))
  }
  return out + "\u{1b}\\".utf8
}

/// Appends a column of six pixels that is repeated `count` times.
private func append(_ column: UInt8, _ count: Int, to out: inout [UInt8]) {
  if count > 3 {
    out += "!\(count)".utf8
    out.append(63 + column)
  } else {
    for _ in 0..<count { out.append(63 + column) }
  }
}

/// Returns the number of a pixel's color: each channel is rounded to one of six levels, up or down by the
/// threshold at the pixel's position.
private func ditheredColor(_ pixel: Pixel, _ x: Int, _ y: Int) -> Int {
  let threshold = thresholds[y % 8 * 8 + x % 8]
  func step(_ value: UInt8) -> Int { (Int(value) * 640 + threshold) / 32640 }
  return 36 * step(pixel.red) + 6 * step(pixel.green) + step(pixel.blue)
}

/// The thresholds of the dither, evenly spaced, in the order of Bayer's 8 × 8 matrix; the difference of two
/// adjacent color levels is 32640 (255 · 128).
private let thresholds: [Int] = (0..<64).map { index in
  let (x, y) = (index % 8, index / 8)
  var rank = 0
  for bit in 0..<3 {
    let (a, b) = ((x ^ y) >> bit & 1, y >> bit & 1)
    rank |= (2 * a + b) << (4 - 2 * bit)
  }
  return (2 * rank + 1) * 255
}
