public import SeguePixels

extension ColorTable {
  /// Makes a table from a HaldCLUT of level 2…16: a square picture of level³ pixels a side, for a cube of
  /// level² steps.
  ///
  ///     let look = try ColorTable(haldCLUT: photo)
  ///
  /// The picture's pixels are the colors in order, row by row, with 8 bits, even if the file has 16.
  ///
  /// - Throws: `ColorTableError` if the picture has another size.
  public init(haldCLUT picture: Bitmap) throws(ColorTableError) {
    guard picture.width == picture.height,
      let level = (2...16).first(where: { $0 * $0 * $0 == picture.width })
    else {
      throw ColorTableError(
        "a HaldCLUT is a square whose side is 8, 27, 64, 125, 216, 343, 512 … or 4096 pixels; this is \(picture.size)"
      )
    }
    try self.init(
      .cube(level * level),
      numbers: picture.colors { index in
        (index % picture.width, index / picture.width)
      })
  }

  /// Makes a table from GPUImage's lookup picture: 512 × 512 pixels in 8 × 8 tiles, one for each of 64 steps
  /// of blue; a tile has 64 × 64 steps of red and green.
  ///
  /// - Throws: `ColorTableError` if the picture has another size.
  public init(lookup picture: Bitmap) throws(ColorTableError) {
    guard picture.size == PixelSize(width: 512, height: 512) else {
      throw ColorTableError(
        "a lookup table is a picture of 512x512 pixels, 8 by 8 tiles of 64x64; this is \(picture.size)")
    }
    try self.init(
      .cube(64),
      numbers: picture.colors { index in
        let (red, green, blue) = (index % 64, index / 64 % 64, index / 4096)
        return (blue % 8 * 64 + red, blue / 8 * 64 + green)
      })
  }
}

extension Bitmap {
  /// Returns the straight colors of all pixels, four floats each; entry i is the pixel at `place(i)`.
  fileprivate func colors(_ place: (Int) -> (x: Int, y: Int)) -> [Float] {
    var numbers: [Float] = []
    numbers.reserveCapacity(4 * width * height)
    for index in 0..<width * height {
      let (x, y) = place(index)
      let pixel = self[x, y]
      let scale = pixel.alpha == 0 ? 0 : 1 / Float(pixel.alpha)
      numbers.append(Float(pixel.red) * scale)
      numbers.append(Float(pixel.green) * scale)
      numbers.append(Float(pixel.blue) * scale)
      numbers.append(0)
    }
    return numbers
  }
}
