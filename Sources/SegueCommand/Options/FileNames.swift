import ArgumentParser

/// Names of files among the arguments: one, or as many as `CommandLineWords.packed` has put into one word.
struct FileNames: ExpressibleByArgument {
  let names: [String]

  init(argument: String) {
    names =
      argument.first == Self.mark
      ? argument.dropFirst().split(separator: Self.mark).map(String.init) : [argument]
  }

  /// Stands before each name of a packed word; no argument of a process has it.
  private static let mark: Character = "\0"

  /// One word of many names.
  static func packed(_ names: some Sequence<String>) -> String {
    names.reduce(into: "") { $0 += "\(mark)\($1)" }
  }
}

extension CommandLineWords {
  /// The words with long runs of arguments in one word each, which `FileNames` takes apart.
  ///
  /// The parser's time grows with the square of the number of words: 0.1 s for 1,000, 11 s for 20,000. Of a run of words that
  /// are no options, the first ones may be values of the options before it; the rest are arguments.
  static func packed(_ words: [String]) -> [String] {
    guard words.count > 2 * leastPacked, words.prefix(2).contains(where: takersOfMany.contains) else {
      return words
    }
    var packed: [String] = []
    var run: [String] = []
    var isOver = false
    func endRun() {
      let values = run.prefix(mostValues)
      let rest = run.dropFirst(values.count)
      packed += values
      packed += rest.count < leastPacked ? Array(rest) : [FileNames.packed(rest)]
      run = []
    }
    for word in words {
      if !isOver && word.hasPrefix("-") && word != "-" {
        endRun()
        packed.append(word)
        isOver = word == "--"
      } else {
        run.append(word)
      }
    }
    endRun()
    return packed
  }

  /// Commands whose arguments are any number of files.
  private static let takersOfMany: Set = ["slideshow", "apply", "studio"]
  private static let leastPacked = 100
  /// As many values as options that stand together, such as `-fo`, may have.
  private static let mostValues = 8
}
