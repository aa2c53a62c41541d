import SegueGraph
import SegueLaneProgram
import SegueLanes
import Synchronization

/// A block program, which chooses program variants for blocks of pixels, and these variants, prepared to run.
final class CompiledBlocks: Sendable {
  let variants: BlockProgram
  /// The program that computes the decisions for each block, which select the block's variant.
  let decisions: PreparedProgram
  /// Prepared variants, by index.
  private let known = Mutex<[Int: PreparedProgram]>([:])

  init(_ variants: BlockProgram) {
    self.variants = variants
    decisions = PreparedProgram(variants.blocks)
  }

  /// Returns the prepared program of the variant at an index; nil if the variant copies a picture.
  func prepared(_ number: Int) -> PreparedProgram? {
    guard case .program(let program) = variants.part(number) else { return nil }
    return known.withLock { known in
      if let prepared = known[number] { return prepared }
      let prepared = PreparedProgram(program)
      known[number] = prepared
      return prepared
    }
  }
}
