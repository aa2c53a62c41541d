/// The help of a command on one screen: its arguments and its most common options.
enum ShortHelp {
  private static let options: Set = [
    "--transition", "--filter", "--duration", "--fps", "--ease", "--hold", "--size", "--fit", "--output",
    "--format", "--audio", "--overwrite", "--progress", "--columns", "--preset",
  ]
  private static let maxLines = 45
  private static let maxExamples = 3

  /// Shortens the help of a command; nil if the whole help fits on a screen.
  static func text(of help: String, command: String) -> String? {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > maxLines, let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE:") }) else {
      return nil
    }
    let examples = lines[..<usage].filter { $0.hasPrefix("segue ") }.prefix(maxExamples)
    var entries: [Substring] = []
    var isKept = false
    for line in lines[usage...].drop(while: { !$0.isEmpty }) {
      if !line.hasPrefix("   ") { isKept = line.hasPrefix("  ") && isCommon(line) }
      if isKept { entries.append(line) }
    }
    let parts: [[Substring]] = [
      [lines[0]], Array(examples), Array(lines[usage...].prefix { !$0.isEmpty }), entries,
      ["'segue \(command) --help' has all options."],
    ]
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// Returns whether an entry of the help describes an argument or a common option.
  private static func isCommon(_ line: Substring) -> Bool {
    let names = line.dropFirst(2).prefix(24).split(whereSeparator: { " ,".contains($0) })
    return names.first?.hasPrefix("<") == true || names.contains { options.contains(String($0)) }
  }
}
