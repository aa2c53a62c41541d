import Synchronization

/// What is made of a program once, when it is first run.
final class ProgramCache: Sendable {
  /// Its steps, ready but for addresses, and what else follows from them.
  struct Prepared: Sendable {
    let frame: StepTable
    let column: StepTable
    let row: StepTable
    let band: StepTable
    let pixel: StepTable
    let runs: [LaneProgram.Texels]
    let bandInputs: [Int]
    let fetchCount: Int?
    /// Whether steps over rows have no jumps.
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

  /// The steps of the program whose cache this is, of which the last one stores pixels.
  func prepared(_ program: LaneProgram, _ store: LaneProgram.Step?) -> Prepared {
    prepared.withLock { known in
      if let known = known.first(where: { $0.store == store }) { return known.steps }
      let steps = Prepared(program, store)
      known.append((store, steps))
      return steps
    }
  }

  /// Its machine code; nil where it has none.
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
  /// It says nothing that the program does not.
  static func == (_: ProgramCache, _: ProgramCache) -> Bool { true }
}
