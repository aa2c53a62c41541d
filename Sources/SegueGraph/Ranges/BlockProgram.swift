package import SegueLaneProgram
package import SeguePixels
import Synchronization

/// A program for pixels, with shorter variants for blocks of pixels in which some of the program's values are
/// constant.
package final class BlockProgram: Sendable {
  /// The computation of a block's pixels.
  package enum Part: Equatable {
    /// Each pixel is the pixel of a picture at the same position.
    case copy(texture: Int)
    case program(LaneProgram)
  }

  /// The size of a block in pixels: as wide as a vector, and high enough that the block program takes only a
  /// few percent of the time of the pixels.
  package static let block = PixelSize(width: 16, height: 8)
  /// The largest number of variants, including the whole program, which computes all other blocks.
  private static let most = 64
  /// The minimum number of blocks with equal decisions for which a variant is compiled, since blocks at edges
  /// of pictures have many rare combinations of decisions.
  private static let enough = 16
  /// The compile budget: 16 ms or a tenth of the time since the first request, whichever is longer.
  ///
  /// A noise pattern needs a separate variant for every block; without a budget, compilation took most of the
  /// time.
  private static let atOnce = Duration.milliseconds(16)
  private static let share = 10
  /// The largest number of combinations of decisions whose blocks are counted.
  private static let signatureLimit = 4096
  /// The largest number of decisions of a block program; each decision has a code of two bits.
  private static let decisionLimit = 128

  /// The block program; its results encode the decisions of a block.
  package let blocks: LaneProgram
  private let decisions: [Decision]
  private let facts: RangeFacts
  private let graph: Graph
  private let result: [SSAValue]
  private let live: ValueSet
  private let whole: LaneProgram
  private let pictures: PictureFacts
  private let hasBands: Bool
  private struct State {
    var parts: [Part]
    /// The cost that each variant saves per pixel compared with the whole program, in units of an addition.
    var savings = [0]
    var known: [[UInt32]: Int] = [:]
    /// The number of blocks seen with each combination of decisions.
    var counts: [[UInt32]: Int] = [:]
    /// The time of the first request for a variant, and the time spent on compiling variants since.
    var start: ContinuousClock.Instant?
    var making = Duration.zero

    /// Whether the compile budget allows another variant.
    mutating func mayMake() -> Bool {
      let now = ContinuousClock.now
      let start = start ?? now
      self.start = start
      return making <= max(BlockProgram.atOnce, (now - start) / BlockProgram.share)
    }
  }
  private let state: Mutex<State>

  /// Analyzes a graph; nil if no value can be decided for a block.
  ///
  /// `pictures` has facts about the pictures that the graph reads. With `hasBands`, the variants compute a
  /// value that the rows of a band share only once for the band.
  package init?(
    _ graph: Graph, result: [SSAValue], whole: LaneProgram, _ pictures: PictureFacts, hasBands: Bool
  ) {
    let live = graph.liveValues(for: result)
    var analysis = RangeAnalysis(graph, live: live, pictures)
    let (found, facts) = analysis.decisions()
    guard !found.isEmpty else { return nil }
    (self.graph, self.result, self.live, self.facts) = (graph, result, live, facts)
    (self.pictures, self.hasBands) = (pictures, hasBands)
    decisions = Array(found.prefix(Self.decisionLimit))
    self.whole = whole
    var words: [SSAValue] = []
    for (index, decision) in decisions.enumerated() {
      var code = analysis.graph.int(0)
      for (number, outcome) in decision.outcomes.enumerated().reversed() {
        let own = analysis.graph.int(Int32(number + 1) << Int32(2 * (index % 16)))
        code = analysis.graph.emit(.select, outcome.mask, own, code)
      }
      if index % 16 == 0 {
        words.append(code)
      } else {
        words[words.count - 1] = analysis.graph.emit(.or, words[words.count - 1], code)
      }
    }
    blocks = Scheduler.program(of: analysis.graph, result: words, textures: 0)
    state = Mutex(State(parts: [.program(self.whole)]))
  }

  /// The number of variants; the whole program and the copies of pictures also count as variants.
  package var partCount: Int { state.withLock { $0.parts.count } }

  /// The indices of the pictures that variants copy.
  package var copied: Set<Int> {
    let parts = state.withLock { $0.parts }
    return Set(parts.compactMap { if case .copy(let texture) = $0 { texture } else { nil } })
  }

  /// Returns the index of the variant for blocks with the given decisions: 0 for the whole program, nil if no
  /// variant is assigned yet.
  ///
  /// Until a variant is assigned, each call adds `count` to the number of blocks with these decisions, and
  /// the whole program computes the blocks.
  package func part(for words: [UInt32], count: Int) -> Int? {
    state.withLock { state in
      if let known = state.known[words] { return known }
      guard state.counts.count < Self.signatureLimit else { return nil }
      state.counts[words, default: 0] += count
      guard state.counts[words, default: 0] >= Self.enough, state.mayMake() else { return nil }
      var number = 0
      state.making += ContinuousClock().measure { number = self.number(of: makePart(words), in: &state) }
      state.known[words] = number
      return number
    }
  }

  private func number(of part: Part?, in state: inout State) -> Int {
    guard let part else { return 0 }
    if let known = state.parts.firstIndex(of: part) { return known }
    guard state.parts.count < Self.most else { return 0 }
    state.parts.append(part)
    let cost = if case .program(let program) = part { program.cost } else { 0 }
    state.savings.append(whole.cost - cost)
    return state.parts.count - 1
  }

  /// Returns the variant at an index.
  package func part(_ number: Int) -> Part { state.withLock { $0.parts[number] } }

  /// Returns the cost that a variant saves per pixel compared with the whole program, in units of an
  /// addition.
  package func saving(_ number: Int) -> Int { state.withLock { $0.savings[number] } }

  /// Makes the variant for a combination of decisions; nil if the variant saves an eighth of the whole
  /// program's cost or less.
  private func makePart(_ words: [UInt32]) -> Part? {
    var decided: ValueTable<Decision.Outcome> = [:]
    for (index, decision) in decisions.enumerated() {
      let code = Int(words[index / 16] >> UInt32(2 * (index % 16)) & 3)
      if code > 0 { decided[decision.value] = decision.outcomes[code - 1].outcome }
    }
    let (graph, colors) = Specializer.specialize(
      self.graph, result, live: live, decided: decided, facts, pictures)
    if let texture = graph.textureCopied(by: colors, pictures) {
      return .copy(texture: texture)
    }
    var program = Scheduler.program(
      of: graph, result: colors, textures: whole.textures, hasBands: hasBands)
    program.tables = whole.tables
    return program.cost * 8 < whole.cost * 7 ? .program(program) : nil
  }
}

extension LaneProgram {
  /// The approximate cost of a pixel, in units of an addition.
  fileprivate var cost: Int {
    pixel.reduce(8) { sum, step in
      switch step {
      case .call(let operation, _, _, _): sum + operation.cost
      default: sum + 1
      }
    }
  }
}

extension Graph {
  /// Returns the index of the picture that `colors` copy exactly, without displacement; nil if there is none.
  func textureCopied(by colors: [SSAValue], _ pictures: PictureFacts) -> Int? {
    for case .operation(let operation) in nodes where operation.opcode.readsRun {
      guard let texels = operation.texels, texels.x == 0, texels.y == 0,
        pictures.copyable.contains(texels.texture)
      else { continue }
      let isAlpha =
        colors[3] == operation.outputs[3]
        || pictures.opaque.contains(texels.texture) && constant(colors[3]) == Float(1).bitPattern
      if isAlpha && colors[..<3].elementsEqual(operation.outputs[..<3]) { return texels.texture }
    }
    return nil
  }
}
