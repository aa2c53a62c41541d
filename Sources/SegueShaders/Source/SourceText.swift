/// A shader's source as bytes, with line continuations taken out.
///
/// Offsets count these bytes.
struct SourceText: Sendable {
  let file: String
  /// Whether files that it names may be read.
  let canInclude: Bool
  private let origins: [(file: String, line: Int)]
  /// UTF-8 without any backslash before a line break, and without that line break.
  let bytes: [UInt8]
  private let original: [UInt8]
  /// Where lines start in `original`.
  private let lineStarts: [Int]
  /// From an offset on, how far `original` is ahead.
  private let shifts: [(from: Int, by: Int)]

  /// Takes a text; `include` reads the files that it names, which are put in, and those of `before` are put before all.
  init(
    _ text: String, file: String, before: [(source: String, file: String)] = [],
    include: Includes.Reader? = nil
  ) {
    self.file = file
    canInclude = include != nil
    let whole = Includes(text, file: file, before: before) { include?($0) }
    origins = whole.origins
    let original = Array(whole.text.utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(original.count)
    var lineStarts = [0]
    var shifts = [(from: 0, by: 0)]
    var index = 0
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
    self.bytes = bytes
    self.original = original
    self.lineStarts = lineStarts
    self.shifts = shifts
  }

  /// The file that a line is of, and its number there.
  func origin(ofLine line: Int) -> (file: String, line: Int) {
    origins.indices.contains(line - 1) ? origins[line - 1] : (file, line)
  }

  /// The file that an offset is in, and its line there.
  func origin(of offset: Int) -> (file: String, line: Int) { origin(ofLine: location(of: offset).line) }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func location(of offset: Int) -> SourcePosition {
    let shift = shifts[lastIndex(in: shifts.count) { shifts[$0].from <= offset }].by
    let place = min(offset + shift, original.count)
    let line = lastIndex(in: lineStarts.count) { lineStarts[$0] <= place }
    // Characters are counted by their first bytes.
    let column = original[lineStarts[line]..<place].count { $0 & 0xC0 != 0x80 }
    return SourcePosition(line: line + 1, column: column + 1)
  }

  /// A line by its number from 1, without its line break.
  func line(_ number: Int) -> String {
    let start = lineStarts[number - 1]
    let end = number < lineStarts.count ? lineStarts[number] : original.count
    let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    return String(decoding: original[start..<end].prefix { !isBreak($0) }, as: UTF8.self)
  }

  /// The last index below `count` for which a condition holds that holds for 0 and then stops holding for good.
  private func lastIndex(in count: Int, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
