import SegueLanes
import SeguePixels
import SegueRendering

/// Computes rows of a frame block by block: each block by the shortest program that is known to give its pixels.
///
/// For one thread.
final class BlockRows {
  private let program: BlockProgram
  private let pictures: [BorrowedRows]
  /// Those that the rows are of.
  private let bitmaps: [Bitmap]
  private let width: Int
  private let blocks: LaneRunner
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
  /// The blocks of each program, by its number.
  private var ranges: [[Range<Int>]] = [[]]
  private var copies: [(texture: Int, columns: Range<Int>)] = []
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
  ///   - makeRunner: Makes one of another program, of pixels of a given size or of blocks.
  init(
    _ program: BlockProgram, pictures: [Bitmap], width: Int, whole: LaneRunner,
    makeRunner: @escaping (LaneProgram, PixelSize) -> LaneRunner
  ) {
    self.program = program
    bitmaps = pictures
    self.pictures = pictures.map(BorrowedRows.init)
    self.width = width
    self.whole = whole
    blocks = makeRunner(program.blocks, BlockProgram.block)
    self.makeRunner = { makeRunner($0, PixelSize(width: 1, height: 1)) }
    words = Array(repeating: 0, count: blocks.blockCount * program.blocks.result.count)
    lastWords = words
  }

  /// Computes the pixels of a row.
  func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
    let blockRow = y / BlockProgram.block.height
    if self.row != blockRow {
      self.row = blockRow
      decide(blockRow)
    }
    for (texture, columns) in copies {
      pictures[texture].withRow(y) { row.copy(columns, from: $0) }
    }
    for runner in chosen { runner.read(y, into: &row) }
  }

  /// Whether every loop ended by itself so far.
  var isInTime: Bool { chosen.allSatisfy(\.isInTime) }

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

  /// Sorts blocks by the program that computes them.
  private func group() {
    for number in ranges.indices { ranges[number].removeAll(keepingCapacity: true) }
    let count = blocks.blockCount
    let wordStarts = stride(from: 0, to: words.count, by: count)
    var start = 0
    while start < count {
      var end = start + 1
      while end < count && wordStarts.allSatisfy({ words[$0 + start] == words[$0 + end] }) { end += 1 }
      let number = program.part(for: wordStarts.map { words[$0 + start] }, count: end - start)
      while ranges.count <= number { ranges.append([]) }
      if let last = ranges[number].last, last.upperBound == start {
        ranges[number][ranges[number].count - 1] = last.lowerBound..<end
      } else {
        ranges[number].append(start..<end)
      }
      start = end
    }
  }

  private func choose() {
    copies.removeAll(keepingCapacity: true)
    chosen.removeAll(keepingCapacity: true)
    for (number, ranges) in ranges.enumerated() where !ranges.isEmpty {
      if case .copy(let texture) = program.part(number) {
        let side = BlockProgram.block.width
        copies += ranges.map { (texture, side * $0.lowerBound..<min(side * $0.upperBound, width)) }
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
