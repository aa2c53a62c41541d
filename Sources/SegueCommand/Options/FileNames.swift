import ArgumentParser

/// File names in one argument: a single name, or several names joined by `packed`.
struct FileNames: ExpressibleByArgument {
  let names: [String]

  init(argument: String) {
    names =
      argument.first == Self.mark
      ? argument.dropFirst().split(separator: Self.mark).map(String.init) : [argument]
  }

  /// The separator before each name in a packed argument; no argument of a process can contain it.
  private static let mark: Character = "\0"

  /// Joins names into one argument.
  static func packed(_ names: some Sequence<String>) -> String {
    names.reduce(into: "") { $0 += "\(mark)\($1)" }
  }
}

extension CommandLineWords {
  /// Packs long runs of file names into one argument each, which `FileNames` unpacks.
  ///
  /// The time of the argument parser is quadratic in the number of words (0.1 s for 1,000, 11 s for 20,000).
  /// The first words of a run are not packed, since these words may be values of the options before the run.
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

  /// The commands that accept any number of file names.
  private static let takersOfMany: Set = ["slideshow", "apply", "studio", "join", "info"]
  private static let leastPacked = 100
  /// The maximum number of values that combined short options, such as `-fo`, may have.
  private static let maxValues = 8
}
