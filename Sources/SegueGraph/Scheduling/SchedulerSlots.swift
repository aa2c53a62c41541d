import SegueLaneProgram

extension Scheduler {
  /// Returns the slot of a value; allocates one for a constant or an input.
  mutating func slot(_ value: SSAValue) -> LaneProgram.Slot {
    if let known = slots[value] { return known }
    let slot: LaneProgram.Slot
    if let bits = graph.constant(value) {
      slot = newFrameSlot()
      if case .frame(let index) = slot { program.constants[index] = bits }
    } else {
      switch graph.inputs[value] {
      case .x:
        slot = newColumnSlot()
        if case .column(let index) = slot { program.x = index }
      case .y:
        slot = graph.hasQuads ? newColumnSlot() : newRowSlot()
        if case .row(let index) = slot { program.y = index }
        if case .column(let index) = slot { program.quadY = index }
      case .xEnd:
        slot = newColumnSlot()
        if case .column(let index) = slot { program.xEnd = index }
      case .yEnd:
        slot = newRowSlot()
        if case .row(let index) = slot { program.yEnd = index }
      case .frame(let input):
        slot = newFrameSlot()
        if case .frame(let index) = slot { program.inputs[input] = index }
      case nil: slot = newFrameSlot()
      }
    }
    slots[value] = slot
    return slot
  }

  private mutating func newFrameSlot() -> LaneProgram.Slot {
    program.frameSlots += 1
    return .frame(program.frameSlots - 1)
  }

  private mutating func newRowSlot() -> LaneProgram.Slot {
    program.rowSlots += 1
    return .row(program.rowSlots - 1)
  }

  private mutating func newColumnSlot() -> LaneProgram.Slot {
    program.columnSlots += 1
    return .column(program.columnSlots - 1)
  }

  /// Allocates slots for the values of a linear program, and makes its steps.
  ///
  /// Each uniform value gets a slot of its own, and so does each value in `keptColumns`, which later steps
  /// read. All other values share registers by linear-scan allocation: a register is free when the live
  /// interval of its value ends.
  mutating func allocate(
    _ linear: LinearProgram, _ rate: Rate, keptColumns: ValueSet
  ) -> [LaneProgram.Step] {
    let liveEnds = linear.liveEnds(keeping: rate == .pixel ? result : [])
    var free: [Int] = []
    var releases = [[Int]](repeating: [], count: linear.steps.count + 1)
    func define(_ value: SSAValue, at position: Int) {
      guard slots[value] == nil else { return }
      let dependence = graph.dependence(value)
      if !dependence.contains(.x) {
        slots[value] = rate == .frame ? newFrameSlot() : newRowSlot()
      } else if keptColumns.contains(value) {
        slots[value] = newColumnSlot()
      } else {
        let register = free.popLast() ?? program.registers
        program.registers = max(program.registers, register + 1)
        slots[value] = .register(register)
        releases[max(position, liveEnds[value] ?? position)].append(register)
      }
    }
    var steps: [LaneProgram.Step] = []
    for (position, step) in linear.steps.enumerated() {
      switch step {
      case .operation(let operation):
        let inputs = operation.inputs.map { slot($0) }
        // Frees the registers of inputs whose interval ends at this operation, for its outputs.
        free += releases[position]
        releases[position] = []
        for output in operation.outputs {
          let isLeftOut = operation.opcode.readsRun || operation.opcode == .fetch && rate == .pixel
          if isLeftOut && graph.dependence(output).contains(.x) && liveEnds[output] == nil {
            slots[output] = .nowhere
          }
          define(output, at: position)
        }
        steps.append(
          .call(
            operation.opcode, out: operation.outputs.map { slot($0) }, in: inputs,
            texels: operation.texels))
      case .jump(let target): steps.append(.jump(target))
      case .jumpIfNone(let mask, let target): steps.append(.jumpIfNone(slot(mask), target))
      case .jumpIfAll(let mask, let target): steps.append(.jumpIfAll(slot(mask), target))
      case .count(let target): steps.append(.count(target))
      }
      // Frees the registers of outputs that no step reads.
      free += releases[position]
    }
    return steps
  }
}
