/// The words of the command line as the parser gets them.
struct CommandLineWords {
  let words: [String]

  /// Joins a negative number to the option before it: the parser takes what begins with a dash for an option, and
  /// would say that the value is missing rather than what is wrong with it.
  init(_ arguments: some Sequence<String>) {
    var words: [String] = []
    var isOver = false
    for word in arguments {
      if !isOver, let last = words.last, Self.isOption(last), Double(word).map({ $0 < 0 }) ?? false {
        words[words.count - 1] = "\(last)=\(word)"
      } else {
        words.append(word)
      }
      // What stands behind is no option.
      isOver = isOver || word == "--"
    }
    self.words = words
  }

  private static func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") && word.count > 2 && !word.contains("=")
  }
}
