import ArgumentParser
import SegueFiles

/// The words of a command line, prepared for the argument parser.
struct CommandLineWords {
  let words: [String]

  /// Makes the words of a command line, with each negative number joined by `=` to the option before it.
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
      // Treats no word after `--` as an option.
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

  /// The first word that looks like the name of a file, but begins with a dash; nil if there is none.
  ///
  /// The argument parser would take the letters of such a word for options: `-hello.mp4` would print the help.
  var dashedFile: String? {
    words.prefix { $0 != "--" }.first { word in
      word.hasPrefix("-") && word.dropFirst().first?.isLetter == true && word.contains(".")
        && !word.contains("=")
    }
  }

  /// Throws if an option for one value is given twice, since the argument parser would silently use the last
  /// value.
  func checkRepetitions(in command: any ParsableArguments.Type) throws {
    let given = options
    // Continues only if an option may be repeated, since describing all options of a command is slow. A
    // repeated option appears twice with the same name, as its long name and the first letter of this name,
    // or as `-r` and `--fps`.
    let mayRepeat =
      given.contains("-r") && given.contains("--fps")
      || given.indices.contains { index in
        given[..<index].contains {
          [$0, "-\($0)"].contains { given[index].hasPrefix($0) } || $0.hasPrefix("-" + given[index])
        }
      }
    guard mayRepeat else { return }
    for option in try OptionTable(of: command).options where !option.isFlag && !option.isRepeating {
      if given.count(where: option.names.contains) > 1 {
        let name = option.names.first { $0.hasPrefix("--") } ?? option.names.joined()
        throw Failure(.usage, "\(name) is given twice, and takes one value")
      }
    }
  }

  private static func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") && word.count > 2 && !word.contains("=")
  }
}
