/// A register with guard lanes on both sides.
package final class LaneMemory {
  private static let guards = 16
  private let memory: UnsafeMutableBufferPointer<UInt32>
  package let count: Int

  package init(_ count: Int = LaneInputs.lanes) {
    self.count = count
    let raw = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * (count + 2 * Self.guards), alignment: 64)
    memory = raw.bindMemory(to: UInt32.self)
    memory.initialize(repeating: 0xa5a5_a5a5)
  }

  package convenience init(_ values: [UInt32]) {
    self.init(values.count)
    fill { values[$0] }
  }

  deinit { memory.deallocate() }

  package var start: UnsafeMutablePointer<UInt32> { memory.baseAddress.unsafelyUnwrapped + Self.guards }
  package var values: [UInt32] { Array(UnsafeBufferPointer(start: start, count: count)) }
  package var isIntact: Bool {
    (0..<Self.guards).allSatisfy {
      memory[$0] == 0xa5a5_a5a5 && memory[Self.guards + count + $0] == 0xa5a5_a5a5
    }
  }
  package func fill(_ value: (Int) -> UInt32) { for lane in 0..<count { start[lane] = value(lane) } }
}
