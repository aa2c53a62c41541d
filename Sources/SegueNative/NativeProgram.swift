package import CSegueKernels
package import SegueLaneProgram
package import SeguePixels

/// Compiles the pixel steps of a program to machine code.
///
/// Values stay in registers between steps. A loop of the shader ends when all lanes of the registers that are
/// computed in parallel have left the loop. Results are rounded as by the kernels, which are called for
/// operations without instructions.
///
/// - Parameters:
///   - program: The program.
///   - store: The step that stores pixels, which is compiled as the last step.
///   - tileVectors: The distance between adjacent register slots, in vectors.
///   - kernels: The instruction set, and the kernels of operations.
/// - Returns: The compiled steps; nil if no step can be compiled, for levels without an instruction set, or if
///   the system refuses executable memory.
package func compile(
  _ program: LaneProgram, store: LaneProgram.Step? = nil, tileVectors: Int, kernels: Kernels
) -> NativeProgram? {
  let table = kernels.laneKernels
  let code = MachineCode(program, store: store, tileVectors: tileVectors, for: kernels.level) {
    UInt64(UInt(bitPattern: unsafeBitCast(table[Int($0.rawValue)], to: Int.self)))
  }
  return code.flatMap { code in ExecutableMemory(code.bytes).map { NativeProgram(code, memory: $0) } }
}

/// Machine code for the pixel steps of a program, for any level: this machine need not be able to run it.
package struct MachineCode: Sendable {
  package let bytes: [UInt8]
  /// The position of each region's entry in the code.
  package let entries: [Int]
  /// The steps; a `native` step calls the machine code of a region.
  package let steps: [LaneProgram.Step]
  /// Whether machine code stores the pixels.
  package let stores: Bool
  /// Whether machine code can compute vectors at any offsets of a row, in place.
  package let takesPlaces: Bool

  /// Translates a program as `compile` does, with the addresses of kernels.
  ///
  /// - Returns: Nil if no step can be compiled, and for levels without an instruction set.
  package init?(
    _ program: LaneProgram, store: LaneProgram.Step?, tileVectors: Int, for level: SIMDLevel,
    kernels: @escaping (LaneOperation) -> UInt64
  ) {
    guard let set = Self.instructionSet(of: level) else { return nil }
    let regions = NativeRegions(program, store, NativeSlots(program, tileVectors: tileVectors))
    guard !regions.regions.isEmpty,
      let code = NativeTranslation.code(of: regions, for: set, kernels: kernels)
    else { return nil }
    (bytes, entries) = code
    let steps = Self.replaced(regions.steps, regions.regions)
    stores = store.map { !steps.contains($0) } ?? false
    takesPlaces = stores && regions.isStraight
    self.steps = steps
  }

  /// Returns the instruction set of a level; nil if there is no machine code for it.
  private static func instructionSet(of level: SIMDLevel) -> (any InstructionSet.Type)? {
    switch level {
    case .avx2: AVX2.self
    case .avx512: AVX512.self
    case .neon: NEON.self
    case .reference, .baseline: nil
    }
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

/// The machine code of a program in executable memory.
package final class NativeProgram: Sendable {
  private let code: MachineCode
  package var steps: [LaneProgram.Step] { code.steps }
  package var stores: Bool { code.stores }
  package var takesPlaces: Bool { code.takesPlaces }
  private let memory: ExecutableMemory

  fileprivate init(_ code: MachineCode, memory: ExecutableMemory) {
    (self.code, self.memory) = (code, memory)
  }

  /// Returns the entry of a `native` step's machine code; its argument is a `segue_lanes_state`.
  ///
  /// The code lives as long as this object.
  package func kernel(_ number: Int) -> segue_lanes_kernel {
    unsafeBitCast(memory.start + code.entries[number], to: segue_lanes_kernel.self)
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
