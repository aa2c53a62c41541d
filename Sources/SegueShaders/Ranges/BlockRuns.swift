/// The blocks of a row, by the number of the program that computes them.
///
/// A value of its own, so that what it keeps is written without asking who else reads it: 0.96 to 0.98 of the time of wipes and dots.
struct BlockRuns {
  /// Blocks beside one another of which the same is decided: the number of their program, and where they end.
  private var runs: [(number: Int, end: Int)] = []
  /// By the number of a program: how many blocks there are of it, in how many ranges, and whether they are computed by it.
  private var counts: [(blocks: Int, ranges: Int, isChosen: Bool)] = []
  /// The ranges of all programs, one program's after another's, and where those of each begin.
  private var ranges: [Range<Int>] = []
  private var starts: [Int] = []
  private var settled: SettledParts

  /// - Parameter words: Words of what is decided of a block.
  init(words: Int) { settled = SettledParts(words: words) }

  /// Finds the runs of a row, of whose blocks there are words one after the other.
  ///
  /// `settle` gives the number of what is not known here yet: of some blocks of which the same is decided; nil where it is not settled.
  mutating func find(
    _ words: [UInt32], blocks count: Int, settle: (_ decided: [UInt32], _ count: Int) -> Int?
  ) {
    runs.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    counts.append((0, 0, true))
    var start = 0
    while start < count {
      var end = start + 1
      while end < count && Self.isSame(words, of: count, start, end) { end += 1 }
      var number = settled.number(of: words, at: start, of: count)
      if number == nil {
        let decided = stride(from: start, to: words.count, by: count).map { words[$0] }
        number = settle(decided, end - start)
        if let number { settled.add(decided, number) }
      }
      let own = number ?? 0
      while counts.count <= own { counts.append((0, 0, false)) }
      counts[own].blocks += end - start
      counts[own].ranges += 1
      runs.append((own, end))
      start = end
    }
  }

  /// Whether the same is decided of two blocks.
  private static func isSame(_ words: [UInt32], of count: Int, _ a: Int, _ b: Int) -> Bool {
    var word = 0
    while word < words.count {
      if words[word + a] != words[word + b] { return false }
      word += count
    }
    return true
  }

  /// Sorts them by their program, where that is worth it, else by the whole one, number 0; returns how many blocks that has.
  mutating func sort(
    isWorthIt: (_ number: Int, _ blocks: Int, _ ranges: Int) -> Bool
  ) -> Int {
    var left = counts[0].blocks
    for number in counts.indices.dropFirst() {
      counts[number].isChosen = isWorthIt(number, counts[number].blocks, counts[number].ranges)
      if !counts[number].isChosen { left += counts[number].blocks }
    }
    join()
    // Where the ranges of each program begin, then end.
    starts.removeAll(keepingCapacity: true)
    var start = 0
    for number in counts.indices {
      starts.append(start)
      start += counts[number].ranges
    }
    while ranges.count < start { ranges.append(0..<0) }
    start = 0
    for run in runs {
      ranges[starts[run.number]] = start..<run.end
      starts[run.number] += 1
      start = run.end
    }
    return left
  }

  /// Makes one run of those that the same program computes.
  private mutating func join() {
    for number in counts.indices { counts[number].ranges = 0 }
    var count = 0
    for run in runs {
      let number = counts[run.number].isChosen ? run.number : 0
      if count > 0 && runs[count - 1].number == number {
        runs[count - 1].end = run.end
      } else {
        runs[count] = (number, run.end)
        counts[number].ranges += 1
        count += 1
      }
    }
    runs.removeLast(runs.count - count)
  }

  /// Leaves all of so many blocks to the whole program.
  mutating func leave(_ count: Int) {
    counts = [(count, 1, true)]
    ranges = [0..<count]
    starts = [1]
  }

  /// Calls `body` with each program that computes blocks, and their ranges.
  func forEachProgram(_ body: (_ number: Int, _ ranges: ArraySlice<Range<Int>>) -> Void) {
    for number in counts.indices where counts[number].ranges > 0 {
      body(number, ranges[starts[number] - counts[number].ranges..<starts[number]])
    }
  }
}
