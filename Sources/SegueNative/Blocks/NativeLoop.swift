import SegueLaneProgram

/// Innermost loop of machine code, with registers that hold some of its slots across iterations.
///
/// All other slots are in memory between basic blocks, so each iteration waits for the stores of the previous
/// iteration.
struct NativeLoop {

  let steps: Range<Int>
  let homes: SlotHomes

  var start: Int { steps.lowerBound }
  /// Targets of the loop's jumps, the next iteration and the end of the loop, as negative numbers, to differ
  /// from the indices of steps.
  var again: Int { -1 - 2 * start }
  var leaving: Int { -2 - 2 * start }

  func place(of target: Int) -> Int {
    target == start ? again : target == steps.upperBound ? leaving : target
  }

  /// Returns innermost loops that are entered only at their start and left only to their end.
  static func all(in region: Range<Int>, of regions: NativeRegions, for set: any InstructionSet.Type)
    -> [NativeLoop]
  {
    let steps = regions.steps
    return region.compactMap { end in
      guard case .jump(let start) = steps[end], start < end, region.contains(start) else { return nil }
      let loop = start..<end + 1
      let isInnermost = (start..<end).allSatisfy { position in
        guard let target = steps[position].target else { return true }
        return target > position && target <= loop.upperBound
      }
      let isEnteredInside = region.contains { position in
        guard let target = steps[position].target, !loop.contains(position) else { return false }
        return target > start && target < loop.upperBound
      }
      guard isInnermost && !isEnteredInside else { return nil }
      let homes = homes(of: loop, regions, set)
      return homes.slots.isEmpty ? nil : NativeLoop(steps: loop, homes: homes)
    }
  }

  /// Assigns registers to some slots that the loop writes: at most `maxLoopSlots` slots, which are live at
  /// the start of more basic blocks than the other slots.
  private static func homes(
    of loop: Range<Int>, _ regions: NativeRegions, _ set: any InstructionSet.Type
  ) -> SlotHomes {
    let starts = regions.steps.basicBlockStarts
    var uses: [Int: Int] = [:]
    for slot in Set(loop.flatMap { written(regions.steps[$0], regions.slots) }) {
      let live = loop.count { starts.contains($0) && regions.isLive(slot, at: $0) }
      if live > 0 { uses[slot] = live }
    }
    let chosen = uses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(set.maxLoopSlots).map(\.key)
    return SlotHomes(chosen, of: set)
  }

  /// Returns the register slots that a step writes.
  private static func written(_ step: LaneProgram.Step, _ slots: NativeSlots) -> [Int] {
    guard case .call(_, let out, _, _) = step else { return [] }
    return out.compactMap { slot in
      if case .register = slot { slots.number(slot) } else { nil }
    }
  }

  /// Emits loads of the slots that have registers and are live at the loop's start.
  func load(to assembler: inout Assembler, _ regions: NativeRegions) {
    move(.load, of: homes.slots.filter { regions.isLive($0, at: start) }, to: &assembler, regions)
  }

  /// Emits stores of the slots that have registers and are live after the loop.
  func store(to assembler: inout Assembler, _ regions: NativeRegions) {
    move(.store, of: homes.slots.filter { regions.isLive($0, at: steps.upperBound) }, to: &assembler, regions)
  }

  private func move(
    _ instruction: VectorInstruction, of slots: [Int], to assembler: inout Assembler, _ regions: NativeRegions
  ) {
    for slot in slots {
      for vector in 0..<assembler.set.width {
        guard case .register(let offset) = regions.slots.place(slot),
          let register = homes.register(of: slot, vector)
        else { continue }
        let place = NativeTranslation.place(at: .slots, offset, of: vector, assembler.set)
        assembler.vector(instruction, register, .memory(place))
      }
    }
  }
}
