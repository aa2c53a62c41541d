/// The programs of what was decided of blocks last: mostly it is decided again, and `BlockProgram` takes longer to tell.
struct SettledParts {
  private static let most = 16

  private let words: Int
  /// What is decided, one after the other, and the number of each one's program.
  private var keys: [UInt32] = []
  private var numbers: [Int] = []
  /// Which is replaced next: never the first.
  private var next = 1

  /// Knows by itself that blocks of which nothing is decided take the whole program.
  ///
  /// - Parameter words: Words of what is decided of a block.
  init(words: Int) {
    self.words = words
    add(Array(repeating: 0, count: words), 0)
  }

  /// The number of the program of a block, of whose row there are so many, word by word; nil where it is not known here.
  func number(of decided: [UInt32], at block: Int, of count: Int) -> Int? {
    var start = 0
    for number in numbers {
      var word = 0
      while word < words && keys[start + word] == decided[block + word * count] { word += 1 }
      if word == words { return number }
      start += words
    }
    return nil
  }

  /// Keeps a number, in the place of the oldest one that was added where there are many.
  mutating func add(_ decided: [UInt32], _ number: Int) {
    if numbers.count < Self.most {
      keys += decided
      numbers.append(number)
    } else {
      keys.replaceSubrange(next * words..<(next + 1) * words, with: decided)
      numbers[next] = number
      next = next % (Self.most - 1) + 1
    }
  }
}
