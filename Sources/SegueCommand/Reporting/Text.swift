extension String {
  /// Filled with spaces on the right to so many characters.
  func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// Filled with spaces on the left to so many characters.
  func leftPadded(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
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
