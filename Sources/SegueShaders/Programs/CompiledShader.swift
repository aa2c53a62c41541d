import SegueGLSL
import SegueGraph
package import SegueLaneProgram
import SegueLanes
import SeguePixels
import Synchronization

/// A shader compiled for one specialization: its program, and the graph from which variants for blocks of
/// pixels are compiled.
package final class CompiledShader: Sendable {
  /// The program for whole frames.
  package var program: LaneProgram { prepared.program }
  let prepared: PreparedProgram
  private let graph: Graph
  private let result: [SSAValue]
  private let pictures: PictureFacts
  private enum Blocks {
    case unknown
    case known(CompiledBlocks?)
  }
  private let known = Mutex(Blocks.unknown)
  /// The program with bands: a value shared by all rows of a band is computed once for the band.
  ///
  /// Nil if no value is shared.
  package let banded: CompiledShader?
  /// Lookup tables, which programs read as pictures; their indices follow the indices of all other pictures.
  let tables: [GraphTable]
  /// The steps of the program that run once a frame or a row, and the row slots that band steps read.
  ///
  /// A band's results are valid while the values of these slots are unchanged.
  let rows: PreparedProgram
  let bandInputs: [Int]

  convenience init(
    _ graph: Graph, result: [SSAValue], _ pictures: [Specialization.Picture], of size: PixelSize,
    _ shape: LaneProgram.Shape, givesFloats: Bool
  ) {
    func slots(_ isIncluded: (Specialization.Picture) -> Bool) -> Set<Int> {
      Set(pictures.indices.filter { isIncluded(pictures[$0]) })
    }
    let facts = PictureFacts(
      opaque: slots(\.isOpaque), framed: slots { $0.size == size },
      bounded: slots { !$0.hasFloats || $0.isBounded },
      copyable: slots { $0.hasFloats == givesFloats && (!$0.hasFloats || $0.isBounded) })
    func program(hasBands: Bool) -> LaneProgram {
      var program = Scheduler.program(
        of: graph, result: result, textures: pictures.count + graph.tables.count, hasBands: hasBands)
      program.tables = graph.tables.count
      program.shape = shape
      program.hasQuads = graph.hasQuads
      return program
    }
    let bands = graph.hasBands ? program(hasBands: true) : nil
    let banded = bands.flatMap {
      $0.band.isEmpty ? nil : CompiledShader(graph, result, $0, facts, banded: nil)
    }
    self.init(graph, result, program(hasBands: false), facts, banded: banded)
  }

  private init(
    _ graph: Graph, _ result: [SSAValue], _ program: LaneProgram, _ pictures: PictureFacts,
    banded: CompiledShader?
  ) {
    (self.graph, self.result, self.pictures, self.banded) = (graph, result, pictures, banded)
    prepared = PreparedProgram(program)
    (rows, bandInputs) = (PreparedProgram(program.rows), program.bandInputs)
    tables = graph.tables
  }

  /// Whether a program over quads of 2 × 2 pixels is expected to be faster.
  ///
  /// This is expected if the number of loop iterations differs between pixels, no picture is read row by row,
  /// and this program does not use quads yet.
  var gainsByQuads: Bool {
    !program.hasQuads && program.runs.isEmpty && graph.hasUnevenLoops
  }

  /// The number of program variants for blocks, including the whole program.
  ///
  /// The program with bands and the program without bands have separate variants; the larger number is
  /// returned.
  package var partCount: Int { max(blocks?.variants.partCount ?? 1, banded?.partCount ?? 1) }

  /// The indices of the pictures from which block variants copy pixels.
  package var copied: Set<Int> { (blocks?.variants.copied ?? []).union(banded?.copied ?? []) }

  /// The program that chooses a variant for each block, made on first use; nil if no value can be decided for
  /// a whole block.
  var blocks: CompiledBlocks? {
    known.withLock { known in
      if case .known(let blocks) = known { return blocks }
      // Runs on a large stack, since nested branches cause as deep a recursion as in
      // `ShaderProgramCache.compile`.
      let blocks =
        program.hasQuads
        ? nil
        : onLargeStack {
          BlockProgram(
            graph, result: result, whole: program, pictures, hasBands: !program.band.isEmpty
          ).map { CompiledBlocks($0) }
        }
      known = .known(blocks)
      return blocks
    }
  }
}
