extension Bitmap {
  /// The type of the bitmap's samples; writing to a bitmap changes the type to `eight`.
  ///
  /// A bitmap of more than 8 bits also has pixels rounded to 8 bits, which `subscript` and `withRow` read.
  public var depth: SampleDepth { deep?.depth ?? .eight }

  /// Makes a bitmap with 16 bits a sample from straight RGBA samples, row by row from the top left, without
  /// padding.
  ///
  ///     let bitmap = try Bitmap(width: 1, height: 1, rgba16: [65535, 300, 0, 65535])
  ///     let samples = try bitmap.rgba16()    // the same four samples
  ///
  /// - Throws: `RenderError` if the size is invalid, memory is exhausted, or the number of samples is wrong.
  public init(width: Int, height: Int, rgba16 samples: [UInt16]) throws(RenderError) {
    try self.init(PixelSize(width: width, height: height), .sixteen, samples)
  }

  /// Makes a bitmap with 16 bits a sample from the bytes of straight RGBA samples, little-endian, without
  /// padding.
  package init(_ size: PixelSize, rgba64le bytes: [UInt8]) throws(RenderError) {
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    try self.init(width: size.width, height: size.height, rgba16: samples)
  }

  /// Makes a bitmap with 32-bit floats from premultiplied RGBA samples, row by row from the top left, without
  /// padding.
  ///
  ///     let bright = try Bitmap(width: 1, height: 1, floats: [4.5, 1, 0.25, 1])
  ///
  /// - Parameters:
  ///   - width: The number of columns, at least 1.
  ///   - height: The number of rows, at least 1.
  ///   - samples: 4 × width × height numbers; 0…1 corresponds to 0…255 of 8 bits.
  /// - Throws: `RenderError` if the size is invalid, memory is exhausted, or the number of samples is wrong.
  public init(width: Int, height: Int, floats samples: [Float]) throws(RenderError) {
    try self.init(PixelSize(width: width, height: height), .float, samples)
  }

  /// Makes a bitmap of the given depth from the samples of all rows, without padding.
  private init<Sample: BitwiseCopyable>(
    _ size: PixelSize, _ depth: SampleDepth, _ samples: [Sample]
  ) throws(RenderError) {
    let storage = try DeepStorage(size, depth)
    let rowBytes = depth.pixelBytes * size.width
    let isWhole = samples.withUnsafeBytes { bytes in
      guard bytes.count == rowBytes * size.height else { return false }
      for y in 0..<size.height {
        storage.row(y).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[y * rowBytes..<(y + 1) * rowBytes]))
      }
      return true
    }
    guard isWhole else {
      throw .wrongByteCount(
        MemoryLayout<Sample>.size * samples.count, size, pixelBytes: depth.pixelBytes)
    }
    try self.init(storage)
  }

  /// Returns the bitmap with samples of another depth.
  ///
  ///     let deep = try photo.converted(to: .sixteen)
  ///
  /// From 8 to 16 bits, samples are multiplied by 257, including the colors of transparent pixels if the
  /// bitmap keeps its straight pixels. To 8 bits, samples are rounded to nearest.
  ///
  /// - Throws: `RenderError` if memory is exhausted.
  public func converted(to depth: SampleDepth) throws(RenderError) -> Bitmap {
    if depth == self.depth { return self }
    if depth == .eight {
      var eight = self
      // Rounds the deep samples now, so that their memory can be freed.
      _ = storage.bytes
      eight.dropDepth()
      return eight
    }
    if depth == .sixteen, deep == nil {
      let storage = try DeepStorage(size, .sixteen)
      let source = straight ?? self.storage
      guard straight != nil || isOpaque else { return try floatConverted(to: depth) }
      for y in 0..<height {
        let (row, words) = (source.row(y), storage.words(y))
        for x in 0..<width {
          let pixel = row[x]
          words[4 * x] = UInt16(pixel.red) * 257
          words[4 * x + 1] = UInt16(pixel.green) * 257
          words[4 * x + 2] = UInt16(pixel.blue) * 257
          words[4 * x + 3] = UInt16(pixel.alpha) * 257
        }
      }
      return with(storage)
    }
    return try floatConverted(to: depth)
  }

  private func floatConverted(to depth: SampleDepth) throws(RenderError) -> Bitmap {
    let kernels = FloatKernels.preferred
    return with(try DeepStorage.of(floats: try floatPicture(kernels, threads: 1), depth, kernels))
  }

  /// Copies the pixels as straight samples of 16 bits, row by row from the top left.
  ///
  /// Samples of 16 bits are copied unchanged. Opaque pixels of 8 bits become multiples of 257; other pixels
  /// are converted from premultiplied values.
  ///
  /// - Returns: 4 × width × height samples.
  /// - Throws: `RenderError` if memory is exhausted.
  public func rgba16() throws(RenderError) -> [UInt16] {
    if let deep, deep.depth == .sixteen {
      return (0..<height).flatMap { Array(deep.words($0)) }
    }
    let floats = try floatPicture(.preferred, threads: 1)
    var samples = [UInt16](repeating: 0, count: 4 * width * height)
    samples.withUnsafeMutableBufferPointer { samples in
      for y in 0..<height {
        let row = UnsafeMutableBufferPointer(rebasing: samples[4 * width * y..<4 * width * (y + 1)])
        floats.withRow(y) { FloatKernels.preferred.write($0, words: row) }
      }
    }
    return samples
  }

  /// Copies the pixels as premultiplied floats, row by row from the top left.
  ///
  /// - Returns: 4 × width × height numbers.
  /// - Throws: `RenderError` if memory is exhausted.
  public func floats() throws(RenderError) -> [Float] {
    let floats = try floatPicture(.preferred, threads: 1)
    var samples: [Float] = []
    samples.reserveCapacity(4 * width * height)
    for y in 0..<height {
      floats.withRow(y) { row in
        row.withFloats { samples.append(contentsOf: UnsafeBufferPointer(start: $0, count: row.count)) }
      }
    }
    return samples
  }

  /// Returns the picture as floats: a bitmap four times as wide, in which each `Pixel` holds the 4 bytes of
  /// one float.
  package func floatPicture(_ kernels: FloatKernels, threads: Int) throws(RenderError) -> Bitmap {
    if let deep { return try deep.floats(kernels, threads: threads) }
    return try widened(kernels)
  }

  /// Converts the 8-bit pixels to floats: a bitmap four times as wide, in which each `Pixel` holds one float.
  func widened(_ kernels: FloatKernels) throws(RenderError) -> Bitmap {
    var floats = try Bitmap(uninitialized: PixelSize(width: 4 * width, height: height))
    for y in 0..<height {
      floats.withMutableRow(y) { out in withRow(y) { kernels.read($0, into: &out) } }
    }
    return floats
  }
}

extension DeepStorage {
  /// Resamples the picture in floats to the frame size, and composites it over the background, if any.
  package func fitted(
    to framing: Framing, of extent: Extent? = nil, _ execution: Execution
  ) throws(RenderError) -> Bitmap {
    let kernels = Kernels(execution.level, framing.light).floats
    let (target, extent) = (framing.size ?? size, extent ?? size.extent)
    var floats =
      target == size && extent == size.extent
      ? try floats(kernels, threads: execution.threads)
      : try Fitting(source: self, extent: extent, framing, execution).resampled(to: target, framing.fit)
    if let background = framing.background {
      for y in 0..<floats.height {
        let row = RowBuffer(width: floats.width)
        try row.withMutableRow { out in
          floats.withRow(y) { kernels.composite($0, over: background, into: &out) }
        }
        try row.withRow { row in floats.withMutableRow(y) { $0.copy(from: row) } }
      }
    } else if target == size, extent == size.extent {
      return try Bitmap(self, kernels: kernels)
    }
    return try Bitmap(DeepStorage.of(floats: floats, depth, kernels), kernels: kernels)
  }
}
