/// A shader's source as bytes, without line continuations, followed by its included files.
///
/// Offsets count these bytes.
package struct SourceText: Sendable {
  let file: String
  /// The UTF-8 bytes without line continuations: a backslash before a line break is left out, together with
  /// the line break.
  private(set) var bytes: [UInt8] = []
  private var original: [UInt8] = []
  /// The number of characters before each 256th byte of `original`, for fast computation of columns in long
  /// lines.
  private var characters = [0]
  /// The offset of the start of each line in `original`.
  private var lineStarts: [Int] = []
  /// The differences between offsets in `original` and in `bytes`; each entry applies to offsets in `bytes`
  /// from `from` on.
  private var shifts: [(from: Int, by: Int)] = []
  /// The files, each with the number of its first line in the whole text.
  private var files: [(name: String, firstLine: Int)] = []

  /// Makes a source from a text, preceded by the texts of `before`.
  package init(_ text: String, file: String, before: [(source: String, file: String)] = []) {
    self.file = file
    for part in before + [(text, file)] { append(part.0, file: part.1) }
  }

  /// Appends the text of a file; returns its range.
  @discardableResult
  mutating func append(_ text: String, file: String) -> Range<Int> {
    // A line break separates files.
    if !files.isEmpty {
      original.append(UInt8(ascii: "\n"))
      bytes.append(UInt8(ascii: "\n"))
    }
    let start = bytes.count
    var index = original.count
    original += Array(Includes.unmarked(text).utf8)
    bytes.reserveCapacity(original.count)
    while characters.count << 8 <= original.count {
      let end = characters.count << 8
      characters.append(characters[characters.count - 1] + Self.characters(in: original[(end - 256)..<end]))
    }
    lineStarts.append(index)
    files.append((file, lineStarts.count))
    shifts.append((start, index - start))
    while index < original.count {
      let byte = original[index]
      let next = index + 1 < original.count ? original[index + 1] : 0
      if byte == UInt8(ascii: "\\"), next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r") {
        let isPair =
          next == UInt8(ascii: "\r") && index + 2 < original.count
          && original[index + 2] == UInt8(ascii: "\n")
        index += isPair ? 3 : 2
        lineStarts.append(index)
        shifts.append((bytes.count, index - bytes.count))
        continue
      }
      bytes.append(byte)
      index += 1
      if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && next != UInt8(ascii: "\n")) {
        lineStarts.append(index)
      }
    }
    return start..<bytes.count
  }

  /// Returns the file of a line, and the number of the line in this file.
  func origin(ofLine line: Int) -> (file: String, line: Int) {
    let part = files[lastIndex(in: files.count) { files[$0].firstLine <= line }]
    return (part.name, line - part.firstLine + 1)
  }

  /// Returns the file of an offset, and the line number in this file.
  func origin(of offset: Int) -> (file: String, line: Int) { origin(ofLine: location(of: offset).line) }

  /// Returns the end of an offset's line, before its line break.
  func endOfLine(from offset: Int) -> Int {
    bytes[offset...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func location(of offset: Int) -> SourcePosition {
    let shift = shifts[lastIndex(in: shifts.count) { shifts[$0].from <= offset }].by
    let place = min(offset + shift, original.count)
    let line = lastIndex(in: lineStarts.count) { lineStarts[$0] <= place }
    let column = characters(before: place) - characters(before: lineStarts[line])
    return SourcePosition(line: line + 1, column: column + 1)
  }

  private func characters(before place: Int) -> Int {
    characters[place >> 8] + Self.characters(in: original[(place & ~255)..<place])
  }

  /// Returns the number of characters, counted by their first UTF-8 bytes.
  private static func characters(in bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 & 0xC0 != 0x80 } }

  /// Returns the text of a line, numbered from 1, without its line break.
  func line(_ number: Int) -> String {
    let start = lineStarts[number - 1]
    let end = number < lineStarts.count ? lineStarts[number] : original.count
    let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    return String(decoding: original[start..<end].prefix { !isBreak($0) }, as: UTF8.self)
  }

  /// Returns the last index below `count` for which a condition holds, by bisection.
  ///
  /// The condition must hold for 0; once it fails for an index, it must fail for all larger indices.
  private func lastIndex(in count: Int, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
