import ArgumentParser
import FoundationEssentials
import SegueFiles

/// The words of a command line, prepared for the argument parser.
struct CommandLineWords {
  let words: [String]

  /// The words with which this process was started, without the program's name.
  static let given = CommandLineWords(commandLineWords.dropFirst())

  /// Makes words, in which a negative number is joined to the option before it by `=`.
  ///
  /// Otherwise the argument parser would take the number for an option, and report a missing value.
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
      // After `--`, words are never options.
      isOver = isOver || word == "--"
    }
    self.words = words
  }

  /// The names of all options, such as `--size` and `-t`, in the given order and without values.
  var options: [String] {
    words.prefix { $0 != "--" }.flatMap { word -> [String] in
      let name = word.prefix { $0 != "=" }
      if name.hasPrefix("--") { return [String(name)] }
      // A word with a single dash may combine several short options.
      return name.hasPrefix("-") ? name.dropFirst().map { "-\($0)" } : []
    }
  }

  /// Throws if an option for one value is given twice; the argument parser would use the last one.
  func checkRepetitions(in command: any ParsableArguments.Type) throws {
    let given = options
    // Describing all options of a command is slow. Continues only if an option may be repeated: by the same
    // name, or once by its long name and once by that name's first letter.
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

  /// The description of a command by the argument parser.
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
