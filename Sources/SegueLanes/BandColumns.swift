/// The columns that rows of a band have in common: which of them are computed, and for which band.
///
/// It is asked for each row. Swift checks at run time who else changes an array in a class, so this has memory of its own.
final class BandColumns {
  /// What the steps of a band read of a row, and what that was when they ran last.
  private let inputs: [Int]
  private let values: UnsafeMutablePointer<UInt32>
  private var isKnown = false
  /// The vectors that they ran for, side by side; else whether those are the ones that are chosen now.
  private var part = 0..<0
  private var areChosen = false

  /// - Parameter inputs: The slots of rows that the steps of a band read.
  init(inputs: [Int]) {
    self.inputs = inputs
    values = .allocate(capacity: max(1, inputs.count))
  }

  deinit { values.deallocate() }

  /// Notes that other vectors are chosen.
  func choose() { areChosen = false }

  /// Whether some vectors, or those that are chosen, are computed for the band of a row.
  func has(_ vectors: Range<Int>, _ row: RowSlots) -> Bool {
    (areChosen || vectors.isEmpty
      || part.lowerBound <= vectors.lowerBound && vectors.upperBound <= part.upperBound)
      && isBand(of: row)
  }

  /// Whether a row is in the band that was computed for last.
  func isBand(of row: RowSlots) -> Bool {
    isKnown && inputs.indices.allSatisfy { row[inputs[$0]] == values[$0] }
  }

  /// Notes that some vectors are computed for the band of a row: a range of them, or those that are chosen.
  func add(_ range: Range<Int>?, _ row: RowSlots) {
    for (index, slot) in inputs.enumerated() { (values + index).initialize(to: row[slot]) }
    isKnown = true
    areChosen = range == nil
    part = range ?? 0..<0
  }
}
