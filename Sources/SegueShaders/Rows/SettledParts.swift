import SegueGraph
import SegueLanes

/// A cache of recent decisions with their variants: most decisions repeat, and a lookup in `BlockProgram`
/// takes longer.
struct SettledParts {
  private static let most = 16

  private let words: Int
  /// Decision words, one entry after another, and the variant of each.
  private var keys: [UInt32] = []
  private var numbers: [Int] = []
  /// The entry that is replaced next; never the first.
  private var next = 1

  /// Starts with one entry: blocks without decisions use the whole program.
  ///
  /// - Parameter words: The number of decision words of a block.
  init(words: Int) {
    self.words = words
    add(Array(repeating: 0, count: words), 0)
  }

  /// The number of entries.
  var count: Int { numbers.count }

  /// Finds the blocks that match an entry; returns the entry's variant.
  func find(_ index: Int, in blocks: BlockWords, into found: inout VectorSet) -> Int {
    blocks.find(keys, from: index * words, into: &found)
    return numbers[index]
  }

  /// Adds an entry and returns its index; when the cache is full, the oldest entry is replaced.
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
