import SegueLaneProgram

/// The selected steps to compile: ranges of steps that no jump enters or leaves.
struct NativeRegions {
  let steps: [LaneProgram.Step]
  let slots: NativeSlots
  private(set) var regions: [Range<Int>] = []
  /// The slots that are live at each step, and after the last step: a bit for each slot, in `words` words of
  /// 64 bits for each step.
  private var live: [UInt64] = []
  private let words: Int

  /// Selects the steps to compile from a program's pixel steps and the step that stores pixels.
  init(_ program: LaneProgram, _ store: LaneProgram.Step?, _ slots: NativeSlots) {
    (steps, self.slots) = (Self.splatsFirst(program.pixel + [store].compactMap(\.self)), slots)
    words = (slots.writable + 63) / 64
    findLive(store == nil ? program.result : [])
    var isNative = steps.map { isPossible($0) }
    excludeUniform(&isNative)
    regions = find(&isNative)
    excludeSplats(&isNative)
    repeat { regions = find(&isNative) } while excludeCarried(&isNative)
  }

  /// Hoists uniform steps to the start of their basic block, where they run once a tile.
  private static func splatsFirst(_ steps: [LaneProgram.Step]) -> [LaneProgram.Step] {
    let isStart = steps.basicBlockStarts
    var (result, early, late): ([LaneProgram.Step], [LaneProgram.Step], [LaneProgram.Step]) = ([], [], [])
    // The slots that the steps in `late` read or write, and the slots that these steps write.
    var (taken, written): (Set<LaneProgram.Slot>, Set<LaneProgram.Slot>) = ([], [])
    for (position, step) in steps.enumerated() {
      if isStart.contains(position) {
        result += early + late
        (early, late, taken, written) = ([], [], [], [])
      }
      if case .call(_, let out, let inputs, _) = step, let slot = out.first, slot.isSplat,
        taken.isDisjoint(with: out), written.isDisjoint(with: inputs)
      {
        early.append(step)
      } else {
        late.append(step)
        if case .call(_, let out, let inputs, _) = step {
          taken.formUnion(out + inputs)
          written.formUnion(out)
        }
      }
    }
    return result + early + late
  }

  /// Excludes a loop with a uniform number of iterations if the cost of its uniform steps exceeds an eighth
  /// of the cost of its other steps.
  ///
  /// Kernels run uniform steps once a tile; machine code runs them once for each vector or pair of vectors.
  private func excludeUniform(_ isNative: inout [Bool]) {
    for (position, step) in steps.enumerated() {
      guard case .jump(let start) = step, start < position else { continue }
      let loop = steps[start..<position]
      let isUniform = loop.allSatisfy {
        if case .jumpIfNone(let mask, let target) = $0, target == position + 1 { mask.isSplat } else { true }
      }
      var (once, each) = (0, 0)
      for case .call(let operation, let out, _, _) in loop {
        if out.first?.isSplat == true { once += operation.cost } else { each += operation.cost }
      }
      if isUniform && 8 * once > each { isNative[position] = false }
    }
  }

  /// Excludes uniform steps outside of compiled loops, since kernels run them only once a tile.
  private func excludeSplats(_ isNative: inout [Bool]) {
    var loops: [Range<Int>] = []
    for (position, step) in steps.enumerated() {
      if case .jump(let start) = step, start < position, isNative[position] { loops.append(start..<position) }
    }
    for (position, step) in steps.enumerated() {
      guard case .call(_, let out, _, _) = step, out.first?.isSplat == true else { continue }
      if !loops.contains(where: { $0.contains(position) }) { isNative[position] = false }
    }
  }

  /// Whether the program is one region without jumps, apart from uniform steps at its start.
  ///
  /// All register slots then stay in machine registers.
  var isStraight: Bool {
    guard regions.count == 1, let region = regions.first, region.upperBound == steps.count,
      !(0..<slots.registers).contains(where: { isLive($0, at: region.lowerBound) })
    else { return false }
    return steps.allSatisfy { $0.target == nil }
      && steps[..<region.lowerBound].allSatisfy { step in
        if case .call(_, let out, _, _) = step { out.first?.isSplat == true } else { false }
      }
  }

  /// Whether a slot is live at a step: read before it is written.
  func isLive(_ slot: Int, at step: Int) -> Bool {
    live[step * words + slot >> 6] >> UInt64(slot & 63) & 1 != 0
  }

  private func isPossible(_ step: LaneProgram.Step) -> Bool {
    guard case .call(let operation, let out, _, _) = step else { return true }
    switch operation {
    case .fetch, .fetchFloats, .fetchRowFloats, .storeFloats: return false
    default: return out.allSatisfy { $0 == .nowhere || slots.number($0) < slots.writable }
    }
  }

  /// Returns the range of steps between a jump and its target, including the jump.
  private func span(_ position: Int, _ target: Int) -> Range<Int> {
    min(position, target)..<max(position + 1, target)
  }

  /// Finds maximal runs of steps to compile; a jump is compiled if all steps to its target are compiled.
  private func find(_ isNative: inout [Bool]) -> [Range<Int>] {
    var isSplit = [Bool](repeating: false, count: steps.count + 1)
    for (position, step) in steps.enumerated() where !isNative[position] {
      if let target = step.target { isSplit[target] = true }
    }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      var (foreign, splits) = ([0], [0])
      for position in steps.indices {
        foreign.append(foreign[position] + (isNative[position] ? 0 : 1))
        splits.append(splits[position] + (isSplit[position] ? 1 : 0))
      }
      for (position, step) in steps.enumerated() {
        guard isNative[position], let target = step.target else { continue }
        let span = span(position, target)
        let inside = splits[span.upperBound] - splits[span.lowerBound + 1]
        if foreign[span.upperBound] > foreign[span.lowerBound] || inside > 0 {
          isNative[position] = false
          isSplit[target] = true
          hasChanged = true
        }
      }
    }
    var found: [Range<Int>] = []
    var start = 0
    for position in 0...steps.count {
      let isEnd = position == steps.count || !isNative[position]
      if isEnd || isSplit[position] {
        let region = start..<position
        if region.contains(where: { if case .call = steps[$0] { true } else { false } }) {
          found.append(region)
        }
        start = isEnd ? position + 1 : position
      }
    }
    return found
  }

  /// Excludes uniform steps that update a slot live at the region's start: machine code would run them again
  /// for each vector or pair of vectors.
  ///
  /// - Returns: Whether there were such steps.
  private func excludeCarried(_ isNative: inout [Bool]) -> Bool {
    var hasChanged = false
    for region in regions {
      for position in region {
        guard case .call(_, let out, _, _) = steps[position] else { continue }
        for case .row(let index) in out
        where isNative[position] && isLive(slots.number(.row(index)), at: region.lowerBound) {
          isNative[position] = false
          hasChanged = true
        }
      }
    }
    return hasChanged
  }

  /// Computes live slots backward to a fixed point.
  private mutating func findLive(_ result: [LaneProgram.Slot]) {
    live = Array(repeating: 0, count: (steps.count + 1) * words)
    func bit(_ slot: LaneProgram.Slot) -> Int? {
      slots.index(slot).flatMap { $0 < slots.writable ? $0 : nil }
    }
    for case let number? in result.map(bit) {
      live[steps.count * words + number >> 6] |= 1 << UInt64(number & 63)
    }
    var current = [UInt64](repeating: 0, count: words)
    func set(_ slot: LaneProgram.Slot, _ isLive: Bool) {
      guard let number = bit(slot) else { return }
      let mask: UInt64 = 1 << UInt64(number & 63)
      current[number >> 6] = isLive ? current[number >> 6] | mask : current[number >> 6] & ~mask
    }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for (position, step) in steps.enumerated().reversed() {
        let isAlways = if case .jump = step { true } else { false }
        for word in 0..<words {
          current[word] = isAlways ? 0 : live[(position + 1) * words + word]
          if let target = step.target { current[word] |= live[target * words + word] }
        }
        switch step {
        case .call(_, let out, let inputs, _):
          for slot in out { set(slot, false) }
          for slot in inputs { set(slot, true) }
        case .jumpIfNone(let mask, _), .jumpIfAll(let mask, _): set(mask, true)
        case .jump, .count, .native: break
        }
        for word in 0..<words where live[position * words + word] != current[word] {
          live[position * words + word] = current[word]
          hasChanged = true
        }
      }
    }
  }
}
