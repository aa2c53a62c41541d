import SegueLanes

/// The blocks of one row of blocks, grouped by the program variant that computes them.
///
/// A struct avoids Swift's exclusivity check at each write: shaders of wipes and dots take 0.96 to 0.98 of
/// the time that they take with a class.
struct BlockSets {
  private let blocks: Int
  /// The blocks of each variant, by the variant's index.
  private var sets: [VectorSet] = []
  private var left: VectorSet
  private var found: VectorSet
  private var settled: SettledParts

  /// - Parameters:
  ///   - blocks: The number of blocks in a row.
  ///   - words: The number of 32-bit words that hold the decisions of a block.
  init(blocks: Int, words: Int) {
    self.blocks = blocks
    settled = SettledParts(words: words)
    left = VectorSet(capacity: blocks)
    found = left
  }

  /// Finds the variant of each block in a row of blocks.
  ///
  /// For decisions that are not in the cache, `settle` returns the variant; if `settle` returns nil, the
  /// whole program computes the blocks.
  mutating func find(_ words: BlockWords, settle: (_ decided: [UInt32], _ count: Int) -> Int?) {
    for number in sets.indices { sets[number].removeAll() }
    left.insert(0..<blocks)
    for index in 0..<settled.count where !left.isEmpty { take(index, words) }
    while let start = left.first {
      var end = start + 1
      while left.contains(end) && words.isSame(start, end) { end += 1 }
      let decided = words[start]
      if let number = settle(decided, end - start) {
        take(settled.add(decided, number), words)
      } else {
        add(start..<end, to: 0)
      }
    }
  }

  /// Assigns blocks to the variant of the cache entry at an index, if they are not yet assigned and their
  /// decisions equal the entry's decisions.
  private mutating func take(_ index: Int, _ words: BlockWords) {
    let number = settled.find(index, in: words, into: &found)
    found.formIntersection(left)
    left.subtract(found)
    makeRoom(for: number)
    sets[number].formUnion(found)
  }

  private mutating func makeRoom(for number: Int) {
    while sets.count <= number { sets.append(VectorSet(capacity: blocks)) }
  }

  private mutating func add(_ range: Range<Int>, to number: Int) {
    makeRoom(for: number)
    sets[number].insert(range)
    left.remove(range)
  }

  /// Reassigns blocks to the whole program, index 0, if their variant would not save time; returns the number
  /// of blocks that the whole program computes.
  mutating func leave(unless isWorthIt: (_ number: Int, _ blocks: Int, _ ranges: Int) -> Bool) -> Int {
    makeRoom(for: 0)
    for number in sets.indices.dropFirst() {
      let set = sets[number]
      if set.isEmpty || isWorthIt(number, set.count, set.rangeCount) { continue }
      sets[0].formUnion(set)
      // Makes a new set: the existing set shares its memory with `set`, so clearing would first copy the
      // memory.
      sets[number] = VectorSet(capacity: blocks)
    }
    return sets[0].count
  }

  /// Reassigns all blocks to the whole program.
  mutating func leaveAll() {
    for number in sets.indices { sets[number].removeAll() }
    add(0..<blocks, to: 0)
  }

  /// The indices of variants, including unused variants.
  var numbers: Range<Int> { sets.indices }

  /// The blocks that a variant computes.
  subscript(number: Int) -> VectorSet { sets[number] }
}
