/// The steps of a program that machine code does in their place: runs of steps that no jump enters or leaves.
struct NativeRegions {
  let steps: [LaneProgram.Step]
  let slots: NativeSlots
  private(set) var regions: [Range<Int>] = []
  /// By step, and by the end of all: the slots that are read from there on before they are written; some words each.
  private var live: [UInt64] = []
  private let words: Int

  /// Looks at the steps of a program's pixels, and at the one that stores them where there is one.
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

  /// Moves what is one for all lanes before what is not, between jumps: so that it runs once a tile, and the rest side by
  /// side.
  private static func splatsFirst(_ steps: [LaneProgram.Step]) -> [LaneProgram.Step] {
    let isStart = steps.blockStarts
    var (result, early, late): ([LaneProgram.Step], [LaneProgram.Step], [LaneProgram.Step]) = ([], [], [])
    // What the later ones read or write, and what they write.
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

  /// Leaves loops whose turns are the same for all lanes to the machine, where much of what they do is done once for all.
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

  /// Leaves what is one for all lanes to the machine, but in loops whose turns are told for each vector.
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

  /// Whether all steps are one region, but for those that run once a tile, and none is a jump: then no value stands in a slot between
  /// two steps.
  var isStraight: Bool {
    guard regions.count == 1, let region = regions.first, region.upperBound == steps.count,
      !(0..<slots.registers).contains(where: { isLive($0, at: region.lowerBound) })
    else { return false }
    return steps.allSatisfy { $0.target == nil }
      && steps[..<region.lowerBound].allSatisfy { step in
        if case .call(_, let out, _, _) = step { out.first?.isSplat == true } else { false }
      }
  }

  /// Whether a slot is read from a step on.
  func isLive(_ slot: Int, at step: Int) -> Bool {
    live[step * words + slot >> 6] >> UInt64(slot & 63) & 1 != 0
  }

  private func isPossible(_ step: LaneProgram.Step) -> Bool {
    guard case .call(let operation, let out, _, _) = step else { return true }
    switch operation {
    case .fetch, .fetchFloats, .storeFloats: return false
    default: return out.allSatisfy { $0 == .nowhere || slots.number($0) < slots.writable }
    }
  }

  /// What a jump passes over: its own step and all those between it and its target.
  private func span(_ position: Int, _ target: Int) -> Range<Int> {
    min(position, target)..<max(position + 1, target)
  }

  /// Finds the longest runs of native steps; a jump is one where all it passes over is.
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

  /// Takes steps out that would run once a vector where they are to run once: what they write to was written before, and
  /// there is one for all vectors.
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

  /// Finds what is live, from the last step to the first, until nothing changes: loops lead back.
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

extension [LaneProgram.Step] {
  /// Where steps begin that run one after another: behind a jump, and where one leads.
  var blockStarts: Set<Int> {
    var starts: Set = [0]
    for (position, step) in enumerated() {
      if let target = step.target { starts.formUnion([target, position + 1]) }
    }
    return starts
  }
}

extension LaneProgram.Step {
  /// Where it may go on.
  var target: Int? {
    switch self {
    case .jump(let target), .jumpIfNone(_, let target), .jumpIfAll(_, let target), .count(let target): target
    case .call, .native: nil
    }
  }
}
