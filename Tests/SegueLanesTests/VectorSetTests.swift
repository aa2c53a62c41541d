import SegueLanes
import SegueTestSupport
import Testing

/// Compares sets of vectors with sets of the standard library.
@Suite struct VectorSetTests {
  private func set(_ members: some Collection<Int>, capacity: Int) -> VectorSet {
    var set = VectorSet(capacity: capacity)
    for member in members { set.insert(member..<member + 1) }
    return set
  }

  private func ranges(_ set: VectorSet, outside range: Range<Int> = 0..<0) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    set.forEachRange(outside: range) { ranges.append($0) }
    return ranges
  }

  private func members(_ set: VectorSet, in range: Range<Int>) -> [Int] {
    var members: [Int] = []
    set.forEach(in: range) { members.append($0) }
    return members
  }

  /// Ranges within words, up to their ends and beyond.
  @Test(arguments: [
    [], [0..<1], [63..<64], [64..<65], [0..<64], [60..<70], [3..<5, 63..<129, 190..<192], [0..<192],
  ])
  func setsReturnTheirRanges(_ given: [Range<Int>]) {
    var set = VectorSet(capacity: 192)
    for range in given { set.insert(range) }
    #expect(ranges(set) == given)
    #expect(set.rangeCount == given.count)
    #expect(set.count == given.map(\.count).reduce(0, +))
    #expect(set.first == given.first?.lowerBound)
    #expect(set.isEmpty == given.isEmpty)
    for vector in 0..<200 {
      #expect(set.contains(vector) == given.contains { $0.contains(vector) }, "\(vector)")
    }
    #expect(ranges(VectorSet(given)) == given)
    set.removeAll()
    #expect(set == VectorSet(capacity: 192))
  }

  @Test func operationsEqualThoseOfSet() {
    var random = SeededGenerator(7)
    for _ in 0..<200 {
      let capacity = Int.random(in: 1...200, using: &random)
      func some() -> Set<Int> {
        let share = Int.random(in: 0...4, using: &random)
        return Set((0..<capacity).filter { _ in Int.random(in: 0..<4, using: &random) < share })
      }
      let (a, b) = (some(), some())
      let (x, y) = (set(a, capacity: capacity), set(b, capacity: capacity))
      func check(_ result: VectorSet, _ expected: Set<Int>, _ what: String) {
        #expect(members(result, in: 0..<capacity) == expected.sorted(), "\(what) of \(a) and \(b)")
      }
      var result = x
      result.formUnion(y)
      check(result, a.union(b), "union")
      result = x
      result.become(y)
      check(result, b, "another one")
      result = x
      result.formIntersection(y)
      check(result, a.intersection(b), "intersection")
      result = x
      result.subtract(y)
      check(result, a.subtracting(b), "difference")
      let first = Int.random(in: 0..<capacity, using: &random)
      let range = first..<Int.random(in: first...capacity, using: &random)
      result = x
      result.remove(range)
      check(result, a.filter { !range.contains($0) }, "removal of \(range)")
      #expect(ranges(x, outside: range) == ranges(result))
      result = x
      result.insert(range)
      check(result, a.union(range), "insertion of \(range)")
      #expect(members(x, in: range) == a.filter(range.contains).sorted())
      #expect(ranges(x).flatMap { Array($0) } == a.sorted())
    }
  }

  /// Blocks are found only if all of their words are equal, and never beyond the last block.
  @Test(arguments: [1, 64, 65, 150], [1, 2, 5]) func blocksWithEqualWordsAreFound(blocks: Int, count: Int) {
    var random = SeededGenerator(8)
    var words = BlockWords(blocks: blocks, count: count)
    let said = (0..<blocks).map { _ in (0..<count).map { _ in UInt32.random(in: 0...1, using: &random) } }
    for (block, own) in said.enumerated() {
      for (index, word) in own.enumerated() { words.withWord(index) { $0[block] = word } }
    }
    var found = VectorSet(capacity: blocks)
    for block in 0..<blocks {
      #expect(words[block] == said[block])
      // Another value precedes the value searched for.
      words.find([9] + said[block], from: 1, into: &found)
      let expected = (0..<blocks).filter { said[$0] == said[block] }
      #expect(members(found, in: 0..<200) == expected, "\(block)")
      #expect(words.isSame(0, block) == (said[0] == said[block]))
    }
    words.find([UInt32](repeating: 2, count: count), from: 0, into: &found)
    #expect(found.isEmpty)
  }
}
