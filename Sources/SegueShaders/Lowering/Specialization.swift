import SeguePixels

/// What a shader is compiled for: all of it becomes constants.
struct Specialization: Hashable {
  /// A picture it can read.
  struct Picture: Hashable {
    var size: PixelSize
    /// Whether alpha is 1 everywhere.
    var isOpaque: Bool
  }

  /// The frame.
  var size: PixelSize
  /// The pictures by slot: first those of the transition or filter, then those of parameters.
  var pictures: [Picture]
  /// Which slot a sampler variable reads.
  var slots: [Variable.ID: Int] = [:]
  /// The values of parameters, as bits.
  var parameters: [Variable.ID: [UInt32]] = [:]
}
