import CSegueKernels

/// The results of a block program for a row of blocks: `count` words for each block.
package struct BlockWords: Equatable {
  /// The number of blocks, and the number of words for each block.
  package let blocks: Int
  package let count: Int
  /// The first word of all blocks, then the second word of all blocks, and so on; each group is padded with
  /// zeros to a multiple of 64 blocks.
  private var words: [UInt32]

  package init(blocks: Int, count: Int) {
    (self.blocks, self.count) = (blocks, count)
    words = Array(repeating: 0, count: count * Self.stride(blocks))
  }

  private static func stride(_ blocks: Int) -> Int { (blocks + 63) & ~63 }

  /// Returns the `count` words of the block at an index.
  package subscript(block: Int) -> [UInt32] {
    (0..<count).map { words[$0 * Self.stride(blocks) + block] }
  }

  /// Calls `body` with a pointer to the values of one word, one value for each block, in the order of the
  /// blocks.
  package mutating func withWord(_ word: Int, _ body: (UnsafeMutablePointer<UInt32>) -> Void) {
    words.withUnsafeMutableBufferPointer { words in
      if let base = words.baseAddress { body(base + word * Self.stride(blocks)) }
    }
  }

  /// Sets `found` to the blocks whose `count` words equal the words from the index `start` on in `said`.
  ///
  /// `found` must have room for all blocks.
  package func find(_ said: [UInt32], from start: Int, into found: inout VectorSet) {
    let stride = Self.stride(blocks)
    precondition(start + count <= said.count && 64 * found.words.count == stride)
    words.withUnsafeBufferPointer { words in
      said.withUnsafeBufferPointer { said in
        found.words.withUnsafeMutableBufferPointer { found in
          segue_find_words(
            found.baseAddress, found.count, words.baseAddress, said.baseAddress.map { $0 + start }, count)
        }
      }
    }
    found.remove(blocks..<stride)
  }

  /// Whether two blocks have equal words.
  package func isSame(_ a: Int, _ b: Int) -> Bool {
    var word = 0
    while word < words.count {
      if words[word + a] != words[word + b] { return false }
      word += Self.stride(blocks)
    }
    return true
  }
}
