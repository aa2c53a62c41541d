import Segue
import SegueFiles

extension String {
  /// Filled with spaces on the right to so many characters.
  func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// Filled with spaces on the left to so many characters.
  func leftPadded(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

/// A text on one line: names of files may hold line breaks and what a terminal obeys, or bytes that are no text.
func oneLine(_ text: String) -> String {
  FileName.shown(text).unicodeScalars.map {
    $0.properties.generalCategory == .control ? " " : String($0)
  }.joined()
}

/// A number of bytes, as people read it.
func byteText(_ count: Int) -> String {
  guard count >= 1000 else { return counted(count, "byte") }
  var (value, units) = (Double(count) / 1000, ["kB", "MB", "GB", "TB"][...])
  while value >= 999.5, units.count > 1 {
    value /= 1000
    units.removeFirst()
  }
  return "\(fixed(value, value < 9.95 ? 1 : 0)) \(units.first ?? "")"
}

/// A number with so many digits after the point.
func fixed(_ value: Double, _ digits: Int) -> String {
  let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
  // Beyond an Int there are no digits behind the point either.
  guard let scaled = Int(exactly: (value * Double(scale)).rounded()) else { return "\(value)" }
  guard digits > 0 else { return "\(scaled)" }
  let fraction = "\(scaled % scale)"
  return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
}
