import CSegueKernels
import SegueLaneProgram

/// Locations of a program's slots in memory, as machine code addresses them.
struct NativeSlots {
  enum Place {
    /// Byte offset from the start of all slots, to which the offset of the vector is added.
    case register(Int)
    /// Byte offset from the start of all slots.
    case splat(Int)
    /// Index in the table of addresses of `LaneMemory`.
    case column(Int)
  }

  static let vectorBytes = 4 * Int(SEGUE_LANES)

  private let program: LaneProgram
  private let tileVectors: Int
  private let runs: [LaneProgram.Texels]
  /// The number of register slots; their numbers precede the numbers of other slots.
  let registers: Int
  /// The number of slots that the program's `pixel` steps may write: register slots and row slots.
  let writable: Int

  /// - Parameters:
  ///   - program: The program.
  ///   - tileVectors: The distance between adjacent register slots, in vectors.
  init(_ program: LaneProgram, tileVectors: Int) {
    (self.program, self.tileVectors) = (program, tileVectors)
    runs = program.runs
    registers = program.registers
    writable = registers + program.rowSlots
  }

  /// Returns the bits of a constant slot; nil for other slots.
  func constant(_ slot: LaneProgram.Slot) -> UInt32? {
    if case .frame(let index) = slot { program.constants[index] } else { nil }
  }

  /// Returns the number of a slot, with writable slots first; nil for `nowhere`.
  func index(_ slot: LaneProgram.Slot) -> Int? {
    switch slot {
    case .register(let index): index
    case .row(let index): program.registers + index
    case .frame(let index): writable + index
    case .column(let index): writable + program.frameSlots + index
    case .nowhere: nil
    }
  }

  func number(_ slot: LaneProgram.Slot) -> Int { index(slot) ?? 0 }

  /// Returns the number of a run of texels.
  ///
  /// The numbers of runs follow the numbers of columns, as in the table of addresses in `LaneMemory`.
  func number(_ texels: LaneProgram.Texels) -> Int {
    writable + program.frameSlots + program.columnSlots + (runs.firstIndex(of: texels) ?? 0)
  }

  /// Number under which steps refer to the output pixels, after the numbers of the runs.
  var pixels: Int { writable + program.frameSlots + program.columnSlots + runs.count }

  /// Returns the location of the slot with a number.
  func place(_ number: Int) -> Place {
    let bytes = Self.vectorBytes
    if number < program.registers {
      return .register(bytes * (program.frameSlots + program.rowSlots + number * tileVectors))
    }
    if number < writable { return .splat(bytes * (program.frameSlots + number - program.registers)) }
    let rest = number - writable
    return rest < program.frameSlots ? .splat(bytes * rest) : .column(rest - program.frameSlots)
  }
}
