package import CSegueKernels
package import SeguePixels

/// Machine code for ranges of a program's steps.
///
/// Values stay in registers between steps, and a loop ends when all lanes of its two vectors are done.
/// Rounding equals that of the kernels, which are called for operations without instructions.
package final class NativeProgram: Sendable {
  /// Steps of the program, in which machine code replaces runs of steps.
  let steps: StepTable
  /// Whether machine code stores the pixels.
  let stores: Bool
  /// Whether vectors are computed in place, at any offsets in a row.
  let takesPlaces: Bool
  private let memory: ExecutableMemory
  private let entries: [Int]

  /// Returns a program's machine code, compiled once; nil if nothing can be compiled or without AVX-512.
  static func of(
    _ program: LaneProgram, _ store: LaneProgram.Step?, tileVectors: Int, kernels: Kernels
  ) -> NativeProgram? {
    guard kernels.level == .avx512 else { return nil }
    return program.cache.native(store) {
      NativeProgram(program, store, tileVectors: tileVectors, kernels: kernels)
    }
  }

  /// Compiles runs of steps; nil if there are none, or if the system refuses executable memory.
  package init?(
    _ program: LaneProgram, _ store: LaneProgram.Step? = nil, tileVectors: Int, kernels: Kernels
  ) {
    let table = kernels.laneKernels
    let slots = NativeSlots(program, tileVectors: tileVectors)
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

  /// Entry of the machine code of a step.
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

/// Executable memory: writable before it becomes executable, never after.
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
