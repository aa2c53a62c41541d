import ArgumentParser
import FoundationEssentials
import Segue
import SegueFiles

/// The words of the command line, prepared for the parser.
struct CommandLineWords {
  let words: [String]

  /// The words with which the process was started.
  static let given = CommandLineWords(commandLineWords.dropFirst())

  /// Joins a negative number to the option before it.
  ///
  /// The parser takes a leading dash for an option, and would report a missing value.
  init(_ arguments: some Sequence<String>) {
    var words: [String] = []
    var isOver = false
    for word in arguments {
      if !isOver, let last = words.last, Self.isOption(last), word.hasPrefix("-"),
        word.dropFirst().first.map({ $0.isNumber || $0 == "." }) ?? false
      {
        words[words.count - 1] = "\(last)=\(word)"
      } else {
        words.append(word)
      }
      // Words after `--` are not options.
      isOver = isOver || word == "--"
    }
    self.words = words
  }

  /// The options in the order given, without values, as written: `--size`, `-t`.
  var options: [String] {
    words.prefix { $0 != "--" }.flatMap { word -> [String] in
      let name = word.prefix { $0 != "=" }
      if name.hasPrefix("--") { return [String(name)] }
      // Short options may be combined in one word.
      return name.hasPrefix("-") ? name.dropFirst().map { "-\($0)" } : []
    }
  }

  /// Throws if an option with one value is given twice; the parser would take the last.
  func checkRepetitions(in command: any ParsableArguments.Type) throws {
    let given = options
    // Describing all options is slow: it is done only if one may occur twice, under one name, or under its
    // long name and that name's first letter.
    let mayRepeat = given.indices.contains { index in
      given[..<index].contains {
        [$0, "-\($0)"].contains { given[index].hasPrefix($0) } || $0.hasPrefix("-" + given[index])
      }
    }
    guard mayRepeat else { return }
    let named = try JSONDecoder().decode(Description.self, from: Data(command._dumpHelp().utf8)).command
    for option in named.arguments ?? [] where option.kind == "option" && !option.isRepeating {
      let names = (option.names ?? []).map { ($0.kind == "short" ? "-" : "--") + $0.name }
      if given.count(where: names.contains) > 1 {
        let name = names.first { $0.hasPrefix("--") } ?? names.joined()
        throw Failure(.usage, "\(name) is given twice, and takes one value")
      }
    }
  }

  /// The parser's description of a command.
  private struct Description: Decodable {
    struct Command: Decodable {
      let arguments: [Argument]?
    }
    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }
      let kind: String
      let isRepeating: Bool
      let names: [Name]?
    }
    let command: Command
  }

  private static func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") && word.count > 2 && !word.contains("=")
  }
}
