/// An innermost loop of machine code, and the registers that hold some of its slots from turn to turn.
///
/// Elsewhere values stand in their slots between blocks. In a loop that is most of what a turn waits for: what one turn
/// stores, the next one loads.
struct NativeLoop {
  /// As many slots have homes as leave half of the registers to a block's own values.
  private static let most = 8

  let steps: Range<Int>
  let homes: SlotHomes

  var start: Int { steps.lowerBound }
  /// What stands for where jumps of the loop lead, among numbers that steps do not have: to its next turn, and out of it.
  var again: Int { -1 - 2 * start }
  var leaving: Int { -2 - 2 * start }

  func place(of target: Int) -> Int {
    target == start ? again : target == steps.upperBound ? leaving : target
  }

  /// The loops of some steps that no loop is in, and that are entered at their start and left to their end alone.
  static func all(in region: Range<Int>, of regions: NativeRegions) -> [NativeLoop] {
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
      let homes = homes(of: loop, regions)
      return homes.slots.isEmpty ? nil : NativeLoop(steps: loop, homes: homes)
    }
  }

  /// The slots that blocks of a loop hand on most often.
  private static func homes(of loop: Range<Int>, _ regions: NativeRegions) -> SlotHomes {
    let starts = regions.steps.blockStarts
    var uses: [Int: Int] = [:]
    for slot in Set(loop.flatMap { written(regions.steps[$0], regions.slots) }) {
      let live = loop.count { starts.contains($0) && regions.isLive(slot, at: $0) }
      if live > 0 { uses[slot] = live }
    }
    let chosen = uses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(most).map(\.key)
    return SlotHomes(chosen)
  }

  /// The registers that a step writes to.
  private static func written(_ step: LaneProgram.Step, _ slots: NativeSlots) -> [Int] {
    guard case .call(_, let out, _, _) = step else { return [] }
    return out.compactMap { slot in
      if case .register = slot { slots.number(slot) } else { nil }
    }
  }

  /// Loads what the first turn reads.
  func load(to assembler: inout Assembler, _ regions: NativeRegions) {
    move(.load, of: homes.slots.filter { regions.isLive($0, at: start) }, to: &assembler, regions)
  }

  /// Stores what is read behind the loop.
  func store(to assembler: inout Assembler, _ regions: NativeRegions) {
    move(.store, of: homes.slots.filter { regions.isLive($0, at: steps.upperBound) }, to: &assembler, regions)
  }

  private func move(
    _ instruction: VectorInstruction, of slots: [Int], to assembler: inout Assembler, _ regions: NativeRegions
  ) {
    for slot in slots {
      for (vector, index) in NativeTranslation.distances.prefix(2).enumerated() {
        guard case .register(let offset) = regions.slots.place(slot),
          let register = homes.register(of: slot, vector)
        else { continue }
        assembler.vector(instruction, register, .memory(.init(base: NativeTranslation.slots, index: index, offset: offset)))
      }
    }
  }
}
