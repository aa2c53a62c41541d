import SegueFiles
import SegueFormats

/// The name of a clip, with a moment or a range: `clip.mp4[3.5s]`, `clip.mp4[3.5s-9s]`.
package struct ClipName: Hashable, Sendable {
  /// A moment, or a range of times.
  package struct Part: Hashable, Sendable {
    package var start: ClipTime
    /// The end of a range; nil for a moment.
    package var end: ClipTime?
  }

  /// The name of the file.
  package let file: String
  /// The moment or the range; nil for the whole clip.
  package let part: Part?

  /// The whole name as given, including a moment or a range in brackets.
  package let text: String

  /// Splits a name into a file and a part, unless a file with the whole name exists.
  package init(_ name: String) {
    text = name
    guard name.hasSuffix("]"), let open = name.lastIndex(of: "["), open > name.startIndex,
      let part = Self.part(name[name.index(after: open)...].dropLast()), !fileExists(name)
    else {
      (file, part) = (name, nil)
      return
    }
    (file, self.part) = (String(name[..<open]), part)
  }

  /// Whether the file is a video, judged by its first bytes or by its extension.
  package var isVideo: Bool {
    guard file != "-", isRegularFile(file),
      let start = try? readStart(of: file, count: 16, isInput: false)
    else { return false }
    return SegueFormats.isVideo(start, named: file)
  }

  private static func part(_ text: Substring) -> Part? {
    let times = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(times.count), let start = time(times[0]) else { return nil }
    guard times.count == 2 else { return Part(start: start) }
    guard let end = time(times[1]), start < end else { return nil }
    return Part(start: start, end: end)
  }

  /// Parses a time such as `3.5s`; returns nil for other texts.
  private static func time(_ text: Substring) -> ClipTime? {
    guard text.hasSuffix("s"), let value = Double(text.dropLast()), value >= 0, value <= 1e6 else {
      return nil
    }
    return ClipTime(seconds: value)
  }

  /// Returns a part as text, such as `3.5s-9s`.
  static func text(_ part: Part) -> String {
    "\(secondsText(part.start.seconds))s" + (part.end.map { "-\(secondsText($0.seconds))s" } ?? "")
  }
}
