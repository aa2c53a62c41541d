import SegueLanes
import SeguePixels
import Synchronization

/// A program of pixels, and shorter ones for blocks of them where part of it is known not to matter.
final class BlockProgram: Sendable {
  /// What computes the pixels of a block.
  enum Part: Equatable {
    /// They are those of a picture, at the same place.
    case copy(texture: Int)
    case program(LaneProgram)
  }

  /// Columns and rows of a block: a vector of lanes, and as many rows as the program about blocks costs a few percent of.
  static let block = PixelSize(width: 16, height: 8)
  /// Programs that are made, at most; blocks beyond take the whole one.
  private static let most = 64
  /// Blocks of which the same is decided before a program is made for them: at edges of pictures there are many few.
  private static let enough = 16
  /// How long programs may be made at once, and which share of the time since the first block after that.
  ///
  /// Of noise every block has decisions of its own: a program for each took most of the time (decision 53).
  private static let atOnce = Duration.milliseconds(16)
  private static let share = 10
  /// Combinations of decisions that are told apart.
  private static let signatureLimit = 4096
  /// Decisions that count: as many as some words have pairs of bits.
  private static let decisionLimit = 128

  /// The program about blocks, whose results say what is decided.
  let blocks: LaneProgram
  private let decisions: [Decision]
  private let facts: RangeFacts
  private let graph: Graph
  private let result: [SSAValue]
  private let live: Set<SSAValue>
  private let whole: LaneProgram
  private let pictures: PictureFacts
  private let hasBands: Bool
  private struct State {
    var parts: [Part]
    /// About how many adds each takes less for a pixel than the whole program.
    var savings = [0]
    var known: [[UInt32]: Int] = [:]
    /// How many blocks there were, of which this is decided.
    var counts: [[UInt32]: Int] = [:]
    /// When the first block was asked for, and how long programs were made since.
    var start: ContinuousClock.Instant?
    var making = Duration.zero

    /// Whether there is time to make a program.
    mutating func mayMake() -> Bool {
      let now = ContinuousClock.now
      let start = start ?? now
      self.start = start
      return making <= max(BlockProgram.atOnce, (now - start) / BlockProgram.share)
    }
  }
  private let state: Mutex<State>

  /// Analyzes a graph; nil where nothing in it may be decided for a block.
  ///
  /// `pictures` is what is known of those that are read; `hasBands` says whether programs keep what rows have in common.
  init?(_ graph: Graph, result: [SSAValue], whole: LaneProgram, _ pictures: PictureFacts, hasBands: Bool) {
    let live = graph.liveValues(for: result)
    var analysis = RangeAnalysis(graph, live: live)
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

  /// How many programs and copies there are.
  var partCount: Int { state.withLock { $0.parts.count } }

  /// The pictures that blocks were copies of.
  var copied: Set<Int> {
    let parts = state.withLock { $0.parts }
    return Set(parts.compactMap { if case .copy(let texture) = $0 { texture } else { nil } })
  }

  /// The number of what computes some blocks of which this is decided: 0 is the whole program; nil while that is not settled, which then
  /// computes them.
  func part(for words: [UInt32], count: Int) -> Int? {
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

  /// What computes blocks, by its number.
  func part(_ number: Int) -> Part { state.withLock { $0.parts[number] } }

  /// About how many adds less than the whole program takes what computes blocks, for each pixel.
  func saving(_ number: Int) -> Int { state.withLock { $0.savings[number] } }

  /// Makes what computes blocks of which this is decided; nil where that is hardly less than the whole program.
  private func makePart(_ words: [UInt32]) -> Part? {
    var decided: [SSAValue: Decision.Outcome] = [:]
    for (index, decision) in decisions.enumerated() {
      let code = Int(words[index / 16] >> UInt32(2 * (index % 16)) & 3)
      if code > 0 { decided[decision.value] = decision.outcomes[code - 1].outcome }
    }
    let (graph, colors) = Specializer.specialize(
      self.graph, result, live: live, decided: decided, facts, pictures)
    if let texture = graph.textureCopied(by: colors, opaque: pictures.opaque) {
      return .copy(texture: texture)
    }
    let program = Scheduler.program(
      of: graph, result: colors, textures: whole.textures, hasBands: hasBands)
    return program.cost * 8 < whole.cost * 7 ? .program(program) : nil
  }
}

extension LaneProgram {
  /// About how many adds a pixel costs.
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
  /// The picture whose pixels some colors are, each at its own place; nil where they are not.
  func textureCopied(by colors: [SSAValue], opaque: Set<Int>) -> Int? {
    for case .operation(let operation) in nodes where operation.opcode == .fetchRow {
      guard let texels = operation.texels, texels.x == 0, texels.y == 0 else { continue }
      let isAlpha =
        colors[3] == operation.outputs[3]
        || opaque.contains(texels.texture) && constant(colors[3]) == Float(1).bitPattern
      if isAlpha && colors[..<3].elementsEqual(operation.outputs[..<3]) { return texels.texture }
    }
    return nil
  }
}
