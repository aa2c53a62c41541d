import SegueLanes

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

  /// How many are known.
  var count: Int { numbers.count }

  /// The number of the program of what is decided, and which blocks it is decided of.
  func find(_ index: Int, in blocks: BlockWords, into found: inout VectorSet) -> Int {
    blocks.find(keys, from: index * words, into: &found)
    return numbers[index]
  }

  /// Keeps a number, in the place of the oldest one that was added where there are many; returns its place.
  @discardableResult mutating func add(_ decided: [UInt32], _ number: Int) -> Int {
    if numbers.count < Self.most {
      keys += decided
      numbers.append(number)
      return numbers.count - 1
    }
    let place = next
    keys.replaceSubrange(place * words..<(place + 1) * words, with: decided)
    numbers[place] = number
    next = place % (Self.most - 1) + 1
    return place
  }
}
