import SegueRendering

extension ColorTable {
  /// Parses a `.cube` file with curves or a 3D table.
  ///
  ///     let film = try ColorTable(cube: bytes)
  ///     print(film.title, film.shape)
  ///
  /// All line endings are accepted. `LUT_1D_INPUT_RANGE` and `LUT_3D_INPUT_RANGE`, which some programs write,
  /// set the domain.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: `ColorTableError` with the number of the wrong line, if a single line is wrong.
  /// - Cost: two million colors take 0.8 seconds; each color takes 16 bytes.
  /// - Source: Cube LUT Specification, Version 1.0, Adobe.
  public init(cube bytes: [UInt8]) throws(ColorTableError) {
    var reader = CubeReader(bytes)
    self = try reader.table()
  }

  /// Parses the text of a `.cube` file.
  ///
  /// - Throws: `ColorTableError` with the number of the wrong line, if a single line is wrong.
  public init(cube text: String) throws(ColorTableError) { try self.init(cube: Array(text.utf8)) }
}

private struct CubeReader {
  private enum Keyword: String, CaseIterable {
    case title = "TITLE"
    case lowest = "DOMAIN_MIN"
    case highest = "DOMAIN_MAX"
    case curves = "LUT_1D_SIZE"
    case cube = "LUT_3D_SIZE"
    case curveRange = "LUT_1D_INPUT_RANGE"
    case cubeRange = "LUT_3D_INPUT_RANGE"
  }

  private let bytes: [UInt8]
  /// The index of the first byte of the next line.
  private var next: Int
  /// The current line: its number, counted from 1, and the range of its bytes.
  private var number = 0
  private var line = 0..<0
  private var seen: Set<Keyword> = []
  private var shape: ColorTable.Shape?
  private var title = ""
  private var lowest = SIMD3<Float>.zero
  private var highest = SIMD3<Float>.one
  /// The number of the last line that sets the domain; nil if no line sets it.
  private var domainLine: Int?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Skips a byte order mark.
    next = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }

  mutating func table() throws(ColorTableError) -> ColorTable {
    var numbers: [Float] = []
    while advance() {
      guard let first = word(from: line.lowerBound) else { continue }
      if isLetter(bytes[first.lowerBound]) {
        guard numbers.isEmpty else { throw error("\(shown(first)) stands behind the first color") }
        try readKeyword(first)
      } else {
        guard let shape else { throw error("\(shown(first)) precedes LUT_1D_SIZE or LUT_3D_SIZE") }
        if numbers.isEmpty {
          guard (0..<3).allSatisfy({ highest[$0] - lowest[$0] >= ColorTable.leastDomain }) else {
            throw ColorTableError("the domain ends where it begins, or before", line: domainLine)
          }
          // Reserves no more memory than the rest of the file can need, at six bytes a color.
          numbers.reserveCapacity(4 * min(shape.count, (bytes.count - line.lowerBound) / 6 + 1))
        }
        guard numbers.count < 4 * shape.count else {
          throw error("there are more colors than the \(shape.count) of \(sizeLine(shape))")
        }
        let color = try color()
        numbers.append(color.x)
        numbers.append(color.y)
        numbers.append(color.z)
        numbers.append(0)
      }
    }
    guard let shape else {
      throw ColorTableError("there is no LUT_1D_SIZE or LUT_3D_SIZE: this is no .cube file")
    }
    guard numbers.count == 4 * shape.count else {
      throw ColorTableError("\(sizeLine(shape)) needs \(shape.count) colors; \(there(numbers.count / 4))")
    }
    return try ColorTable(shape, title, lowest, highest, numbers: numbers)
  }

  private mutating func readKeyword(_ word: Range<Int>) throws(ColorTableError) {
    guard let keyword = Keyword(rawValue: String(decoding: bytes[word], as: UTF8.self)) else {
      let names = Keyword.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("\(shown(word)) is none of \(names), and no color")
    }
    guard seen.insert(keyword).inserted else { throw error("\(keyword.rawValue) is given twice") }
    switch keyword {
    case .title: title = quoted(word.upperBound..<line.upperBound)
    case .lowest: lowest = try color(after: keyword)
    case .highest: highest = try color(after: keyword)
    case .curves: try setShape(.curves(try size(keyword, in: 2...65536)))
    case .cube: try setShape(.cube(try size(keyword, in: 2...256)))
    case .curveRange, .cubeRange:
      let ends = try floats(count: 2, "\(keyword.rawValue) needs two numbers")
      (lowest, highest) = (SIMD3(repeating: ends[0]), SIMD3(repeating: ends[1]))
    }
    if [.lowest, .highest, .curveRange, .cubeRange].contains(keyword) { domainLine = number }
  }

  private mutating func setShape(_ new: ColorTable.Shape) throws(ColorTableError) {
    guard shape == nil else {
      throw error("LUT_1D_SIZE and LUT_3D_SIZE stand there both; one table after another is not supported")
    }
    shape = new
  }

  private func size(_ keyword: Keyword, in range: ClosedRange<Int>) throws(ColorTableError) -> Int {
    let words = Array(words().dropFirst().prefix(2))
    guard words.count == 1, let word = words.first,
      let size = Int(String(decoding: bytes[word], as: UTF8.self)), range.contains(size)
    else {
      throw error(
        "\(keyword.rawValue) needs a whole number in \(range.lowerBound)…\(range.upperBound)\(given(words.first))"
      )
    }
    return size
  }

  private func color(after keyword: Keyword) throws(ColorTableError) -> SIMD3<Float> {
    let numbers = try floats(count: 3, "\(keyword.rawValue) needs three numbers")
    return SIMD3(numbers[0], numbers[1], numbers[2])
  }

  /// Parses the line as a color.
  private func color() throws(ColorTableError) -> SIMD3<Float> {
    var color = SIMD3<Float>.zero
    var at = line.lowerBound
    for channel in 0..<3 {
      guard let word = word(from: at) else { throw error("a color has three numbers; \(there(channel))") }
      color[channel] = try float(word)
      at = word.upperBound
    }
    guard let more = word(from: at) else { return color }
    throw error("a color has three numbers; there is \(shown(more)) behind them")
  }

  /// Parses the numbers after the keyword of the line.
  private func floats(count: Int, _ need: String) throws(ColorTableError) -> [Float] {
    let words = words().dropFirst()
    let given = words.reduce(0) { count, _ in count + 1 }
    guard given == count else { throw error("\(need); \(there(given))") }
    var numbers: [Float] = []
    for word in words { numbers.append(try float(word)) }
    return numbers
  }

  /// Parses a decimal number with optional sign, point and exponent; refuses all other forms that `Float`
  /// accepts, such as hexadecimal.
  private func float(_ word: Range<Int>) throws(ColorTableError) -> Float {
    guard bytes[word].allSatisfy(isOfNumber), let number = Float(String(decoding: bytes[word], as: UTF8.self))
    else {
      throw error("\(shown(word)) is no number")
    }
    guard ColorTable.numberRange.contains(number) else {
      throw error("\(shown(word)) is out of −65504…65504")
    }
    return number
  }

  // MARK: Lines and words

  /// Advances to the next line; false at the end.
  private mutating func advance() -> Bool {
    guard next < bytes.count else { return false }
    let start = next
    while next < bytes.count, bytes[next] != 10, bytes[next] != 13 { next += 1 }
    line = start..<next
    number += 1
    if next + 1 < bytes.count, bytes[next] == 13, bytes[next + 1] == 10 { next += 1 }
    next += 1
    return true
  }

  /// Returns the first word at or after a position in the line; nil at the end of the line, or at a comment.
  private func word(from place: Int) -> Range<Int>? {
    var start = place
    while start < line.upperBound, isSpace(bytes[start]) { start += 1 }
    guard start < line.upperBound, bytes[start] != UInt8(ascii: "#") else { return nil }
    var end = start
    while end < line.upperBound, !isSpace(bytes[end]) { end += 1 }
    return start..<end
  }

  /// Returns the words of the line lazily, since there may be a million words.
  private func words() -> some Sequence<Range<Int>> {
    sequence(state: line.lowerBound) { place in
      let word = word(from: place)
      place = word?.upperBound ?? place
      return word
    }
  }

  private func quoted(_ range: Range<Int>) -> String {
    let text = bytes[range]
    guard let first = text.firstIndex(of: UInt8(ascii: "\"")),
      let last = text.lastIndex(of: UInt8(ascii: "\"")),
      first < last
    else { return String(decoding: text.drop(while: isSpace), as: UTF8.self) }
    return String(decoding: text[(first + 1)..<last], as: UTF8.self)
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

  private func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 97 && byte | 0x20 <= 122 }

  private func isOfNumber(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || [43, 45, 46, 69, 101].contains(byte)
  }

  // MARK: Errors

  private func error(_ reason: String) -> ColorTableError { ColorTableError(reason, line: number) }

  private func sizeLine(_ shape: ColorTable.Shape) -> String {
    switch shape {
    case .curves(let count): "LUT_1D_SIZE \(count)"
    case .cube(let size): "LUT_3D_SIZE \(size)"
    }
  }

  private func given(_ word: Range<Int>?) -> String { word.map { ", not \(shown($0))" } ?? "" }

  /// Returns a word in quotes for messages, truncated to 40 bytes, and with spaces in place of control
  /// characters.
  private func shown(_ word: Range<Int>) -> String {
    let text = String(decoding: bytes[word].prefix(40), as: UTF8.self)
    let plain = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }
    return "'\(String(plain))\(word.count > 40 ? "…" : "")'"
  }
}
