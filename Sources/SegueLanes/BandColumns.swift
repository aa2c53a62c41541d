/// The columns that rows of a band have in common: which of them are computed, and for which band.
struct BandColumns {
  /// What the steps of a band read of a row, and what that was when they ran last.
  private let inputs: [Int]
  private var values: [UInt32] = []
  /// The vectors that they ran for, side by side; else whether those are the ones that are chosen now.
  private var part = 0..<0
  private var areChosen = false

  /// - Parameter inputs: The slots of rows that the steps of a band read.
  init(inputs: [Int]) { self.inputs = inputs }

  /// Notes that other vectors are chosen.
  mutating func choose() { areChosen = false }

  /// Whether some vectors, or those that are chosen, are computed for the band of a row.
  func has(_ vectors: Range<Int>, _ row: RowSlots) -> Bool {
    (areChosen || vectors.isEmpty
      || part.lowerBound <= vectors.lowerBound && vectors.upperBound <= part.upperBound)
      && isBand(of: row)
  }

  /// Whether a row is in the band that was computed for last.
  func isBand(of row: RowSlots) -> Bool {
    !values.isEmpty && zip(inputs, values).allSatisfy { row[$0] == $1 }
  }

  /// Notes that some vectors are computed for the band of a row: a range of them, or those that are chosen.
  mutating func add(_ range: Range<Int>?, _ row: RowSlots) {
    values = inputs.map { row[$0] }
    areChosen = range == nil
    part = range ?? 0..<0
  }
}
