import ArgumentParser

/// File names among the arguments: one, or several that `CommandLineWords.packed` joined to one word.
struct FileNames: ExpressibleByArgument {
  let names: [String]

  init(argument: String) {
    names =
      argument.first == Self.mark
      ? argument.dropFirst().split(separator: Self.mark).map(String.init) : [argument]
  }

  /// The separator before each name of a packed word; arguments of a process cannot contain it.
  private static let mark: Character = "\0"

  /// Joins names to one word.
  static func packed(_ names: some Sequence<String>) -> String {
    names.reduce(into: "") { $0 += "\(mark)\($1)" }
  }
}

extension CommandLineWords {
  /// Packs long runs of arguments into one word each, which `FileNames` unpacks.
  ///
  /// The parser's time is quadratic in the number of words (0.1 s for 1,000, 11 s for 20,000). The first
  /// words of a run stay, since they may be values of the options before it.
  static func packed(_ words: [String]) -> [String] {
    guard words.count > 2 * leastPacked, words.prefix(2).contains(where: takersOfMany.contains) else {
      return words
    }
    var packed: [String] = []
    var run: [String] = []
    var isOver = false
    func endRun() {
      let values = run.prefix(maxValues)
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

  /// The commands that take any number of files.
  private static let takersOfMany: Set = ["slideshow", "apply", "studio"]
  private static let leastPacked = 100
  /// The maximum number of values of combined short options, such as `-fo`.
  private static let maxValues = 8
}
