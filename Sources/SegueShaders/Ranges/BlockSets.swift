import SegueLanes

/// The blocks of a row, by the number of the program that computes them.
///
/// A value of its own, so that what it keeps is written without asking who else reads it: 0.96 to 0.98 of the time of wipes and dots.
struct BlockSets {
  private let blocks: Int
  /// By the number of a program.
  private var sets: [VectorSet] = []
  private var left: VectorSet
  private var found: VectorSet
  private var settled: SettledParts

  /// - Parameters:
  ///   - blocks: How many there are in a row.
  ///   - words: Words of what is decided of a block.
  init(blocks: Int, words: Int) {
    self.blocks = blocks
    settled = SettledParts(words: words)
    left = VectorSet(capacity: blocks)
    found = left
  }

  /// Finds the program of each block of a row.
  ///
  /// `settle` gives the number of what is not known here yet: of some blocks of which the same is decided; nil where it is not settled.
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

  /// Takes the blocks of which something settled is decided out of those that are left.
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

  /// Leaves blocks to the whole program, number 0, where another one is not worth it; returns how many blocks that has.
  mutating func leave(unless isWorthIt: (_ number: Int, _ blocks: Int, _ ranges: Int) -> Bool) -> Int {
    makeRoom(for: 0)
    for number in sets.indices.dropFirst() {
      let set = sets[number]
      if set.isEmpty || isWorthIt(number, set.count, set.rangeCount) { continue }
      sets[0].formUnion(set)
      // To empty the old one would copy it, as it is in `set`, too.
      sets[number] = VectorSet(capacity: blocks)
    }
    return sets[0].count
  }

  /// Leaves all blocks to the whole program.
  mutating func leaveAll() {
    for number in sets.indices { sets[number].removeAll() }
    add(0..<blocks, to: 0)
  }

  /// The numbers of programs, also of those that compute no blocks here.
  var numbers: Range<Int> { sets.indices }

  /// The blocks that a program computes.
  subscript(number: Int) -> VectorSet { sets[number] }
}
