/// A bit set of vectors of a row, or of blocks, which are as wide as a vector.
///
/// The decisions of a block program change every few blocks, so the branches of loops over ranges are
/// mispredicted; the branches of loops over bits are not. Two sets can be combined only if they have equal
/// capacity.
package struct VectorSet: Equatable, Sendable {
  /// The set as bits: the lowest bit of the first word stands for the first vector of a row.
  var words: [UInt64]

  /// Makes an empty set.
  ///
  /// - Parameter capacity: One more than the largest vector index that the set can hold.
  package init(capacity: Int) { words = Array(repeating: 0, count: (capacity + 63) / 64) }

  /// Makes a set from ranges of vectors.
  package init(_ ranges: some Collection<Range<Int>>) {
    self.init(capacity: ranges.map(\.upperBound).max() ?? 0)
    for range in ranges { insert(range) }
  }

  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The number of vectors in the set.
  package var count: Int {
    var count = 0
    for word in words { count += word.nonzeroBitCount }
    return count
  }

  /// The number of maximal ranges of consecutive vectors.
  package var rangeCount: Int {
    var count = 0
    var last: UInt64 = 0
    for word in words {
      count += (word & ~(word << 1 | last)).nonzeroBitCount
      last = word >> 63
    }
    return count
  }

  /// The lowest vector in the set; nil for an empty set.
  package var first: Int? {
    words.firstIndex { $0 != 0 }.map { 64 * $0 + words[$0].trailingZeroBitCount }
  }

  package func contains(_ vector: Int) -> Bool {
    vector < 64 * words.count && words[vector / 64] >> UInt64(vector % 64) & 1 == 1
  }

  /// Copies another set, of no larger capacity, into the memory of this set.
  ///
  /// An assignment would share the memory, so that a later change of either set would copy it.
  package mutating func become(_ other: VectorSet) {
    precondition(other.words.count <= words.count)
    for index in words.indices { words[index] = index < other.words.count ? other.words[index] : 0 }
  }

  package mutating func removeAll() { for index in words.indices { words[index] = 0 } }

  package mutating func insert(_ range: Range<Int>) {
    for index in words.indices { words[index] |= Self.bits(of: range, in: index) }
  }

  package mutating func remove(_ range: Range<Int>) {
    for index in words.indices { words[index] &= ~Self.bits(of: range, in: index) }
  }

  package mutating func formUnion(_ other: VectorSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  package mutating func formIntersection(_ other: VectorSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  package mutating func subtract(_ other: VectorSet) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  /// Calls `body` with each vector of the set that lies in a range, in rising order.
  package func forEach(in range: Range<Int>, _ body: (Int) -> Void) {
    for index in words.indices {
      var word = words[index] & Self.bits(of: range, in: index)
      while word != 0 {
        body(64 * index + word.trailingZeroBitCount)
        word &= word - 1
      }
    }
  }

  /// Calls `body` with each maximal range of consecutive vectors of the set, without the vectors in `range`;
  /// ranges are in rising order.
  package func forEachRange(outside range: Range<Int> = 0..<0, _ body: (Range<Int>) -> Void) {
    var start: Int?
    var last: UInt64 = 0
    for index in words.indices {
      // The bits that differ from the previous bit: starts and ends of ranges.
      let word = words[index] & ~Self.bits(of: range, in: index)
      var changes = word ^ (word << 1 | last)
      last = word >> 63
      while changes != 0 {
        let vector = 64 * index + changes.trailingZeroBitCount
        if let first = start {
          body(first..<vector)
          start = nil
        } else {
          start = vector
        }
        changes &= changes - 1
      }
    }
    if let start { body(start..<64 * words.count) }
  }

  /// Returns the bits that stand for the vectors of a range in the word at an index.
  private static func bits(of range: Range<Int>, in word: Int) -> UInt64 {
    let own = range.clamped(to: 64 * word..<64 * word + 64)
    return own.isEmpty ? 0 : (UInt64.max >> UInt64(64 - own.count)) << UInt64(own.lowerBound - 64 * word)
  }
}
