package import SeguePixels

/// The sampling of a picture.
package struct PictureSampling: Hashable {
  /// Whether the picture repeats; else coordinates are clamped to the picture's edges.
  package var isRepeated = false
  /// Whether the nearest texel is read; else four texels are interpolated.
  package var isNearest = false

  package init(isRepeated: Bool = false, isNearest: Bool = false) {
    (self.isRepeated, self.isNearest) = (isRepeated, isNearest)
  }
}

/// The compile-time constants of a shader's program.
package struct Specialization: Hashable {
  /// A picture that the shader reads.
  package struct Picture: Hashable {
    package var size: PixelSize
    /// Whether every pixel is opaque.
    package var isOpaque: Bool
    /// Whether the caller provides the picture row by row; the shader can then read the picture only at the
    /// position of the pixel that it computes.
    package var isRow = false
    /// Whether the picture has four floats a pixel, and whether these are known to be in 0…1.
    package var hasFloats = false
    package var isBounded = false
    /// The sampling of the picture.
    package var sampling = PictureSampling()

    package init(size: PixelSize, isOpaque: Bool, isRow: Bool = false, hasFloats: Bool = false) {
      (self.size, self.isOpaque, self.isRow, self.hasFloats) = (size, isOpaque, isRow, hasFloats)
    }
  }

  /// The size of the frame.
  package var size: PixelSize
  /// The pictures by slot: the pictures of the transition or filter, then the pictures of parameters; for a
  /// shader that reads mipmap levels, then the levels of all these pictures.
  package var pictures: [Picture]
  /// The slot of each sampler variable: an index into `pictures`.
  package var slots: [Variable.ID: Int] = [:]
  /// The values of parameters, by variable: the bits of each component.
  package var parameters: [Variable.ID: [UInt32]] = [:]
  /// For each parameter that varies by frame, the index of its first program input; other parameters are
  /// constants.
  package var live: [Variable.ID: Int] = [:]
  /// The index of the pass, and whether the result of the program has four floats a pixel.
  package var pass = 0
  package var givesFloats = false
  /// The light in which the shader mixes the first two pictures: `gamma` for the stored values, or else
  /// linear light, to which pixels are decoded and from which the result is encoded.
  package var light = Light.gamma

  package init(size: PixelSize, pictures: [Picture], parameters: [Variable.ID: [UInt32]] = [:]) {
    (self.size, self.pictures, self.parameters) = (size, pictures, parameters)
  }
}
