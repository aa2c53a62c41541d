/// Instruction on general registers, which an instruction set encodes.
enum GeneralInstruction {
  /// Start and end of a function: `enter` saves registers of the caller and reserves stack memory, aligned to
  /// 64 bytes.
  case enter, leave
  /// Start and end of a function that is called by machine code; the stack grows by 16 bytes.
  case enterPart, leavePart
  case move(GeneralRegister, GeneralRegister)
  /// Moves a register if a condition is met.
  case moveIf(Condition, GeneralRegister, GeneralRegister)
  case number(GeneralRegister, UInt64)
  case load(GeneralRegister, Assembler.Memory, Width = .bits64)
  case store(GeneralRegister, Assembler.Memory, Width = .bits64)
  case address(GeneralRegister, Assembler.Memory)
  case add(GeneralRegister, UInt8)
  case compare(GeneralRegister, GeneralRegister, Width = .bits64)
  case call(GeneralRegister)

  enum Width { case bits32, bits64 }

  /// Condition after an unsigned comparison or a mask's test.
  enum Condition { case below, notBelow, zero, notZero, above }
}

/// General registers by their use.
enum GeneralRegister: Int {
  /// Registers for any use between instructions on vectors.
  case scratch, other
  case stack
  /// Addresses of the slots, of the table of column addresses, and of the state.
  case slots, columns, state
  /// Byte offsets of the current vectors within the row.
  case place, nextPlace
  /// Address of the current vector in the first slot, if a register holds a part of a vector; may be the same
  /// register as `nextPlace`.
  case part
  /// Arguments of a `segue_lanes_kernel`; `data` may be the same register as `other`.
  case vectors, outputs, inputs, data
}
