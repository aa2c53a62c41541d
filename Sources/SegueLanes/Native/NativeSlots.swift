/// Where machine code finds the slots of a program.
struct NativeSlots {
  enum Place {
    /// Behind the memory of slots, as far on as the vectors that were computed.
    case register(Int)
    /// Behind the memory of slots.
    case splat(Int)
    /// Behind a column's address.
    case column(Int)
  }

  private let program: LaneProgram
  private let tileVectors: Int
  private let asksForNext: Bool
  private let runs: [LaneProgram.Texels]
  /// How many registers there are, whose numbers are the first.
  let registers: Int
  /// How many slots steps over pixels may write: registers, and those of rows.
  let writable: Int

  /// - Parameters:
  ///   - program: Whose slots they are.
  ///   - tileVectors: How far registers are from one another.
  ///   - asksForNext: Whether code asks for the row that comes next.
  init(_ program: LaneProgram, tileVectors: Int, asksForNext: Bool) {
    (self.program, self.tileVectors, self.asksForNext) = (program, tileVectors, asksForNext)
    runs = program.runs
    registers = program.registers
    writable = registers + program.rowSlots
  }

  /// The bits of a slot that is a constant.
  func constant(_ slot: LaneProgram.Slot) -> UInt32? {
    if case .frame(let index) = slot { program.constants[index] } else { nil }
  }

  /// The number of a slot among all, those first that may be written; nil where it is none.
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

  /// The number of what texels of a row are read from: behind the columns, where `LaneMemory` has their addresses.
  func number(_ texels: LaneProgram.Texels) -> Int {
    writable + program.frameSlots + program.columnSlots + (runs.firstIndex(of: texels) ?? 0)
  }

  /// The column that has the same of the row that comes next, for texels and what pixels are stored to; nil where nobody asks for it.
  func next(ofColumn column: Int) -> Int? {
    asksForNext && column >= program.columnSlots ? column + runs.count + 1 : nil
  }

  /// The number of what pixels are stored to.
  var pixels: Int { writable + program.frameSlots + program.columnSlots + runs.count }

  /// How many numbers there are.
  var count: Int { pixels + 1 }

  /// Where a slot is, by its number.
  func place(_ number: Int) -> Place {
    let bytes = 4 * LaneRunner.lanes
    if number < program.registers {
      return .register(bytes * (program.frameSlots + program.rowSlots + number * tileVectors))
    }
    if number < writable { return .splat(bytes * (program.frameSlots + number - program.registers)) }
    let rest = number - writable
    return rest < program.frameSlots ? .splat(bytes * rest) : .column(rest - program.frameSlots)
  }
}
