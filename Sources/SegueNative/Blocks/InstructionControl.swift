// Immediate operands of vector instructions, in the terms of Intel's manual.

/// Predicates of comparisons of floats; all but `notEqual` and `unordered` are false for NaN.
enum Comparison {
  static let equal: UInt8 = 0
  static let unordered: UInt8 = 3
  static let notEqual: UInt8 = 4
  static let ordered: UInt8 = 7
  static let less: UInt8 = 17
  static let lessOrEqual: UInt8 = 18
  static let greaterOrEqual: UInt8 = 29
  static let greater: UInt8 = 30
}

/// Directions of `round`.
enum Rounding {
  static let nearest: UInt8 = 8
  static let down: UInt8 = 9
  static let up: UInt8 = 10
  static let towardZero: UInt8 = 11
}

/// The half of a register that `extract` reads or `insert` replaces.
enum Half {
  static let upper: UInt8 = 1
}
