import Segue

/// A picture as sixels, transparency over black: 216 colors, six steps a channel, under an ordered dither of 8×8, which
/// stays where it is from frame to frame.
///
/// - Source: VT330/VT340 Programmer Reference Manual, volume 2, chapter 14.
package func sixelPicture(_ picture: Bitmap) -> [UInt8] {
  let (width, height) = (picture.width, picture.height)
  let colors = (0..<216).map { color in
    let percents = [color / 36, color / 6 % 6, color % 6].map { 20 * $0 }
    return "#\(color);2;\(percents[0]);\(percents[1]);\(percents[2])"
  }
  var out = Array("\u{1b}P0;1q\"1;1;\(width);\(height)\(colors.joined())".utf8)
  /// The columns of six pixels of each color in a band, and from where to where it has any.
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

/// Appends a column of six pixels so many times.
private func append(_ column: UInt8, _ count: Int, to out: inout [UInt8]) {
  if count > 3 {
    out += "!\(count)".utf8
    out.append(63 + column)
  } else {
    for _ in 0..<count { out.append(63 + column) }
  }
}

/// The color of a pixel: each channel on the step below or above it, as the threshold of its place says.
private func ditheredColor(_ pixel: Pixel, _ x: Int, _ y: Int) -> Int {
  let threshold = thresholds[y % 8 * 8 + x % 8]
  func step(_ value: UInt8) -> Int { (Int(value) * 640 + threshold) / 32640 }
  return 36 * step(pixel.red) + 6 * step(pixel.green) + step(pixel.blue)
}

/// Bayer's 8×8 matrix, in 255ths of 128ths of a step: an even spread of thresholds between two steps.
private let thresholds: [Int] = (0..<64).map { index in
  let (x, y) = (index % 8, index / 8)
  var rank = 0
  for bit in 0..<3 {
    let (a, b) = ((x ^ y) >> bit & 1, y >> bit & 1)
    rank |= (2 * a + b) << (4 - 2 * bit)
  }
  return (2 * rank + 1) * 255
}
