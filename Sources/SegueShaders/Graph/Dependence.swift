import SegueLanes

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
  /// The row, but by what rows beside one another mostly have in common: in which row of tiles, in which half.
  static let band = Dependence(rawValue: 8)

  /// Whether it is for each pixel another.
  var isOfPixels: Bool { contains(.x) && !isDisjoint(with: [.y, .band]) }
}

extension LaneOperation {
  /// Whether it gives one number for many beside one another.
  var hasSteps: Bool {
    switch self {
    case .floor, .ceil, .trunc, .roundEven, .sign, .step, .f2i, .f2u, .lt, .le, .eq, .ne: true
    default: false
    }
  }
}
