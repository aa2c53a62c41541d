import SegueGraph
import SegueLaneProgram
import SegueLanes
import SeguePixels
import SegueRendering

/// Whether blocks of pixels are computed by program variants: never, where a variant is estimated to be
/// faster, or always.
///
/// With `never`, bands are not used either.
package enum BlockUse {
  case never, whereFaster, always
}

/// Computes the rows of a frame in blocks, each block by a program variant that is valid for its pixels, or
/// by the whole program.
///
/// An instance is used by one thread.
final class BlockRows {
  private let compiled: CompiledBlocks
  private let program: BlockProgram
  private let width: Int
  private let blocks: BlockRunner
  private let isAlways: Bool
  private let makeRunner: (PreparedProgram) -> LaneRunner
  private let whole: LaneRunner
  /// The runners of program variants, by the index of the variant; nil for a variant not yet run.
  private var runners: [LaneRunner?] = []
  /// The index of the current row of blocks, whose variants are assigned or whose analysis is skipped; nil
  /// before the first row.
  private var row: Int?
  /// The decisions for each block of the row of blocks that was analyzed last (`words`), and of the row of
  /// blocks that was analyzed before this row (`lastWords`).
  private var words: BlockWords
  private var lastWords: BlockWords
  private var isDecided = false
  private var sets: BlockSets
  /// Indexed by variant: the picture that the variant copies (nil if none), and the cost that the variant
  /// saves per pixel.
  private var parts: [(texture: Int?, saving: Int)] = []
  /// For variants that have no runner yet, by index: the total cost that the variant would have saved so far,
  /// in units of a vector addition.
  private var wanted: [Int: Int] = [:]
  private let copies: PixelParts
  /// The runners of the current row of blocks, with the indices of their variants.
  private var chosen: [(number: Int, runner: LaneRunner)] = []
  /// Whether the loops of all runners have stayed within the limit of iterations so far; updated after each
  /// read.
  private(set) var isInTime = true
  /// The number of further rows of blocks whose analysis will be skipped, since few blocks of the last
  /// analyzed row used variants.
  private var pause = 0
  private var nextPause = 1
  private static let longestPause = 16

  /// - Parameters:
  ///   - compiled: The variants.
  ///   - blocks: The runner of the block program.
  ///   - pictures: The pictures that the program reads, in the form from which pixels are copied.
  ///   - width: The width of the frame in pixels.
  ///   - whole: A runner of the whole program.
  ///   - isAlways: Whether variants are used even if they are slower.
  ///   - makeRunner: Makes a runner of a variant.
  init(
    _ compiled: CompiledBlocks, blocks: BlockRunner, pictures: [PixelParts.Picture], width: Int,
    whole: LaneRunner, isAlways: Bool, makeRunner: @escaping (PreparedProgram) -> LaneRunner
  ) {
    self.compiled = compiled
    program = compiled.variants
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

  /// Computes the rows from `y` to the end of the row of blocks or of the band, variant by variant; returns
  /// this end.
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

  /// Returns the end of the run of rows, from `y` on, that the whole program computes without variants; at
  /// most `limit`.
  ///
  /// Returns `y` if the row of blocks at `y` uses variants.
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

  /// Assigns variants to the row of blocks that contains row `y`, unless it is the current row of blocks.
  private func decide(ofRow y: Int) {
    let blockRow = y / BlockProgram.block.height
    guard row != blockRow else { return }
    row = blockRow
    decide(blockRow)
  }

  /// Assigns variants to the blocks of a row of blocks.
  private func decide(_ blockRow: Int) {
    if pause > 0 {
      pause -= 1
      return
    }
    swap(&words, &lastWords)
    blocks.results(ofBlockRow: blockRow, into: &words)
    // Keeps the assignment if the decisions equal the decisions of the previously analyzed row of blocks, as
    // is often the case.
    if isDecided && words == lastWords { return }
    sets.find(words) { program.part(for: $0, count: $1) }
    let left = sets.leave { isWorthIt($0, blocks: $1, ranges: $2) }
    // If at most a sixteenth of the blocks use variants, the analysis pauses; each pause is twice as long as
    // the previous one, up to 16 rows of blocks.
    isDecided = left * 16 < words.blocks * 15
    pause = isDecided ? 0 : nextPause
    nextPause = isDecided ? 1 : min(2 * nextPause, Self.longestPause)
    if !isDecided { sets.leaveAll() }
    choose()
  }

  /// The cost of using a runner for a row, the cost of each range of consecutive blocks in a row, and the
  /// cost of making a runner; in units of a vector addition.
  ///
  /// Tuned by measurement: if these costs are doubled or larger, 3D noise takes 1.15 times as long.
  private static let (rowCost, rangeCost, runnerCost) = (200, 20, 50_000)

  /// Returns the picture that a variant copies, or nil, and the cost that the variant saves per pixel.
  private func part(_ number: Int) -> (texture: Int?, saving: Int) {
    while parts.count <= number {
      let texture: Int? = if case .copy(let texture) = program.part(parts.count) { texture } else { nil }
      parts.append((texture, program.saving(parts.count)))
    }
    return parts[number]
  }

  /// Returns whether a variant is estimated to be faster than the whole program, for `blocks` blocks that
  /// form `ranges` ranges of consecutive blocks.
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

  /// Passes the blocks of each variant to its runner.
  ///
  /// Most rows of blocks use the same runners as the row above, so `chosen` is changed only where the runners
  /// differ. Releasing a runner's reference is atomic, and would wait for the pending stores of pixels.
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
    if number > 0, let prepared = compiled.prepared(number) { runner = makeRunner(prepared) }
    runners[number] = runner
    return runner
  }
}
