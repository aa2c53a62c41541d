import SegueLaneProgram

/// Calls of kernels by machine code.
extension Assembler {
  private typealias Stack = BasicBlockAllocation.Stack

  /// Stores a register to the stack, or loads it.
  mutating func move(_ register: Int, isStore: Bool, at offset: Int) {
    let isMask = set.masks.contains(register)
    let instruction: VectorInstruction =
      isMask ? isStore ? .storeMask : .loadMask : isStore ? .store : .load
    vector(instruction, register, .memory(.init(base: .rsp, offset: offset)))
  }

  /// Calls a kernel for one vector with inputs and outputs on the stack, preserving registers.
  ///
  /// `start` is the offset of the stack's layout from rsp.
  mutating func call(
    _ kernel: UInt64, inputs: Int, outputs: Int, keeping kept: [Int], from start: Int
  ) {
    func place(_ register: Int) -> Int { start + 64 * register }
    func address(of place: Int, to list: Int) {
      loadAddress(.rax, .init(base: .rsp, offset: start + place))
      store(.rax, .init(base: .rsp, offset: start + list))
    }
    for register in kept { move(register, isStore: true, at: place(register)) }
    // Each input is an address and a step of one vector; the first argument is the number of vectors.
    move(.rdi, 1)
    for index in 0..<inputs {
      address(of: Stack.inputs + 64 * index, to: Stack.inputList + 16 * index)
      store(.rdi, .init(base: .rsp, offset: start + Stack.inputList + 16 * index + 8))
    }
    for index in 0..<outputs { address(of: Stack.outputs + 64 * index, to: Stack.outputList + 8 * index) }
    // Further arguments of a `segue_lanes_kernel`.
    loadAddress(.rsi, .init(base: .rsp, offset: start + Stack.outputList))
    loadAddress(.rdx, .init(base: .rsp, offset: start + Stack.inputList))
    clear(.rcx)
    move(.rax, kernel)
    call(.rax)
    for register in kept { move(register, isStore: false, at: place(register)) }
  }

  /// Emits rare calls after the code, so that the code that usually runs stays compact.
  mutating func emitRareCalls(kernels: (LaneOperation) -> UInt64) {
    var calls: [LaneOperation: (inputs: Int, places: [Int])] = [:]
    for rare in rareCalls {
      patch(rare.jump, to: count)
      for (index, input) in rare.inputs.enumerated() {
        move(input, isStore: true, at: Stack.inputs + 64 * index)
      }
      let place = call()
      calls[rare.operation, default: (rare.inputs.count, [])].places.append(place)
      move(rare.output, isStore: false, at: Stack.outputs)
      jump(to: rare.jump + 4)
    }
    rareCalls = []
    for (operation, (inputs, places)) in calls.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for place in places { patch(place, to: count) }
      // Keeps the stack aligned to 16 bytes, with the return address.
      subtract(.rsp, 8)
      call(kernels(operation), inputs: inputs, outputs: 1, keeping: set.all, from: 16)
      add(.rsp, 8)
      `return`()
    }
  }
}
