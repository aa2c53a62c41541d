/// Reads the cues of a SubRip or WebVTT file, one after another.
///
/// Empty lines separate blocks of lines. A block is an optional name or number, a line of times, and the
/// text. Lines end with LF, CRLF or CR.
struct SubtitleReader {
  private let file: String
  private let isWebVTT: Bool
  private let lines: [String]
  private var position = 0

  init(_ text: String, named file: String) throws(TitleError) {
    self.file = file
    lines = text.drop { $0 == "\u{feff}" }
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(String.init)
    let first = lines.first ?? ""
    isWebVTT = first == "WEBVTT" || first.hasPrefix("WEBVTT ") || first.hasPrefix("WEBVTT\t")
    if !isWebVTT, file.lowercased().hasSuffix(".vtt") {
      throw .subtitles("WebVTT begins with a line WEBVTT", file: file, line: 1)
    }
    // Skips the header of WebVTT, which extends to the first empty line.
    if isWebVTT { skipBlock() }
  }

  private func isEmpty(_ line: String) -> Bool { line.utf8.allSatisfy { $0 == 32 || $0 == 9 } }

  private mutating func skipBlock() {
    while position < lines.count, !isEmpty(lines[position]) { position += 1 }
  }

  private func error(_ reason: String, at line: Int) -> TitleError {
    .subtitles(reason, file: file, line: line + 1)
  }

  /// Reads the next cue with its line number, counted from 1; nil at the end of the file.
  mutating func next() throws(TitleError) -> (cue: Subtitles.Cue, line: Int)? {
    while position < lines.count {
      if isEmpty(lines[position]) {
        position += 1
      } else if isWebVTT, isNoCue(lines[position]) {
        skipBlock()
      } else if let cue = try cue() {
        return cue
      }
    }
    return nil
  }

  /// Returns whether a line begins a block that is not a cue: a comment, a style sheet or a region.
  private func isNoCue(_ line: String) -> Bool {
    !line.contains("-->")
      && ["NOTE", "STYLE", "REGION"].contains {
        line == $0 || line.hasPrefix("\($0) ") || line.hasPrefix("\($0)\t")
      }
  }

  /// Reads a cue; nil if the cue has no text.
  private mutating func cue() throws(TitleError) -> (cue: Subtitles.Cue, line: Int)? {
    if !lines[position].contains("-->") {
      // The line above the times is the cue's number or, in WebVTT, any name.
      let name = lines[position]
      let hasTimes = position + 1 < lines.count && lines[position + 1].contains("-->")
      guard hasTimes, isWebVTT || name.utf8.allSatisfy({ $0 <= 57 }) else {
        throw error(
          "'\(Self.shown(name))' must be the times of a cue, such as 00:00:01,000 --> 00:00:02,500, or \(isWebVTT ? "a name" : "a number") and times below",
          at: position)
      }
      position += 1
    }
    let line = position
    guard let times = SubtitleTimes(lines[line]) else {
      throw error(
        "'\(Self.shown(lines[line]))' must be two times, such as 00:00:01,000 --> 00:00:02,500", at: line)
    }
    guard times.start <= times.end else {
      throw error("the cue ends before it starts", at: line)
    }
    position += 1
    var text: [String] = []
    while position < lines.count, !isEmpty(lines[position]) {
      guard SubtitleTimes(lines[position]) == nil else {
        throw error("an empty line must stand between two cues", at: position)
      }
      text.append(lines[position])
      position += 1
    }
    var markup = SubtitleMarkup(isWebVTT: isWebVTT)
    markup.read(text.joined(separator: "\n"))
    if isWebVTT { markup.read(settings: times.settings) }
    guard !markup.text.isEmpty else { return nil }
    return (
      Subtitles.Cue(
        start: times.start, end: times.end, text: markup.text, isItalic: markup.isItalic,
        isBold: markup.isBold, down: markup.down, across: markup.across), line + 1
    )
  }

  /// Returns the first 40 characters of a line, for an error.
  private static func shown(_ line: String) -> String { line.count > 40 ? "\(line.prefix(40))…" : line }
}

/// The parsed line that contains the times of a cue.
private struct SubtitleTimes {
  /// The start and the end of the cue, in milliseconds.
  let start: Int
  let end: Int
  /// The words after the times, which are settings in WebVTT.
  let settings: [Substring]

  init?(_ line: String) {
    guard let arrow = line.firstRange(of: "-->") else { return nil }
    let before = line[..<arrow.lowerBound].split { $0 == " " || $0 == "\t" }
    let after = line[arrow.upperBound...].split { $0 == " " || $0 == "\t" }
    guard before.count == 1, let start = Self.milliseconds(before[0]), let second = after.first,
      let end = Self.milliseconds(second)
    else { return nil }
    (self.start, self.end, settings) = (start, end, Array(after.dropFirst()))
  }

  /// Parses `hh:mm:ss,mmm` or `mm:ss.mmm`, and returns milliseconds; a time before the start of the film has
  /// a minus sign.
  private static func milliseconds(_ text: Substring) -> Int? {
    let isNegative = text.first == "-"
    let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last else { return nil }
    let seconds = last.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard (1...2).contains(seconds.count) else { return nil }
    var total = 0
    for part in parts.dropLast() + [seconds[0]] {
      guard let number = number(part) else { return nil }
      total = 60 * total + number
    }
    var fraction = 0
    if seconds.count == 2 {
      guard !seconds[1].isEmpty, seconds[1].utf8.allSatisfy({ (48...57).contains($0) }),
        let number = number((seconds[1] + "00").prefix(3))
      else { return nil }
      fraction = number
    }
    return (isNegative ? -1 : 1) * (1000 * total + fraction)
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
