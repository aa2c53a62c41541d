import SegueFiles

extension String {
  /// Returns the string, padded on the right with spaces.
  func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// Returns the string, padded on the left with spaces.
  func leftPadded(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

/// Makes a text safe for one line: control characters become spaces, and bytes that are not UTF-8 appear as
/// `\xE9`.
func oneLine(_ text: String) -> String {
  FileName.shown(text).unicodeScalars.map {
    $0.properties.generalCategory == .control ? " " : String($0)
  }.joined()
}

/// Formats a number of bytes, with a unit.
func byteText(_ count: Int) -> String {
  guard count >= 1000 else { return counted(count, "byte") }
  var (value, units) = (Double(count) / 1000, ["kB", "MB", "GB", "TB"][...])
  while value >= 999.5, units.count > 1 {
    value /= 1000
    units.removeFirst()
  }
  return "\(fixed(value, value < 9.95 ? 1 : 0)) \(units.first ?? "")"
}

/// Formats a number with a fixed number of decimals.
func fixed(_ value: Double, _ digits: Int) -> String {
  let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
  // Returns a number beyond the range of Int unrounded, since it has no decimals.
  guard let scaled = Int(exactly: (value * Double(scale)).rounded()) else { return "\(value)" }
  guard digits > 0 else { return "\(scaled)" }
  let fraction = "\(scaled % scale)"
  return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
}
