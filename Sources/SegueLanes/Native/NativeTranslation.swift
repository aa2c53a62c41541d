/// Translates one run of steps into a function, a `segue_lanes_kernel` whose data is a `segue_lanes_state`.
///
/// A turn does two vectors, the last one twice where their number is odd.
struct NativeTranslation {
  /// Memory of slots, addresses of columns, and the state.
  static let slots = Assembler.Register.rbx
  static let columns = Assembler.Register.r12
  private static let state = Assembler.Register.r14
  /// Distances of a turn's two vectors from the first one, in bytes, and of the next turn's in a pipeline.
  static let distances: [Assembler.Register] = [.r13, .r15, .r8, .r9]
  private static let saved: [Assembler.Register] = [.rbx, .r12, .r13, .r14, .r15]

  /// Fields of the state.
  private enum State {
    static let memory = Assembler.Memory(base: state, offset: 0)
    static let columns = Assembler.Memory(base: state, offset: 8)
    static let turns = Assembler.Memory(base: state, offset: 16)
    static let limit = Assembler.Memory(base: state, offset: 20)
    static let turn = Assembler.Memory(base: state, offset: 24)
    static let most = Assembler.Memory(base: state, offset: 28)
    static let places = Assembler.Memory(base: state, offset: 32)
  }

  /// Variables below the saved registers: where the next distances stand, and where these end.
  private enum Frame {
    static let next = Assembler.Memory(base: .rbp, offset: -56)
    static let end = Assembler.Memory(base: .rbp, offset: -48)
  }

  /// The end of a block: `count` compares the turns with their limit.
  private struct Jump {
    var condition: Assembler.Condition?
    var counts = false
    let target: Int
  }

  private let regions: NativeRegions
  private let region: Range<Int>
  /// Where the code of a step begins, and where jumps are to be told.
  private var places: [Int: Int] = [:]
  private var jumps: [(at: Int, target: Int)] = []
  /// Loops whose slots have registers.
  private let loops: [NativeLoop]

  init(_ regions: NativeRegions, _ region: Range<Int>) {
    (self.regions, self.region) = (regions, region)
    loops = NativeLoop.all(in: region, of: regions)
  }

  private var steps: [LaneProgram.Step] { regions.steps }

  mutating func emit(to assembler: inout Assembler, kernels: @escaping (LaneOperation) -> UInt64) {
    assembler.push(.rbp)
    assembler.move(.rbp, .rsp)
    for register in Self.saved { assembler.push(register) }
    let stack = assembler.subtractLater(.rsp)
    assembler.and(.rsp, -64)
    // The fourth argument is the state, the first one the number of vectors.
    assembler.move(Self.state, .rcx)
    assembler.load(Self.slots, State.memory)
    assembler.load(Self.columns, State.columns)
    assembler.load(.rax, State.places)
    assembler.store(.rax, Frame.next)
    assembler.loadAddress(.rcx, .init(base: .rax, index: .rdi, shift: 2))
    assembler.store(.rcx, Frame.end)
    let stackSize =
      if let pipeline = pipeline() {
        emit(pipeline, to: &assembler, kernels)
      } else {
        emitBlocks(to: &assembler, kernels)
      }
    assembler.loadAddress(.rsp, .init(base: .rbp, offset: -8 * Self.saved.count))
    for register in Self.saved.reversed() { assembler.pop(register) }
    assembler.pop(.rbp)
    assembler.clearUpperHalves()
    assembler.return()
    assembler.patch32(at: stack, (stackSize + 127) / 64 * 64)
    assembler.emitRareCalls(kernels: kernels)
    for (at, target) in jumps { assembler.patch(at, to: places[target] ?? 0) }
  }

  /// Emits what does the next two vectors, block by block, while there are some; returns the bytes of stack it needs.
  private mutating func emitBlocks(
    to assembler: inout Assembler, _ kernels: @escaping (LaneOperation) -> UInt64
  ) -> Int {
    let counts = region.contains { if case .count = steps[$0] { true } else { false } }
    if counts { copy(State.turns, to: State.most, &assembler) }
    let again = assembler.count
    assembler.load(.rax, Frame.next)
    emitDistances(Self.distances[0], Self.distances[1], &assembler)
    assembler.add(.rax, 8)
    assembler.store(.rax, Frame.next)
    if counts { copy(State.turns, to: State.turn, &assembler) }
    var stackSize = 0
    for block in blocks() {
      places[block.lowerBound] = assembler.count
      let loop = loops.first { $0.steps.contains(block.lowerBound) }
      if let loop, block.lowerBound == loop.start {
        loop.load(to: &assembler, regions)
        places[loop.again] = assembler.count
      }
      stackSize = max(stackSize, emit(block, of: loop, to: &assembler, kernels))
      if let loop, block.upperBound == loop.steps.upperBound {
        places[loop.leaving] = assembler.count
        loop.store(to: &assembler, regions)
      }
    }
    places[region.upperBound] = assembler.count
    if counts {
      assembler.load(.rax, State.turn, .bits32)
      assembler.load(.rcx, State.most, .bits32)
      assembler.compare(.rax, .rcx, .bits32)
      assembler.move(.rcx, .rax, if: .above)
      assembler.store(.rcx, State.most, .bits32)
    }
    emitJump(to: again, &assembler)
    if counts { copy(State.most, to: State.turns, &assembler) }
    return stackSize
  }

  /// The same where there is one block, of two parts.
  private func emit(
    _ pipeline: BlockPipeline, to assembler: inout Assembler, _ kernels: @escaping (LaneOperation) -> UInt64
  ) -> Int {
    func emitBlock(_ block: VectorBlock) -> Int {
      BlockAllocation.emit(block, homes: pipeline.homes, to: &assembler, kernels: kernels)
    }
    emitDistances(Self.distances[2], Self.distances[3], &assembler)
    let startSize = emitBlock(pipeline.start)
    let again = assembler.count
    assembler.move(Self.distances[0], Self.distances[2])
    assembler.move(Self.distances[1], Self.distances[3])
    assembler.load(.rax, Frame.next)
    assembler.add(.rax, 8)
    assembler.store(.rax, Frame.next)
    // Behind the last two, one is begun that nobody needs.
    assembler.load(.rcx, Frame.end)
    assembler.subtract(.rcx, 4)
    assembler.compare(.rax, .rcx)
    assembler.move(.rax, .rcx, if: .above)
    emitDistances(Self.distances[2], Self.distances[3], &assembler)
    let turnSize = emitBlock(pipeline.turn)
    emitJump(to: again, &assembler)
    return max(startSize, turnSize)
  }

  private func copy(_ from: Assembler.Memory, to: Assembler.Memory, _ assembler: inout Assembler) {
    assembler.load(.rax, from, .bits32)
    assembler.store(.rax, to, .bits32)
  }

  /// Loads the distances of two vectors from where rax is; of the last one alone, twice its own.
  private func emitDistances(
    _ first: Assembler.Register, _ second: Assembler.Register, _ assembler: inout Assembler
  ) {
    assembler.load(first, .init(base: .rax), .bits32)
    assembler.loadAddress(.rcx, .init(base: .rax, offset: 4))
    assembler.compare(.rcx, Frame.end)
    assembler.move(.rcx, .rax, if: .notBelow)
    assembler.load(second, .init(base: .rcx), .bits32)
  }

  /// Emits a jump where there are more vectors.
  private func emitJump(to place: Int, _ assembler: inout Assembler) {
    assembler.load(.rax, Frame.next)
    assembler.compare(.rax, Frame.end)
    assembler.jump(to: place, if: .below)
  }

  /// Both parts of the region where that is one block.
  private func pipeline() -> BlockPipeline? {
    region.contains { steps[$0].target != nil } ? nil : BlockPipeline(block(of: region).block)
  }

  /// Steps that run one after another: up to a jump, or to where one leads.
  private func blocks() -> [Range<Int>] {
    let starts = steps.blockStarts.union([region.lowerBound]).filter { region.contains($0) }.sorted()
    return zip(starts, starts.dropFirst() + [region.upperBound]).map { $0..<$1 }
  }

  /// The block of some steps, and the jump at its end.
  private func block(of range: Range<Int>) -> (block: VectorBlock, jump: Jump?) {
    var block = VectorBlock(regions.slots)
    var end: LaneProgram.Step?
    for position in range {
      switch steps[position] {
      case .call(let operation, let out, let inputs, let texels):
        block.add(operation, out: out, in: inputs, texels: texels)
      default: end = steps[position]
      }
    }
    var isAlways = false
    var test: (mask: LaneProgram.Slot, kind: VectorBlock.Test)?
    var jump: Jump?
    switch end {
    case .jump(let target): (isAlways, jump) = (true, Jump(target: target))
    case .jumpIfNone(let mask, let target): (test, jump) = ((mask, .any), Jump(condition: .zero, target: target))
    case .jumpIfAll(let mask, let target): (test, jump) = ((mask, .all), Jump(condition: .below, target: target))
    case .count(let target): jump = Jump(condition: .above, counts: true, target: target)
    case .call, .native, nil: break
    }
    let (regions, target) = (regions, jump?.target)
    block.finish(
      isLive: { slot in
        slot == regions.slots.pixels || !isAlways && regions.isLive(slot, at: range.upperBound)
          || target.map { regions.isLive(slot, at: $0) } ?? false
      }, test: test)
    return (block, jump)
  }

  /// Emits a block and the jump at its end; returns the bytes of stack it needs.
  private mutating func emit(
    _ range: Range<Int>, of loop: NativeLoop?, to assembler: inout Assembler,
    _ kernels: @escaping (LaneOperation) -> UInt64
  ) -> Int {
    let (block, jump) = block(of: range)
    let stackSize = BlockAllocation.emit(
      block.doubled(), homes: loop?.homes ?? SlotHomes(), to: &assembler, kernels: kernels)
    if let jump {
      if jump.counts {
        assembler.increment(State.turn)
        assembler.load(.rax, State.turn, .bits32)
        assembler.compare(.rax, State.limit, .bits32)
      }
      let place = assembler.jump(if: jump.condition)
      jumps.append((place, loop?.place(of: jump.target) ?? jump.target))
    }
    return stackSize
  }
}
