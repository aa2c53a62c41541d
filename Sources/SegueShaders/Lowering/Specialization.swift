import SeguePixels

/// The sampling of a picture.
struct PictureSampling: Hashable {
  /// Whether the picture repeats; else coordinates are clamped to its edges.
  var isRepeated = false
  /// Whether the nearest texel is read; else four are interpolated.
  var isNearest = false
}

/// The compile-time constants of a shader's program.
struct Specialization: Hashable {
  /// A picture that the shader reads.
  struct Picture: Hashable {
    var size: PixelSize
    /// Whether every pixel is opaque.
    var isOpaque: Bool
    /// Whether the caller provides the picture row by row, so that only the computed pixel can be read.
    var isRow = false
    /// Whether the picture has four floats a pixel.
    var hasFloats = false
    /// The sampling of the picture.
    var sampling = PictureSampling()
  }

  /// The size of the frame.
  var size: PixelSize
  /// The pictures by slot: the transition's or filter's, then those of parameters.
  var pictures: [Picture]
  /// The slot of each sampler variable.
  var slots: [Variable.ID: Int] = [:]
  /// The values of parameters, as bits.
  var parameters: [Variable.ID: [UInt32]] = [:]
  /// Parameters that are inputs of the program, since they vary by frame: the first input of each.
  var live: [Variable.ID: Int] = [:]
  /// The number of the pass, and whether its result has four floats a pixel.
  var pass = 0
  var givesFloats = false
  /// The encoding, gamma or linear light, in which the shader reads the first two pictures and gives its
  /// color.
  var light = Light.gamma
}
