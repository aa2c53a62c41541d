package import SegueLaneProgram
import SegueNative
import SeguePixels
import Synchronization

/// A program with its prepared steps and machine code, each made once for all frames and threads.
package final class PreparedProgram: Sendable {
  /// The steps without addresses, and properties derived from the program.
  struct Steps: Sendable {
    let frame: StepTable
    let column: StepTable
    let row: StepTable
    let band: StepTable
    let pixel: StepTable
    let runs: [LaneProgram.Texels]
    let bandInputs: [Int]
    let fetchCount: Int?

    fileprivate init(_ program: LaneProgram, _ store: LaneProgram.Step?) {
      let runs = program.runs
      frame = StepTable(program.frame, runs: runs)
      column = StepTable(program.column, runs: runs)
      row = StepTable(program.row, runs: runs)
      band = StepTable(program.band, runs: runs)
      pixel = StepTable(program.pixel + [store].compactMap(\.self), runs: runs)
      self.runs = runs
      (bandInputs, fetchCount) = (program.bandInputs, program.fetchCount)
    }
  }

  /// Machine code, and the pixel steps of the program, some of which call this code.
  struct Native: Sendable {
    let code: NativeProgram
    let pixel: StepTable
  }

  package let program: LaneProgram
  private let steps = Mutex<[(store: LaneProgram.Step?, steps: Steps)]>([])
  private let native = Mutex<[(store: LaneProgram.Step?, level: SIMDLevel, native: Native?)]>([])

  package init(_ program: LaneProgram) { self.program = program }

  /// Returns the prepared steps, with `store` as the last step of `pixel`; the steps are prepared at the
  /// first request.
  func steps(_ store: LaneProgram.Step?) -> Steps {
    steps.withLock { known in
      if let known = known.first(where: { $0.store == store }) { return known.steps }
      let steps = Steps(program, store)
      known.append((store, steps))
      return steps
    }
  }

  /// Returns the machine code for a level and a store step, or nil if there is none.
  func native(_ store: LaneProgram.Step?, tileVectors: Int, kernels: Kernels) -> Native? {
    native.withLock { known in
      if let known = known.first(where: { $0.store == store && $0.level == kernels.level }) {
        return known.native
      }
      let code = compile(program, store: store, tileVectors: tileVectors, kernels: kernels)
      let native = code.map { Native(code: $0, pixel: StepTable($0.steps, runs: program.runs)) }
      known.append((store, kernels.level, native))
      return native
    }
  }
}
