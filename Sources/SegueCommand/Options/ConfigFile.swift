import SegueFiles
import SeguePlatform
import Synchronization

/// A configuration file: defaults of options, and presets.
///
/// A line is `option = value`, with the long name of an option. A section such as `[render]` has the options
/// of one command, `[preset NAME]` the options of a preset. Lines that begin with `#` are comments.
struct ConfigFile {
  /// An option with its value, from a configuration file or a built-in preset.
  struct Entry {
    let option: String
    let value: String
    /// The line number in the configuration file, from 1; 0 for a built-in preset.
    var line = 0
  }

  let file: String
  /// The options before the first section, which apply to all commands.
  private(set) var defaults: [Entry] = []
  /// The options in the section of each command, by the command's name.
  private(set) var commands: [String: [Entry]] = [:]
  private(set) var presets: [Preset] = []

  /// Options that only the command line can set.
  static let excluded: Set = ["no-config", "job", "help", "version"]

  private static let limit = 1 << 20
  private static let ofProcess = Mutex<ConfigFile?>(nil)

  /// Sets the configuration file for this run of the command; nil for none.
  static func start(_ file: ConfigFile?) { ofProcess.withLock { $0 = file } }

  /// The configuration file for this run of the command; nil for none.
  static var used: ConfigFile? { ofProcess.withLock { $0 } }

  /// The name of the file: `$SEGUE_CONFIG`, or `segue/config` in the user's folder of configuration files.
  ///
  /// Nil if the variable is empty, or if it is not set and the file does not exist.
  static var name: String? {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    if let name = variable("SEGUE_CONFIG") { return name.isEmpty ? nil : name }
    let folder = variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let name = folder.map { "\($0)/segue/config" } ?? variable("HOME").map { "\($0)/.config/segue/config" }
    return name.flatMap { fileExists($0) ? $0 : nil }
  }

  /// Reads a file.
  ///
  /// - Throws: `FileError` if the file cannot be read; `Failure` with the line number if a line is invalid.
  init(contentsOf file: String) throws {
    self.file = file
    let text = try text(of: readFile(file, limit: Self.limit, isInput: false), named: file)
    var section = Section.defaults
    // CR LF is one character in Swift.
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      let line = line.trimmed
      guard !line.isEmpty, line.first != "#" else { continue }
      if line.first == "[" {
        section = try begin(line, at: index + 1)
      } else {
        let entry = try entry(line, at: index + 1)
        if Self.excluded.contains(entry.option) {
          throw invalid(index + 1, "only the command line can set '\(entry.option)'")
        }
        switch section {
        case .defaults: defaults.append(entry)
        case .command(let name): commands[name, default: []].append(entry)
        case .preset:
          guard entry.option != "preset" else { throw invalid(index + 1, "a preset cannot name a preset") }
          presets[presets.count - 1].options.append(entry)
        }
      }
    }
  }

  private enum Section {
    case defaults
    case command(String)
    case preset
  }

  private mutating func begin(_ line: Substring, at number: Int) throws -> Section {
    let words = line.dropFirst().prefix { $0 != "]" }.split(separator: " ")
    guard line.last == "]" else { throw invalid(number, "a section is [preset NAME] or [COMMAND]") }
    if words.count == 2, words[0] == "preset" {
      presets.append(Preset(name: String(words[1]), summary: "Of \(file).", options: [], file: file))
      return .preset
    }
    let names = SegueCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard words.count == 1, let name = names.first(where: { $0 == words[0] }) else {
      let near = nearest(to: words.joined(separator: " "), among: names, within: 2)
      throw invalid(
        number, "a section is [preset NAME] or [COMMAND]\(near.map { "; did you mean [\($0)]?" } ?? "")")
    }
    return .command(name)
  }

  private func entry(_ line: Substring, at number: Int) throws -> Entry {
    guard let equals = line.firstIndex(of: "="), equals > line.startIndex, !line.hasPrefix("-") else {
      throw invalid(
        number,
        "a line is option = value, such as size = 1080p; a flag is true or false, such as verbose = true")
    }
    var value = line[line.index(after: equals)...].trimmed
    if value.count > 1, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
    return Entry(option: String(line[..<equals].trimmed), value: String(value), line: number)
  }

  /// Makes the error for an invalid line.
  func invalid(_ line: Int, _ reason: String) -> Failure {
    Failure(.configInvalid, "\(file):\(line): \(reason)", file: file)
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let isSpace = { (character: Character) in character == " " || character == "\t" || character == "\r" }
    guard let last = lastIndex(where: { !isSpace($0) }) else { return "" }
    return self[...last].drop(while: isSpace)
  }
}
