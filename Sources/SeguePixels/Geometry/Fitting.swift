extension Bitmap {
  /// Resamples the bitmap to the size of a frame.
  ///
  ///     let size = PixelSize(width: 1280, height: 720)
  ///     let frame = try photo.fitted(to: Framing(size: size, fit: .contain, background: .black))
  ///
  /// Uses a Lanczos filter with three lobes on premultiplied values; when shrinking, the filter is widened to
  /// prevent aliasing. Resampling computes with gamma-encoded values, as ffmpeg and ImageMagick do by
  /// default, or in linear light. A bitmap that already has the size is returned unchanged, unless it is
  /// composited over a background.
  ///
  /// - Parameters:
  ///   - framing: The frame's size, the fit, the background, and the transfer function (`light`).
  ///   - execution: The threads and SIMD level; the pixels do not depend on them.
  /// - Returns: A bitmap of the frame's size.
  /// - Throws: `RenderError` if the size is invalid or above `Limits.maxFramePixels`, or memory is exhausted.
  public func fitted(
    to framing: Framing, _ execution: Execution = .standard
  ) throws(RenderError) -> Bitmap {
    try fitted(to: framing, of: size.extent, execution)
  }

  /// Resamples a picture whose size may be fractional: the picture's right and bottom edges then lie inside
  /// the last column and row of the bitmap.
  package func fitted(
    to framing: Framing, of extent: Extent, _ execution: Execution
  ) throws(RenderError) -> Bitmap {
    guard framing.size ?? size != size || extent != size.extent else {
      guard let background = framing.background else { return self }
      if let deep { return try deep.fitted(to: framing, of: extent, execution) }
      let kernels = Kernels(execution.level, framing.light)
      return try composited(over: background, kernels: kernels, threads: execution.threads)
    }
    if let size = framing.size { try execution.limits.check(frame: size) }
    if let deep { return try deep.fitted(to: framing, of: extent, execution) }
    return try Fitting(source: storage, extent: extent, framing, execution).fitted(to: framing)
  }

  /// Resamples the bitmap to a frame size, without a background.
  ///
  ///     let square = try photo.fitted(to: PixelSize(width: 256, height: 256), .cover)
  ///
  /// - Throws: `RenderError` if the size is invalid or above `Limits.maxFramePixels`, or memory is exhausted.
  public func fitted(
    to size: PixelSize, _ fit: Framing.Fit = .cover, _ execution: Execution = .standard
  ) throws(RenderError) -> Bitmap {
    try fitted(to: Framing(size: size, fit: fit), execution)
  }

  /// Stretches the bitmap to a size, without keeping the aspect ratio.
  ///
  ///     let wide = try photo.resized(to: PixelSize(width: 800, height: 200))
  ///
  /// - Throws: `RenderError` if the size is invalid or above `Limits.maxFramePixels`, or memory is exhausted.
  public func resized(to size: PixelSize, _ execution: Execution = .standard) throws(RenderError) -> Bitmap {
    try fitted(to: size, .stretch, execution)
  }

  /// Resizes the bitmap to a width in pixels, keeping the aspect ratio; the height is rounded, at least 1.
  ///
  ///     let small = try photo.resized(width: 320)
  ///
  /// - Throws: `RenderError` if the size is invalid or above `Limits.maxFramePixels`, or memory is exhausted.
  public func resized(width: Int, _ execution: Execution = .standard) throws(RenderError) -> Bitmap {
    try resized(to: size.scaled(toWidth: width), execution)
  }

  /// Resizes the bitmap to a height in pixels, keeping the aspect ratio; the width is rounded, at least 1.
  ///
  ///     let small = try photo.resized(height: 200)
  ///
  /// - Throws: `RenderError` if the size is invalid or above `Limits.maxFramePixels`, or memory is exhausted.
  public func resized(height: Int, _ execution: Execution = .standard) throws(RenderError) -> Bitmap {
    try resized(to: size.scaled(toHeight: height), execution)
  }

  /// Composites the bitmap over a color; the result is opaque if the color is opaque.
  package func composited(
    over background: Pixel, kernels: Kernels, threads: Int = 1
  ) throws(RenderError) -> Bitmap {
    var result = try Bitmap(uninitialized: size)
    try result.overwrite(threads: threads) { (rows) throws(RenderError) in
      for y in rows.rows {
        try rows.withRow(y) { out in withRow(y) { kernels.composite($0, over: background, into: &out) } }
      }
    }
    return result
  }
}

extension Bitmap {
  /// Returns the bitmap after a binomial filter of 5 × 5 pixels; meant for small bitmaps.
  fileprivate func smoothed() throws(RenderError) -> Bitmap {
    let weights = [1, 4, 6, 4, 1]
    func filtered(_ input: Bitmap, _ isDown: Bool) throws(RenderError) -> Bitmap {
      var output = try Bitmap(input.size)
      for y in 0..<input.height {
        for x in 0..<input.width {
          var sums = SIMD4<Int>(repeating: 128 / 16)
          for (index, weight) in weights.enumerated() {
            let step = index - 2
            let pixel = input[
              max(0, min(input.width - 1, isDown ? x : x + step)),
              max(0, min(input.height - 1, isDown ? y + step : y))]
            let values = SIMD4(Int(pixel.red), Int(pixel.green), Int(pixel.blue), Int(pixel.alpha))
            sums &+= values &* SIMD4(repeating: weight)
          }
          let mean = sums &>> SIMD4(repeating: 4)
          output[x, y] = Pixel(
            red: UInt8(mean.x), green: UInt8(mean.y), blue: UInt8(mean.z), alpha: UInt8(mean.w))
        }
      }
      return output
    }
    return try filtered(filtered(self, false), true)
  }
}

/// The width and height of a picture in pixels, possibly fractional.
package struct Extent: Hashable, Sendable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

extension PixelSize {
  /// The size as an extent.
  package var extent: Extent { Extent(width: Double(width), height: Double(height)) }
}

/// A source of premultiplied rows for resampling.
protocol ResampleSource: AnyObject, Sendable {
  var size: PixelSize { get }
  /// Prepares for reading; `taps` is the number of source rows that contribute to an output row.
  func begin(taps: Int) throws(RenderError)
  /// Adds columns of row `y`, multiplied by a weight, to sums; if `first`, replaces the sums. White is 255 in
  /// sums for 8-bit results, and 1 in sums for floats.
  func add(
    row y: Int, _ columns: Range<Int>, weight: Float, to sums: inout MutableSpan<Float>, first: Bool,
    _ kernels: Kernels)
}

extension ResampleSource {
  func begin(taps: Int) {}
}

/// The resampling of one picture to a frame.
struct Fitting: Sendable {
  var source: any ResampleSource
  /// The size of the picture, possibly fractional; the picture begins at the top left of the source.
  var extent: Extent
  let kernels: Kernels
  let threads: Int
  let dither: Bool
  /// Whether the result has four floats a pixel, each stored in a `Pixel` of the bitmap.
  var givesFloats: Bool { source is DeepStorage }
  private var pixelWords: Int { givesFloats ? 4 : 1 }

  init(source: any ResampleSource, extent: Extent, _ framing: Framing, _ execution: Execution) {
    (self.source, self.extent) = (source, extent)
    kernels = Kernels(execution.level, framing.light)
    (threads, dither) = (execution.threads, framing.dither)
  }

  /// Resamples the picture to the frame and composites it over the background.
  func fitted(to framing: Framing) throws(RenderError) -> Bitmap {
    let placed = try resampled(to: framing.size ?? source.size, framing.fit)
    guard let background = framing.background else { return placed }
    return try placed.composited(over: background, kernels: kernels, threads: threads)
  }

  func resampled(to size: PixelSize, _ fit: Framing.Fit) throws(RenderError) -> Bitmap {
    guard size.width > 0, size.height > 0 else { throw .invalidSize(size) }
    let (width, height) = (extent.width, extent.height)
    let across = Double(size.width) / width
    let down = Double(size.height) / height
    switch fit {
    case .stretch:
      return try scaled(across: (0, across, size.width), down: (0, down, size.height))
    case .cover:
      let scale = max(across, down)
      return try scaled(
        across: ((width - Double(size.width) / scale) / 2, scale, size.width),
        down: ((height - Double(size.height) / scale) / 2, scale, size.height))
    case .contain, .blur:
      let scale = min(across, down)
      let inner = PixelSize(
        width: min(size.width, max(1, Int((width * scale).rounded()))),
        height: min(size.height, max(1, Int((height * scale).rounded()))))
      // Copies a picture that only gets a border, without resampling.
      let image =
        if inner.extent == extent, let bitmap = source as? PixelStorage {
          Bitmap(bitmap)
        } else if inner.extent == extent, let deep = source as? DeepStorage {
          try deep.floats(kernels.floats, threads: threads)
        } else {
          try scaled(
            across: (0, Double(inner.width) / width, inner.width),
            down: (0, Double(inner.height) / height, inner.height))
        }
      guard inner != size else { return image }
      let words = pixelWords
      var frame =
        fit == .blur
        ? try blurred(image, over: size)
        : try Bitmap(PixelSize(width: words * size.width, height: size.height))
      let left = (size.width - inner.width) / 2 * words
      let top = (size.height - inner.height) / 2
      for y in 0..<inner.height {
        frame.withMutableRow(top + y) { out in
          image.withRow(y) { row in for x in 0..<words * inner.width { out[left + x] = row[x] } }
        }
      }
      return frame
    }
  }

  /// Makes a blurred picture that covers the frame: reduces a fitted picture, smooths it and enlarges it.
  ///
  /// The function does not read the source again, since the source may be a file that is decoded row by row.
  private func blurred(_ image: Bitmap, over size: PixelSize) throws(RenderError) -> Bitmap {
    if givesFloats {
      // Blurs the borders with 8 bits, and converts the result to floats.
      let rounded = try Bitmap(DeepStorage.of(floats: image, .float, kernels.floats)).storage
      let frame = try of(Bitmap(rounded)).blurred(Bitmap(rounded), over: size)
      return try frame.widened(kernels.floats)
    }
    let reduced = try of(image).resampled(to: Framing.blurredSize(of: size), .cover).smoothed()
    return try of(reduced).resampled(to: size, .stretch)
  }

  /// Returns this resampling with another picture as its source.
  private func of(_ image: Bitmap) -> Fitting {
    var fitting = self
    (fitting.source, fitting.extent) = (image.storage, image.size.extent)
    return fitting
  }

  /// Scales a window of the picture.
  ///
  /// Each axis is given by the start of the window in source pixels, the scale, and the number of output
  /// pixels.
  private func scaled(
    across: (start: Double, scale: Double, count: Int), down: (start: Double, scale: Double, count: Int)
  ) throws(RenderError) -> Bitmap {
    // Allocates the result first, so that an invalid size fails before tables are computed.
    let words = pixelWords
    var result = try Bitmap(uninitialized: PixelSize(width: words * across.count, height: down.count))
    let columns = ResampleAxis(
      input: source.size.width, start: across.start, scale: across.scale, count: across.count)
    let rows = ResampleAxis(
      input: source.size.height, start: down.start, scale: down.scale, count: down.count)
    let columnParts = columns.parts(of: 0..<columns.count)
    try source.begin(taps: rows.taps)
    // The weights of all columns, shared by all bands, if all columns fit into one part; otherwise nil.
    let whole = columnParts.count == 1 ? ResampleTable(columns, columnParts[0]) : nil
    // Resamples vertically first: the sums run over whole rows, and fewer rows remain to be resampled
    // horizontally.
    try result.overwrite(threads: threads) { (band) throws(RenderError) in
      for part in rows.parts(of: band.rows) {
        let rows = ResampleTable(rows, part)
        for part in columnParts {
          try scale(rows, whole ?? ResampleTable(columns, part), into: band)
        }
      }
    }
    return result
  }

  /// Computes the output pixels in the columns `columns.outputs` of the rows `rows.outputs`.
  private func scale(
    _ rows: ResampleTable, _ columns: ResampleTable, into band: RowWriter
  ) throws(RenderError) {
    var sums = [Float](repeating: 0, count: 4 * columns.inputs.count)
    for y in rows.outputs {
      let index = y - rows.outputs.lowerBound
      var span = sums.mutableSpan
      for tap in 0..<rows.taps {
        let weight = rows.weights[index * rows.taps + tap]
        if weight == 0 && tap > 0 { continue }
        source.add(
          row: rows.inputs.lowerBound + Int(rows.starts[index]) + tap, columns.inputs, weight: weight,
          to: &span,
          first: tap == 0, kernels)
      }
      try band.withRow(y) { out in
        if givesFloats {
          var part = out._mutatingExtracting(4 * columns.outputs.lowerBound..<4 * columns.outputs.upperBound)
          return kernels.floats.resampleAcross(
            span.span, starts: columns.starts, weights: columns.weights, taps: columns.taps, into: &part)
        }
        var part = out._mutatingExtracting(columns.outputs)
        kernels.resampleAcross(
          span.span, starts: columns.starts, weights: columns.weights, taps: columns.taps,
          rounding: dither ? .pattern(x: columns.outputs.lowerBound, y: y) : .nearest, into: &part)
      }
    }
  }
}

extension PixelStorage: ResampleSource {
  func add(
    row y: Int, _ columns: Range<Int>, weight: Float, to sums: inout MutableSpan<Float>, first: Bool,
    _ kernels: Kernels
  ) {
    kernels.resampleDown(row(y).span.extracting(columns), weight: weight, into: &sums, first: first)
  }
}
