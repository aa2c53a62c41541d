import CSegueKernels
import SegueLaneProgram
package import SeguePixels

/// Runs a block program over the rows of blocks of one frame, one lane a block, on one thread.
///
/// A block program reads no picture and has no loop that could exceed the loop limit.
package final class BlockRunner {
  private static let lanes = Int(SEGUE_LANES)

  private let program: LaneProgram
  private let size: PixelSize
  private let block: PixelSize
  private let isFlipped: Bool
  private let tiles: LaneTiles
  /// The addresses of the program's results.
  private let results: [UnsafeMutablePointer<UInt32>?]
  /// The number of blocks in a row of blocks.
  package let blockCount: Int

  /// Prepares a frame: sets the inputs and computes all values that are constant in the frame.
  ///
  /// - Parameters:
  ///   - prepared: The block program.
  ///   - size: The size of the frame.
  ///   - block: The size of a block in pixels.
  ///   - inputs: The values of the program's inputs, as bits.
  ///   - isFlipped: Whether the vertical position counts from the bottom up.
  ///   - kernels: The kernels.
  package init(
    _ prepared: PreparedProgram, size: PixelSize, block: PixelSize, inputs: [UInt32], isFlipped: Bool,
    kernels: Kernels
  ) {
    precondition(!prepared.program.hasQuads)
    (program, self.size, self.block, self.isFlipped) = (prepared.program, size, block, isFlipped)
    blockCount = (size.width + block.width - 1) / block.width
    tiles = LaneTiles(
      prepared, nil, rowVectors: (blockCount + Self.lanes - 1) / Self.lanes, size: size, textures: [],
      inputs: inputs, maxTurns: Limits().maxLoopTurns, kernels: kernels)
    results = program.result.map { [tiles] in tiles.memory.addresses.address($0) }
    tiles.setColumns(program.x, width: size.width) { $0 * block.width }
    tiles.setColumns(program.xEnd, width: size.width) { min(($0 + 1) * block.width, size.width) - 1 }
    tiles.computeColumns()
  }

  /// Runs the program for one row of blocks; writes a word for each result of each block.
  package func results(ofBlockRow row: Int, into words: inout BlockWords) {
    precondition(words.blocks == blockCount && words.count == results.count)
    let last = min((row + 1) * block.height, size.height) - 1
    let first = row * block.height
    tiles.move(to: isFlipped ? size.height - 1 - last...size.height - 1 - first : first...last)
    tiles.forEachTile(of: 0..<tiles.rowVectors) { start, vectors in
      tiles.moveColumns(to: tiles.memory.columns(from: start))
      tiles.run(tiles.pixelSteps, vectors: vectors)
      let first = start * Self.lanes
      let end = min(first + vectors * Self.lanes, blockCount)
      for (index, slot) in program.result.enumerated() {
        guard let memory = results[index] else { continue }
        words.withWord(index) { word in
          switch slot {
          case .frame, .row, .nowhere: (word + first).update(repeating: memory[0], count: end - first)
          case .column: (word + first).update(from: memory + first, count: end - first)
          case .register: (word + first).update(from: memory, count: end - first)
          }
        }
      }
    }
  }
}
