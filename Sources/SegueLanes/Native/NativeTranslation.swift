/// Translates one run of steps into a function, a `segue_lanes_kernel` whose data is a `segue_lanes_state`.
///
/// It does two vectors at once, the last one twice where their number is odd. Of general registers rbx is the memory of slots, r12
/// the addresses of columns, r13 and r15 how far into them the vectors are, r8 and r9 the same of the next two where these are begun
/// meanwhile, and r14 the state; [rbp − 56] is where the next one's place stands, and [rbp − 48] where places end.
struct NativeTranslation {
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
    // push rbp; mov rbp, rsp; push rbx; push r12 … r15; sub rsp, …; and rsp, −64
    assembler.emit(
      0x55, 0x48, 0x89, 0xe5, 0x53, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57, 0x48, 0x81, 0xec)
    let stack = assembler.count
    assembler.emit32(0)
    assembler.emit(0x48, 0x83, 0xe4, 0xc0)
    // mov r14, rcx; mov rbx, [r14]; mov r12, [r14 + 8]; mov rax, [r14 + 32]; mov [rbp − 56], rax
    assembler.emit(0x49, 0x89, 0xce, 0x49, 0x8b, 0x5e, 0x00, 0x4d, 0x8b, 0x66, 0x08)
    assembler.emit(0x49, 0x8b, 0x46, 0x20, 0x48, 0x89, 0x45, 0xc8)
    // lea rcx, [rax + 4·rdi]; mov [rbp − 48], rcx
    assembler.emit(0x48, 0x8d, 0x0c, 0xb8, 0x48, 0x89, 0x4d, 0xd0)
    let stackSize =
      if let pipeline = pipeline() {
        emit(pipeline, to: &assembler, kernels)
      } else {
        emitBlocks(to: &assembler, kernels)
      }
    // lea rsp, [rbp − 40]; pop r15 … r12; pop rbx; pop rbp; vzeroupper; ret
    assembler.emit(0x48, 0x8d, 0x65, 0xd8, 0x41, 0x5f, 0x41, 0x5e, 0x41, 0x5d, 0x41, 0x5c, 0x5b, 0x5d)
    assembler.emit(0xc5, 0xf8, 0x77, 0xc3)
    assembler.patch32(at: stack, (stackSize + 127) / 64 * 64)
    assembler.emitRareCalls(kernels: kernels)
    for (at, target) in jumps { assembler.patch32(at: at, (places[target] ?? 0) - at - 4) }
  }

  /// Emits what does the next two vectors, block by block, while there are some; returns the bytes of stack it needs.
  private mutating func emitBlocks(
    to assembler: inout Assembler, _ kernels: @escaping (LaneOperation) -> UInt64
  ) -> Int {
    let counts = region.contains { if case .count = steps[$0] { true } else { false } }
    // mov eax, [r14 + 16]; mov [r14 + 28], eax
    if counts { assembler.emit(0x41, 0x8b, 0x46, 0x10, 0x41, 0x89, 0x46, 0x1c) }
    let again = assembler.count
    // mov rax, [rbp − 56]; mov r13d, [rax]
    assembler.emit(0x48, 0x8b, 0x45, 0xc8, 0x44, 0x8b, 0x28)
    // lea rcx, [rax + 4]; cmp rcx, [rbp − 48]; cmovae rcx, rax; mov r15d, [rcx]
    assembler.emit(0x48, 0x8d, 0x48, 4, 0x48, 0x3b, 0x4d, 0xd0, 0x48, 0x0f, 0x43, 0xc8, 0x44, 0x8b, 0x39)
    // add rax, 8; mov [rbp − 56], rax
    assembler.emit(0x48, 0x83, 0xc0, 8, 0x48, 0x89, 0x45, 0xc8)
    // mov eax, [r14 + 16]; mov [r14 + 24], eax
    if counts { assembler.emit(0x41, 0x8b, 0x46, 0x10, 0x41, 0x89, 0x46, 0x18) }
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
    // mov eax, [r14 + 24]; cmp eax, [r14 + 28]; jbe +4; mov [r14 + 28], eax
    if counts {
      assembler.emit(0x41, 0x8b, 0x46, 0x18, 0x41, 0x3b, 0x46, 0x1c, 0x76, 0x04, 0x41, 0x89, 0x46, 0x1c)
    }
    emitJump(to: again, &assembler)
    // mov eax, [r14 + 28]; mov [r14 + 16], eax
    if counts { assembler.emit(0x41, 0x8b, 0x46, 0x1c, 0x41, 0x89, 0x46, 0x10) }
    return stackSize
  }

  /// The same where there is one block, of two parts.
  private func emit(
    _ pipeline: BlockPipeline, to assembler: inout Assembler, _ kernels: @escaping (LaneOperation) -> UInt64
  ) -> Int {
    func emitPlaces() {
      // mov r8d, [rax]; lea rcx, [rax + 4]; cmp rcx, [rbp − 48]; cmovae rcx, rax; mov r9d, [rcx]
      assembler.emit(0x44, 0x8b, 0x00, 0x48, 0x8d, 0x48, 4, 0x48, 0x3b, 0x4d, 0xd0, 0x48, 0x0f, 0x43, 0xc8)
      assembler.emit(0x44, 0x8b, 0x09)
    }
    func emitBlock(_ block: VectorBlock) -> Int {
      BlockAllocation.emit(block, homes: pipeline.homes, to: &assembler, kernels: kernels)
    }
    emitPlaces()
    let startSize = emitBlock(pipeline.start)
    let again = assembler.count
    // mov r13, r8; mov r15, r9; mov rax, [rbp − 56]; add rax, 8; mov [rbp − 56], rax
    assembler.emit(0x4d, 0x89, 0xc5, 0x4d, 0x89, 0xcf, 0x48, 0x8b, 0x45, 0xc8, 0x48, 0x83, 0xc0, 8)
    assembler.emit(0x48, 0x89, 0x45, 0xc8)
    // Behind the last two, one is begun that nobody needs: mov rcx, [rbp − 48]; sub rcx, 4; cmp rax, rcx; cmova rax, rcx
    assembler.emit(0x48, 0x8b, 0x4d, 0xd0, 0x48, 0x83, 0xe9, 4, 0x48, 0x39, 0xc8, 0x48, 0x0f, 0x47, 0xc1)
    emitPlaces()
    let turnSize = emitBlock(pipeline.turn)
    emitJump(to: again, &assembler)
    return max(startSize, turnSize)
  }

  /// Emits a jump where there are more vectors.
  private func emitJump(to place: Int, _ assembler: inout Assembler) {
    // mov rax, [rbp − 56]; cmp rax, [rbp − 48]; jb
    assembler.emit(0x48, 0x8b, 0x45, 0xc8, 0x48, 0x3b, 0x45, 0xd0, 0x0f, 0x82)
    assembler.emit32(place - assembler.count - 4)
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
  private func block(of range: Range<Int>) -> (block: VectorBlock, jump: (bytes: [UInt8], target: Int)?) {
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
    var jump: [UInt8] = []
    switch end {
    case .jump: (isAlways, jump) = (true, [0xe9])
    case .jumpIfNone(let mask, _): (test, jump) = ((mask, .any), [0x0f, 0x84])
    case .jumpIfAll(let mask, _): (test, jump) = ((mask, .all), [0x0f, 0x82])
    // inc dword [r14 + 24]; mov eax, [r14 + 24]; cmp eax, [r14 + 20]; ja
    case .count: jump = [0x41, 0xff, 0x46, 0x18, 0x41, 0x8b, 0x46, 0x18, 0x41, 0x3b, 0x46, 0x14, 0x0f, 0x87]
    case .call, .native, nil: break
    }
    let (regions, target) = (regions, end?.target)
    block.finish(
      isLive: { slot in
        slot == regions.slots.pixels || !isAlways && regions.isLive(slot, at: range.upperBound)
          || target.map { regions.isLive(slot, at: $0) } ?? false
      }, test: test)
    return (block, target.map { (jump, $0) })
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
      for byte in jump.bytes { assembler.emit(byte) }
      jumps.append((assembler.count, loop?.place(of: jump.target) ?? jump.target))
      assembler.emit32(0)
    }
    return stackSize
  }
}
