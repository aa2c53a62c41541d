package import CSegueKernels
package import SeguePixels

/// Machine code that stands for some steps of a program.
///
/// Values stay in registers between steps, and a loop ends where its 16 lanes do. It rounds as the kernels do, which it
/// calls for what it has no instructions for.
package final class NativeProgram: Sendable {
  /// The program's steps, runs of them replaced.
  let steps: StepTable
  /// Whether it is what stores the pixels.
  let stores: Bool
  /// Whether vectors may stand anywhere in a row.
  let takesPlaces: Bool
  private let memory: ExecutableMemory
  private let entries: [Int]

  /// The code of a program, made once; nil where there is nothing to gain, or the level has none.
  static func of(
    _ program: LaneProgram, _ way: ProgramCache.Way, tileVectors: Int, kernels: Kernels
  ) -> NativeProgram? {
    guard kernels.level == .avx512 else { return nil }
    return program.cache.native(way) {
      NativeProgram(
        program, way.store, tileVectors: tileVectors, asksForNext: way.asksForNext, kernels: kernels)
    }
  }

  /// Translates runs of operations; nil where there are none, or where this machine runs no code that is made.
  package init?(
    _ program: LaneProgram, _ store: LaneProgram.Step? = nil, tileVectors: Int, asksForNext: Bool = false,
    kernels: Kernels
  ) {
    let table = kernels.laneKernels
    let slots = NativeSlots(program, tileVectors: tileVectors, asksForNext: asksForNext)
    let regions = NativeRegions(program, store, slots)
    guard !regions.regions.isEmpty else { return nil }
    var assembler = Assembler()
    var entries: [Int] = []
    for region in regions.regions {
      entries.append(assembler.count)
      var translation = NativeTranslation(regions, region)
      translation.emit(to: &assembler) {
        UInt64(UInt(bitPattern: unsafeBitCast(table[Int($0.rawValue)], to: Int.self)))
      }
    }
    assembler.finish()
    guard let memory = ExecutableMemory(assembler.bytes) else { return nil }
    self.memory = memory
    self.entries = entries
    let steps = Self.replaced(regions.steps, regions.regions)
    stores = store.map { !steps.contains($0) } ?? false
    takesPlaces = stores && regions.isStraight
    self.steps = StepTable(steps, runs: program.runs)
  }

  /// The code of a step.
  package func kernel(_ number: Int) -> segue_lanes_kernel {
    unsafeBitCast(memory.start + entries[number], to: segue_lanes_kernel.self)
  }

  private static func replaced(_ steps: [LaneProgram.Step], _ regions: [Range<Int>]) -> [LaneProgram.Step] {
    var result: [LaneProgram.Step] = []
    var moved: [Int] = []
    var next = 0
    for (position, step) in steps.enumerated() {
      moved.append(result.count)
      if next < regions.count && regions[next].contains(position) {
        if position == regions[next].lowerBound { result.append(.native(next)) }
        if position == regions[next].upperBound - 1 { next += 1 }
      } else {
        result.append(step)
      }
    }
    moved.append(result.count)
    return result.map { step in
      switch step {
      case .jump(let target): .jump(moved[target])
      case .jumpIfNone(let mask, let target): .jumpIfNone(mask, moved[target])
      case .jumpIfAll(let mask, let target): .jumpIfAll(mask, moved[target])
      case .count(let target): .count(moved[target])
      case .call, .native: step
      }
    }
  }
}

/// Memory that holds machine code: written before it may be run, never after.
private final class ExecutableMemory: @unchecked Sendable {
  let start: UnsafeRawPointer
  private let count: Int

  init?(_ bytes: [UInt8]) {
    guard let start = segue_code_make(bytes, bytes.count) else { return nil }
    self.start = UnsafeRawPointer(start)
    count = bytes.count
  }

  deinit { segue_code_free(UnsafeMutableRawPointer(mutating: start), count) }
}
