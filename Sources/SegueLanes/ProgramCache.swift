import Synchronization

/// Holds the prepared steps and machine code of a program, each made once.
final class ProgramCache: Sendable {
  /// The steps without addresses, and properties derived from the program.
  struct Prepared: Sendable {
    let frame: StepTable
    let column: StepTable
    let row: StepTable
    let band: StepTable
    let pixel: StepTable
    let runs: [LaneProgram.Texels]
    let bandInputs: [Int]
    let fetchCount: Int?
    /// Whether the row steps have no jumps.
    let rowsAreStraight: Bool

    fileprivate init(_ program: LaneProgram, _ store: LaneProgram.Step?) {
      let runs = program.runs
      frame = StepTable(program.frame, runs: runs)
      column = StepTable(program.column, runs: runs)
      row = StepTable(program.row, runs: runs)
      band = StepTable(program.band, runs: runs)
      pixel = StepTable(program.pixel + [store].compactMap(\.self), runs: runs)
      self.runs = runs
      (bandInputs, fetchCount) = (program.bandInputs, program.fetchCount)
      rowsAreStraight = program.row.allSatisfy { if case .call = $0 { true } else { false } }
    }
  }

  /// A variant of machine code: its store step, and whether it prefetches the next row.
  struct Way: Equatable, Sendable {
    let store: LaneProgram.Step?
    let asksForNext: Bool
  }

  private let prepared = Mutex<[(store: LaneProgram.Step?, steps: Prepared)]>([])
  private let native = Mutex<[(way: Way, program: NativeProgram?)]>([])

  /// Returns the prepared steps of the program that owns this cache, ending with a step that stores pixels.
  func prepared(_ program: LaneProgram, _ store: LaneProgram.Step?) -> Prepared {
    prepared.withLock { known in
      if let known = known.first(where: { $0.store == store }) { return known.steps }
      let steps = Prepared(program, store)
      known.append((store, steps))
      return steps
    }
  }

  /// Returns the machine code of a variant, or nil if there is none.
  func native(_ way: Way, _ make: () -> NativeProgram?) -> NativeProgram? {
    native.withLock { known in
      if let known = known.first(where: { $0.way == way }) { return known.program }
      let program = make()
      known.append((way, program))
      return program
    }
  }
}

extension ProgramCache: Equatable {
  /// Always true: the contents follow from the program.
  static func == (_: ProgramCache, _: ProgramCache) -> Bool { true }
}
