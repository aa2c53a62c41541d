/// Records the band and the vectors for which a program's band steps have run.
///
/// A band is a run of rows in which these steps have equal inputs. The values of the inputs are in raw
/// memory, since each row is compared with them: arrays in a class would need Swift's exclusivity check for
/// each access.
final class BandColumns {
  /// The row slots that band steps read, and their values at the last run.
  private let inputs: [Int]
  private let values: UnsafeMutablePointer<UInt32>
  private var isKnown = false
  /// The range of vectors computed for the last band; empty if a set passed to `LaneRunner.choose` was
  /// computed.
  private var part = 0..<0
  private var areChosen = false

  /// - Parameter inputs: The row slots that band steps read.
  init(inputs: [Int]) {
    self.inputs = inputs
    values = .allocate(capacity: max(1, inputs.count))
  }

  deinit { values.deallocate() }

  /// Invalidates the values of the chosen vectors, since another set is chosen.
  func choose() { areChosen = false }

  /// Whether `vectors`, or the chosen vectors, are computed for the band of the current row, whose row slots
  /// are at `addresses`.
  func has(_ vectors: Range<Int>, _ addresses: SlotAddresses) -> Bool {
    (areChosen || vectors.isEmpty
      || part.lowerBound <= vectors.lowerBound && vectors.upperBound <= part.upperBound)
      && isBand(of: addresses)
  }

  /// Whether the current row, whose row slots are at `addresses`, belongs to the band computed last: the
  /// inputs of the row equal the inputs of this band.
  func isBand(of addresses: SlotAddresses) -> Bool {
    isKnown && inputs.indices.allSatisfy { addresses.bits(ofRow: inputs[$0]) == values[$0] }
  }

  /// Records that a range of vectors, or for nil the chosen vectors, are computed for the band of the current
  /// row, whose row slots are at `addresses`.
  func add(_ range: Range<Int>?, _ addresses: SlotAddresses) {
    for (index, slot) in inputs.enumerated() { (values + index).initialize(to: addresses.bits(ofRow: slot)) }
    isKnown = true
    areChosen = range == nil
    part = range ?? 0..<0
  }
}
