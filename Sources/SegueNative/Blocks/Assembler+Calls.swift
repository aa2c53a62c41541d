import SegueLaneProgram

/// Calls of kernels by machine code.
extension Assembler {
  private typealias Stack = BasicBlockAllocation.Stack

  /// Emits a store of a register to the stack, or a load from the stack.
  mutating func move(_ register: Int, isStore: Bool, at offset: Int) {
    let isMask = set.masks.contains(register)
    let instruction: VectorInstruction =
      isMask ? isStore ? .storeMask : .loadMask : isStore ? .store : .load
    vector(instruction, register, .memory(.init(base: .stack, offset: offset)))
  }

  /// Emits a call of a kernel for one vector.
  ///
  /// Inputs and outputs are on the stack, and the registers `kept` are preserved.
  ///
  /// `start` is the offset of the layout `Stack` from the stack pointer, in bytes.
  mutating func call(
    _ kernel: UInt64, inputs: Int, outputs: Int, keeping kept: [Int], from start: Int
  ) {
    func place(_ register: Int) -> Int { start + 64 * register }
    func at(_ place: Int) -> Memory { .init(base: .stack, offset: start + place) }
    func address(of place: Int, to list: Int) {
      emit(.address(.scratch, at(place)))
      emit(.store(.scratch, at(list)))
    }
    for register in kept { move(register, isStore: true, at: place(register)) }
    // Describes each input by its address and a step of one vector; the kernel's first argument is the number
    // of vectors, 1.
    emit(.number(.vectors, 1))
    for index in 0..<inputs {
      address(of: Stack.inputs + 64 * index, to: Stack.inputList + 16 * index)
      emit(.store(.vectors, at(Stack.inputList + 16 * index + 8)))
    }
    for index in 0..<outputs { address(of: Stack.outputs + 64 * index, to: Stack.outputList + 8 * index) }
    emit(.address(.outputs, at(Stack.outputList)))
    emit(.address(.inputs, at(Stack.inputList)))
    emit(.number(.data, 0))
    emit(.number(.scratch, kernel))
    emit(.call(.scratch))
    for register in kept { move(register, isStore: false, at: place(register)) }
  }

  /// Emits rare calls after all other code, so that the common path stays compact.
  mutating func emitRareCalls(kernels: (LaneOperation) -> UInt64) {
    var calls: [LaneOperation: (inputs: Int, places: [Int])] = [:]
    for rare in rareCalls {
      set.patch(rare.jump, to: count, in: &self)
      for (index, input) in rare.inputs.enumerated() {
        move(input, isStore: true, at: Stack.inputs + 64 * index)
      }
      let place = set.callPart(to: &self)
      calls[rare.operation, default: (rare.inputs.count, [])].places.append(place)
      move(rare.output, isStore: false, at: Stack.outputs)
      jump(to: rare.jump + 4)
    }
    rareCalls = []
    for (operation, (inputs, places)) in calls.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for place in places { set.patch(place, to: count, in: &self) }
      emit(.enterPart)
      call(kernels(operation), inputs: inputs, outputs: 1, keeping: set.all, from: 16)
      emit(.leavePart)
    }
  }
}
