import CSegueKernels

/// The slots of a program that have the same for a whole row, and what computes them.
final class RowSlots {
  private static let lanes = Int(SEGUE_LANES)

  private let memory: UnsafeMutablePointer<UInt32>
  private let count: Int
  private let y: Int?
  private let yEnd: Int?
  private let height: Int
  private let state: UnsafeMutablePointer<segue_lanes_state>
  private let steps: LinkedSteps
  /// Whether lanes may stand for rows: steps without jumps compute 16 of them at once.
  private let areLanes: Bool
  /// What was computed so, from which row on.
  private let values: UnsafeMutablePointer<UInt32>
  private var first: Int?

  /// - Parameters:
  ///   - program: Whose slots they are.
  ///   - prepared: Its steps.
  ///   - addresses: Where these are.
  ///   - height: The rows of the frame.
  init(
    _ program: LaneProgram, _ prepared: ProgramCache.Prepared, _ addresses: SlotAddresses, height: Int
  ) {
    memory = addresses.row
    state = addresses.state
    (count, y, yEnd, self.height) = (program.rowSlots, program.y, program.yEnd, height)
    areLanes = prepared.rowsAreStraight
    steps = LinkedSteps(prepared.row, addresses, hasLanes: areLanes)
    values = .allocateVectors(count)
  }

  deinit { values.deallocate() }

  /// The bits that a slot has.
  subscript(slot: Int) -> UInt32 { memory[Self.lanes * slot] }

  /// Makes them stand for a row; false where loops take too many turns.
  func move(to row: Int) -> Bool {
    guard areLanes else { return move(to: row...row) }
    let lane = row % Self.lanes
    if first != row - lane {
      let start = row - lane
      first = start
      if let y {
        for lane in 0..<Self.lanes {
          memory[Self.lanes * y + lane] = LaneTiles.position(of: start + lane, height)
        }
      }
      guard run() else { return false }
      values.update(from: memory, count: Self.lanes * count)
    }
    for slot in 0..<count { splat(values[Self.lanes * slot + lane], to: slot) }
    return true
  }

  /// Makes them stand for the rows of a block, of which the first and the last are known; false where loops take too many turns.
  func move(to rows: ClosedRange<Int>) -> Bool {
    if let y { splat(LaneTiles.position(of: rows.lowerBound, height), to: y) }
    if let yEnd { splat(LaneTiles.position(of: rows.upperBound, height), to: yEnd) }
    return run()
  }

  private func splat(_ bits: UInt32, to slot: Int) {
    (memory + Self.lanes * slot).update(repeating: bits, count: Self.lanes)
  }

  private func run() -> Bool { steps.count == 0 || segue_lanes_run(steps.steps, steps.count, 1, state) }
}
