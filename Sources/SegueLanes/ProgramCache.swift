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

  private let prepared = Mutex<[(store: LaneProgram.Step?, steps: Prepared)]>([])
  private let native = Mutex<[(store: LaneProgram.Step?, program: NativeProgram?)]>([])

  /// Returns the prepared steps of the program that owns this cache, ending with a step that stores pixels.
  func prepared(_ program: LaneProgram, _ store: LaneProgram.Step?) -> Prepared {
    prepared.withLock { known in
      if let known = known.first(where: { $0.store == store }) { return known.steps }
      let steps = Prepared(program, store)
      known.append((store, steps))
      return steps
    }
  }

  /// Returns the machine code for a store step, or nil if there is none.
  func native(_ store: LaneProgram.Step?, _ make: () -> NativeProgram?) -> NativeProgram? {
    native.withLock { known in
      if let known = known.first(where: { $0.store == store }) { return known.program }
      let program = make()
      known.append((store, program))
      return program
    }
  }
}

extension ProgramCache: Equatable {
  /// Always true: the contents follow from the program.
  static func == (_: ProgramCache, _: ProgramCache) -> Bool { true }
}
