import SegueLaneProgram

/// The inputs on which a value depends; they determine the value's rate, which is how often the value is
/// computed.
package struct Dependence: OptionSet, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The frame: the progress and other inputs that are set for each frame.
  package static let frame = Dependence(rawValue: 1)
  /// The column of the pixel.
  package static let x = Dependence(rawValue: 2)
  /// The row of the pixel.
  package static let y = Dependence(rawValue: 4)
  package static let pixel: Dependence = [.x, .y]
  /// The row, but only through step functions such as `floor`: most neighboring rows have the same value, for
  /// example the number of their tile in a mosaic.
  package static let band = Dependence(rawValue: 8)

  /// Whether the value differs from pixel to pixel.
  var isOfPixels: Bool { contains(.x) && !isDisjoint(with: [.y, .band]) }
}

extension LaneOperation {
  /// Whether the result is constant over ranges of inputs: a step function.
  var hasSteps: Bool {
    switch self {
    case .floor, .ceil, .trunc, .roundEven, .sign, .step, .f2i, .f2u, .lt, .le, .eq, .ne: true
    default: false
    }
  }
}
