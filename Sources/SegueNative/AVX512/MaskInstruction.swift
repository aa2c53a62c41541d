/// Mask instruction, with its opcode.
enum MaskInstruction: UInt8 {
  case and = 0x41
  case not = 0x44
  case or = 0x45
  case xor = 0x47
}
