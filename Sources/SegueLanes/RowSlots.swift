import CSegueKernels
import SegueLaneProgram

/// The row slots of a program, and the steps that compute them.
final class RowSlots {
  private static let lanes = Int(SEGUE_LANES)

  private let memory: UnsafeMutablePointer<UInt32>
  private let count: Int
  private let y: Int?
  private let yEnd: Int?
  private let height: Int
  private let state: UnsafeMutablePointer<segue_lanes_state>
  private let steps: LinkedSteps
  /// Whether 16 rows are computed at once, one a lane: the row steps have no jumps.
  private let areLanes: Bool
  /// The slots of 16 rows, and the first of these rows.
  private let values: UnsafeMutablePointer<UInt32>
  private var first: Int?

  /// - Parameters:
  ///   - program: The program that owns the slots.
  ///   - prepared: Its steps.
  ///   - addresses: Their addresses.
  ///   - height: The rows of the frame.
  init(
    _ program: LaneProgram, _ prepared: PreparedProgram.Steps, _ addresses: SlotAddresses, height: Int
  ) {
    memory = addresses.row
    state = addresses.state
    (count, y, yEnd, self.height) = (program.rowSlots, program.y, program.yEnd, height)
    areLanes = prepared.rowsAreStraight
    steps = LinkedSteps(prepared.row, addresses, hasLanes: areLanes)
    values = .allocateVectors(count)
  }

  deinit { values.deallocate() }

  /// The bits of a slot.
  subscript(slot: Int) -> UInt32 { memory[Self.lanes * slot] }

  /// Computes the slots for a row; false if a loop exceeds its limit.
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

  /// Computes the slots for a row of blocks, given its first and last row of pixels; false if a loop exceeds
  /// its limit.
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
