import CSegueKernels
package import SeguePixels

/// Runs a `LaneProgram` that is about blocks of pixels, a lane for each, over the rows of one frame, in one thread.
package final class BlockRunner {
  private let program: LaneProgram
  private let size: PixelSize
  private let block: PixelSize
  private let isFlipped: Bool
  private let tiles: LaneTiles
  /// Where the program's results are.
  private let results: [UnsafeMutablePointer<UInt32>?]
  /// How many blocks there are in a row.
  package let blockCount: Int

  /// Gets ready for a frame: computes what does not change in it.
  ///
  /// - Parameters:
  ///   - program: What is computed.
  ///   - size: The frame.
  ///   - block: Columns and rows of a block.
  ///   - textures: The pictures.
  ///   - inputs: The values of the program's inputs, as bits.
  ///   - isFlipped: Whether the vertical position counts from the bottom up.
  ///   - kernels: The kernels.
  package init(
    _ program: LaneProgram, size: PixelSize, block: PixelSize, textures: [LaneRunner.Texture],
    inputs: [UInt32], isFlipped: Bool, kernels: Kernels
  ) {
    (self.program, self.size, self.block, self.isFlipped) = (program, size, block, isFlipped)
    let lanes = Int(SEGUE_LANES)
    blockCount = (size.width + block.width - 1) / block.width
    tiles = LaneTiles(
      program, program.cache.prepared(program, nil), .init(store: nil, asksForNext: false),
      rowVectors: (blockCount + lanes - 1) / lanes, size: size, textures: textures, inputs: inputs,
      kernels: kernels)
    results = program.result.map { [tiles] in tiles.memory.addresses.address($0) }
    tiles.setColumns(program.x, width: size.width) { $0 * block.width }
    tiles.setColumns(program.xEnd, width: size.width) { min(($0 + 1) * block.width, size.width) - 1 }
    tiles.computeColumns()
  }

  /// Computes what the program says of the blocks of a row: one word for each of its results.
  package func results(ofRow row: Int, into words: inout BlockWords) {
    let last = min((row + 1) * block.height, size.height) - 1
    let first = row * block.height
    tiles.move(to: isFlipped ? size.height - 1 - last...size.height - 1 - first : first...last)
    precondition(words.blocks == blockCount && words.count == results.count)
    let lanes = Int(SEGUE_LANES)
    tiles.forEachTile(of: 0..<tiles.rowVectors) { start, vectors in
      tiles.moveColumns(to: tiles.memory.columns(from: start))
      tiles.run(tiles.pixelSteps, vectors: vectors)
      let first = start * lanes
      let end = min(first + vectors * lanes, blockCount)
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
