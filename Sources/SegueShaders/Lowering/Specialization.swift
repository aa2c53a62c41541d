import SeguePixels

/// How a sampler reads places of its picture.
struct PictureSampling: Hashable {
  /// Whether the picture is repeated beyond its edges; else the edges are.
  var isRepeated = false
  /// Whether the nearest texel is read; else four are mixed.
  var isNearest = false
}

/// What a shader is compiled for: all of it becomes constants.
struct Specialization: Hashable {
  /// A picture it can read.
  struct Picture: Hashable {
    var size: PixelSize
    /// Whether alpha is 1 everywhere.
    var isOpaque: Bool
    /// Whether it is there row by row: only the pixel at the shader's own place is.
    var isRow = false
    /// Whether its pixels are floats.
    var hasFloats = false
    /// How places in it are read.
    var sampling = PictureSampling()
  }

  /// The frame.
  var size: PixelSize
  /// The pictures by slot: first those of the transition or filter, then those of parameters.
  var pictures: [Picture]
  /// Which slot a sampler variable reads.
  var slots: [Variable.ID: Int] = [:]
  /// The values of parameters, as bits.
  var parameters: [Variable.ID: [UInt32]] = [:]
  /// Parameters that are inputs of the program instead, so that they can differ from frame to frame: the first input of
  /// each.
  var live: [Variable.ID: Int] = [:]
  /// Which of its passes this is, and whether that gives floats.
  var pass = 0
  var givesFloats = false
  /// In which numbers it gets the colors of two pictures, and says its own.
  var light = Light.gamma
}
