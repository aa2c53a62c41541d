import SegueLanes
import SeguePixels
import SegueRendering

/// When blocks of pixels are computed by programs of their own; never: each pixel is computed by itself, what a band of rows has in
/// common included.
package enum BlockUse {
  case never, whereFaster, always
}

/// Computes rows of a frame block by block: each block by the shortest program that is known to give its pixels.
///
/// For one thread.
final class BlockRows {
  private let program: BlockProgram
  private let width: Int
  private let blocks: LaneRunner
  private let isAlways: Bool
  private let makeRunner: (LaneProgram) -> LaneRunner
  private let whole: LaneRunner
  /// Runners of shorter programs, by their number.
  private var runners: [Int: LaneRunner] = [:]
  /// The row of blocks that is decided on.
  private var row: Int?
  /// What is decided there, word by word for all blocks.
  private var words: [UInt32]
  private var lastWords: [UInt32]
  private var isDecided = false
  /// Blocks beside one another of which the same is decided: the number of their program, and where they end.
  private var runs: [(number: Int, end: Int)] = []
  /// How many blocks there are of each program, by its number, in how many ranges, and whether they are computed by it.
  private var counts: [(blocks: Int, ranges: Int)] = []
  private var isChosen: [Bool] = []
  /// What is known of each program, by its number.
  private var parts: [(texture: Int?, saving: Int)] = []
  private var settled: SettledParts
  /// The blocks of each program, by its number.
  private var ranges: [[Range<Int>]] = [[]]
  /// What runners that there are not yet would have saved, by the number of their program.
  private var wanted: [Int: Int] = [:]
  private let copies: PixelParts
  private var chosen: [LaneRunner] = []
  /// Rows of blocks that are left as they are, since little was decided in the last ones.
  private var pause = 0
  private var nextPause = 1
  private static let longestPause = 16

  /// - Parameters:
  ///   - program: The programs.
  ///   - pictures: What they read.
  ///   - width: Columns of the frame.
  ///   - whole: A runner of the whole program.
  ///   - isAlways: Whether programs of blocks are used even where it would take less time without.
  ///   - makeRunner: Makes one of another program, of pixels of a given size or of blocks.
  init(
    _ program: BlockProgram, pictures: [Bitmap], width: Int, whole: LaneRunner, isAlways: Bool,
    makeRunner: @escaping (LaneProgram, PixelSize) -> LaneRunner
  ) {
    self.program = program
    self.width = width
    self.whole = whole
    self.isAlways = isAlways
    blocks = makeRunner(program.blocks, BlockProgram.block)
    self.makeRunner = { makeRunner($0, PixelSize(width: 1, height: 1)) }
    copies = PixelParts(of: pictures, capacity: blocks.blockCount)
    words = Array(repeating: 0, count: blocks.blockCount * program.blocks.result.count)
    lastWords = words
    settled = SettledParts(words: program.blocks.result.count)
  }

  /// Computes the pixels of a row.
  func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
    decide(ofRow: y)
    copies.copy(y, to: &row)
    for runner in chosen { runner.read(y, into: &row) }
  }

  /// Computes the rows of a band from `y` on that are in the same blocks, all of what one program does after another's; returns where
  /// they end.
  func read(from y: Int, of band: RowWriter) throws(RenderError) -> Int {
    decide(ofRow: y)
    let height = BlockProgram.block.height
    let rows = y..<min((y / height + 1) * height, band.rows.upperBound)
    if chosen.isEmpty { for y in rows { try band.withRow(y) { copies.copy(y, to: &$0) } } }
    for (index, runner) in chosen.enumerated() {
      try runner.read(rows, of: band, copies: index == 0 ? copies : nil)
    }
    return rows.upperBound
  }

  /// The end of the rows from `y` on that the whole program computes alone, as is known by now; at most a limit.
  func wholeRows(from y: Int, upTo limit: Int) -> Int {
    decide(ofRow: y)
    if isDecided { return y }
    let height = BlockProgram.block.height
    let first = y / height
    let last = min(first + pause, (limit - 1) / height)
    pause -= last - first
    row = last
    return min((last + 1) * height, limit)
  }

  /// Whether every loop ended by itself so far.
  var isInTime: Bool { chosen.allSatisfy(\.isInTime) }

  /// Decides what computes the blocks that a row of pixels is in, once for all their rows.
  private func decide(ofRow y: Int) {
    let blockRow = y / BlockProgram.block.height
    guard row != blockRow else { return }
    row = blockRow
    decide(blockRow)
  }

  /// Decides what computes the blocks of a row.
  private func decide(_ blockRow: Int) {
    if pause > 0 {
      pause -= 1
      return
    }
    swap(&words, &lastWords)
    blocks.results(ofBlockRow: blockRow, into: &words)
    // Much of a frame is as what is above it.
    if isDecided && words == lastWords { return }
    group()
    let left = ranges[0].reduce(0) { $0 + $1.count }
    // Where little is decided, it is asked for less and less often.
    isDecided = left * 16 < blocks.blockCount * 15
    pause = isDecided ? 0 : nextPause
    nextPause = isDecided ? 1 : min(2 * nextPause, Self.longestPause)
    if !isDecided { ranges = [[0..<blocks.blockCount]] }
    choose()
  }

  /// What some things cost, in adds of a vector: a row of a runner, a row of blocks side by side, and a runner.
  ///
  /// Found by trying: with twice as much and more 3D noise took 1.15 times as long.
  private static let (rowCost, rangeCost, runnerCost) = (200, 20, 50_000)

  /// Sorts blocks by the program that computes them.
  private func group() {
    findRuns()
    isChosen.removeAll(keepingCapacity: true)
    for (number, count) in counts.enumerated() {
      isChosen.append(number == 0 || isWorthIt(number, blocks: count.blocks, ranges: count.ranges))
    }
    for number in ranges.indices { ranges[number].removeAll(keepingCapacity: true) }
    while ranges.count < counts.count { ranges.append([]) }
    var start = 0
    for (index, run) in runs.enumerated() {
      let number = isChosen[run.number] ? run.number : 0
      let next = index + 1 < runs.count ? runs[index + 1].number : -1
      if next >= 0 && (isChosen[next] ? next : 0) == number { continue }
      ranges[number].append(start..<run.end)
      start = run.end
    }
  }

  /// Finds blocks beside one another of which the same is decided, and what computes them.
  private func findRuns() {
    // Held here, elements of arrays are read and written without asking whether somebody else does.
    let (words, count) = (self.words, blocks.blockCount)
    var (runs, counts, settled) = (self.runs, self.counts, self.settled)
    (self.runs, self.counts) = ([], [])
    runs.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    var start = 0
    while start < count {
      var end = start + 1
      while end < count && Self.isSame(words, of: count, start, end) { end += 1 }
      var number = 0
      if let known = settled.number(of: words, at: start, of: count) {
        number = known
      } else {
        number = part(of: words, at: start, count: end - start)
        settled = self.settled
      }
      while counts.count <= number { counts.append((blocks: 0, ranges: 0)) }
      counts[number].blocks += end - start
      counts[number].ranges += 1
      runs.append((number, end))
      start = end
    }
    (self.runs, self.counts) = (runs, counts)
  }

  /// Whether the same is decided of two blocks, of which there are words one after the other.
  private static func isSame(_ words: [UInt32], of count: Int, _ a: Int, _ b: Int) -> Bool {
    var word = 0
    while word < words.count {
      if words[word + a] != words[word + b] { return false }
      word += count
    }
    return true
  }

  /// The number of what computes some blocks of which the same is decided as of one.
  private func part(of words: [UInt32], at block: Int, count: Int) -> Int {
    let own = stride(from: block, to: words.count, by: blocks.blockCount).map { words[$0] }
    guard let number = program.part(for: own, count: count) else { return 0 }
    settled.add(own, number)
    return number
  }

  /// What is known of a program.
  private func part(_ number: Int) -> (texture: Int?, saving: Int) {
    while parts.count <= number {
      let texture: Int? = if case .copy(let texture) = program.part(parts.count) { texture } else { nil }
      parts.append((texture, program.saving(parts.count)))
    }
    return parts[number]
  }

  /// Whether some blocks of a row take less time by a program of theirs than by the whole one, in ranges apart from others.
  private func isWorthIt(_ number: Int, blocks: Int, ranges: Int) -> Bool {
    if isAlways || blocks == 0 { return isAlways }
    let rows = BlockProgram.block.height
    let (texture, saving) = part(number)
    let gain = rows * (blocks * saving - Self.rangeCost * ranges)
    if texture != nil { return gain > 0 }
    guard gain > rows * Self.rowCost else { return false }
    if runners[number] != nil { return true }
    wanted[number, default: 0] += gain
    return wanted[number, default: 0] > Self.runnerCost
  }

  private func choose() {
    copies.removeAll()
    chosen.removeAll(keepingCapacity: true)
    for (number, ranges) in ranges.enumerated() where !ranges.isEmpty {
      if let texture = part(number).texture {
        let side = BlockProgram.block.width
        for range in ranges {
          copies.add(side * range.lowerBound..<min(side * range.upperBound, width), of: texture)
        }
      } else {
        let runner = runner(number)
        runner.choose(ranges)
        chosen.append(runner)
      }
    }
  }

  private func runner(_ number: Int) -> LaneRunner {
    if let known = runners[number] { return known }
    var runner = whole
    if number > 0, case .program(let program) = program.part(number) { runner = makeRunner(program) }
    runners[number] = runner
    return runner
  }
}
