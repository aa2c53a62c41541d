/// What a value depends on, which decides how often it is computed.
struct Dependence: OptionSet, Hashable {
  let rawValue: UInt8

  /// The progress, or what else is set for each frame.
  static let frame = Dependence(rawValue: 1)
  /// The column.
  static let x = Dependence(rawValue: 2)
  /// The row.
  static let y = Dependence(rawValue: 4)
  static let pixel: Dependence = [.x, .y]
}
