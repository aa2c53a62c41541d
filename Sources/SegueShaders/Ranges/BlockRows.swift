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
  private let blocks: BlockRunner
  private let isAlways: Bool
  private let makeRunner: (LaneProgram) -> LaneRunner
  private let whole: LaneRunner
  /// Runners of programs, by their number.
  private var runners: [LaneRunner?] = []
  /// The row of blocks that is decided on.
  private var row: Int?
  /// What is decided there.
  private var words: BlockWords
  private var lastWords: BlockWords
  private var isDecided = false
  private var sets: BlockSets
  /// What is known of each program, by its number.
  private var parts: [(texture: Int?, saving: Int)] = []
  /// What runners that there are not yet would have saved, by the number of their program.
  private var wanted: [Int: Int] = [:]
  private let copies: PixelParts
  /// The runners of the blocks that are computed, by the numbers of their programs.
  private var chosen: [(number: Int, runner: LaneRunner)] = []
  /// Whether every loop of these runners ended by itself so far: asked of each after it has computed rows.
  private(set) var isInTime = true
  /// Rows of blocks that are left as they are, since little was decided in the last ones.
  private var pause = 0
  private var nextPause = 1
  private static let longestPause = 16

  /// - Parameters:
  ///   - program: The programs.
  ///   - blocks: A runner of the one about blocks.
  ///   - pictures: What they read.
  ///   - width: Columns of the frame.
  ///   - whole: A runner of the whole program.
  ///   - isAlways: Whether programs of blocks are used even where it would take less time without.
  ///   - makeRunner: Makes one of another program.
  init(
    _ program: BlockProgram, blocks: BlockRunner, pictures: [Bitmap], width: Int, whole: LaneRunner,
    isAlways: Bool, makeRunner: @escaping (LaneProgram) -> LaneRunner
  ) {
    self.program = program
    self.width = width
    self.whole = whole
    self.isAlways = isAlways
    self.blocks = blocks
    self.makeRunner = makeRunner
    copies = PixelParts(of: pictures, capacity: blocks.blockCount)
    words = BlockWords(blocks: blocks.blockCount, count: program.blocks.result.count)
    lastWords = words
    sets = BlockSets(blocks: words.blocks, words: words.count)
  }

  /// Computes the pixels of a row.
  func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
    decide(ofRow: y)
    copies.copy(y, to: &row)
    for index in chosen.indices {
      let runner = chosen[index].runner
      runner.read(y, into: &row)
      isInTime = isInTime && runner.isInTime
    }
  }

  /// Computes the rows of a band from `y` on that are in the same blocks, all of what one program does after another's; returns where
  /// they end.
  func read(from y: Int, of band: RowWriter) throws(RenderError) -> Int {
    decide(ofRow: y)
    let height = BlockProgram.block.height
    let rows = y..<min((y / height + 1) * height, band.rows.upperBound)
    if chosen.isEmpty { for y in rows { try band.withRow(y) { copies.copy(y, to: &$0) } } }
    for index in chosen.indices {
      let runner = chosen[index].runner
      try runner.read(rows, of: band, copies: index == 0 ? copies : nil)
      isInTime = isInTime && runner.isInTime
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
    sets.find(words) { program.part(for: $0, count: $1) }
    let left = sets.leave { isWorthIt($0, blocks: $1, ranges: $2) }
    // Where little is decided, it is asked for less and less often.
    isDecided = left * 16 < words.blocks * 15
    pause = isDecided ? 0 : nextPause
    nextPause = isDecided ? 1 : min(2 * nextPause, Self.longestPause)
    if !isDecided { sets.leaveAll() }
    choose()
  }

  /// What some things cost, in adds of a vector: a row of a runner, a row of blocks side by side, and a runner.
  ///
  /// Found by trying: with twice as much and more 3D noise took 1.15 times as long.
  private static let (rowCost, rangeCost, runnerCost) = (200, 20, 50_000)

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
    if number < runners.count && runners[number] != nil { return true }
    wanted[number, default: 0] += gain
    return wanted[number, default: 0] > Self.runnerCost
  }

  /// Gives each block to what computes it.
  ///
  /// Most rows of blocks have the runners of the one above, which are left in their places: a reference is counted only when the pixels
  /// before it are written.
  private func choose() {
    copies.removeAll()
    var count = 0
    for number in sets.numbers {
      let blocks = sets[number]
      if blocks.isEmpty { continue }
      if let texture = part(number).texture {
        let side = BlockProgram.block.width
        blocks.forEachRange {
          copies.add(side * $0.lowerBound..<min(side * $0.upperBound, width), of: texture)
        }
      } else {
        if count == chosen.count || chosen[count].number != number {
          chosen.removeSubrange(count...)
          chosen.append((number, runner(number)))
        }
        chosen[count].runner.choose(blocks)
        count += 1
      }
    }
    if count < chosen.count { chosen.removeSubrange(count...) }
  }

  private func runner(_ number: Int) -> LaneRunner {
    while runners.count <= number { runners.append(nil) }
    if let known = runners[number] { return known }
    var runner = whole
    if number > 0, case .program(let program) = program.part(number) { runner = makeRunner(program) }
    runners[number] = runner
    return runner
  }
}
