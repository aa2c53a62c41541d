import SegueGraph
import SegueLanes

/// A cache of recent block decisions and their program variants, since most decisions repeat and a lookup in
/// `BlockProgram` takes longer.
struct SettledParts {
  private static let most = 16

  private let words: Int
  /// The decision words of all entries, one entry after another, and the variant of each entry.
  private var keys: [UInt32] = []
  private var numbers: [Int] = []
  /// The index of the entry that is replaced next; never 0, the first entry.
  private var next = 1

  /// Makes a cache with one entry: blocks without decisions use the whole program.
  ///
  /// - Parameter words: The number of 32-bit words that hold the decisions of a block.
  init(words: Int) {
    self.words = words
    add(Array(repeating: 0, count: words), 0)
  }

  /// The number of entries.
  var count: Int { numbers.count }

  /// Finds the blocks whose decisions equal the decisions of the cache entry at an index; returns the program
  /// variant of this entry.
  func find(_ index: Int, in blocks: BlockWords, into found: inout VectorSet) -> Int {
    blocks.find(keys, from: index * words, into: &found)
    return numbers[index]
  }

  /// Adds an entry and returns its index; if the cache is full, replaces the oldest entry except the first.
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
