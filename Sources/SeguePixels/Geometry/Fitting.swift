extension Bitmap {
  /// Resamples the bitmap to a frame.
  ///
  ///     let size = PixelSize(width: 1280, height: 720)
  ///     let frame = try photo.fitted(to: Framing(size: size, fit: .contain, background: .black))
  ///
  /// Lanczos of three lobes, widened when shrinking so that nothing aliases, on premultiplied 8-bit values as
  /// stored (gamma-encoded, as ffmpeg and ImageMagick do by default), or on their light. A bitmap that has the size
  /// already, and no background to be painted on, is returned as it is.
  ///
  /// - Parameters:
  ///   - framing: The frame's size, how differing proportions meet, and what is painted behind.
  ///   - execution: Threads and instruction set; the pixels do not depend on them.
  /// - Returns: A bitmap of the frame's size.
  /// - Throws: `RenderError` where the size cannot be a bitmap's or memory is out.
  public func fitted(
    to framing: Framing, _ execution: Execution = .standard
  ) throws(RenderError) -> Bitmap {
    try fitted(to: framing, of: size.extent, execution)
  }

  /// The same of a bitmap whose last column and row may stick out of the picture, which ends within them.
  package func fitted(
    to framing: Framing, of extent: Extent, _ execution: Execution
  ) throws(RenderError) -> Bitmap {
    guard framing.size ?? size != size || extent != size.extent else {
      guard let background = framing.background else { return self }
      let kernels = Kernels(execution.level, framing.light)
      return try composited(over: background, kernels: kernels, threads: execution.threads)
    }
    return try Fitting(source: storage, extent: extent, framing, execution).fitted(to: framing)
  }

  /// Resamples the bitmap to a frame of a size, as the other form does.
  ///
  ///     let square = try photo.fitted(to: PixelSize(width: 256, height: 256), .cover)
  ///
  /// - Throws: `RenderError` where the size cannot be a bitmap's or memory is out.
  public func fitted(
    to size: PixelSize, _ fit: Framing.Fit = .cover, _ execution: Execution = .standard
  ) throws(RenderError) -> Bitmap {
    try fitted(to: Framing(size: size, fit: fit), execution)
  }

  /// Stretches the bitmap to a size; the proportions change with it.
  ///
  ///     let wide = try photo.resized(to: PixelSize(width: 800, height: 200))
  ///
  /// - Throws: `RenderError` where the size cannot be a bitmap's or memory is out.
  public func resized(to size: PixelSize, _ execution: Execution = .standard) throws(RenderError) -> Bitmap {
    try fitted(to: size, .stretch, execution)
  }

  /// Resizes the bitmap to a width in pixels; the height follows, rounded to whole pixels, 1 at least.
  ///
  ///     let small = try photo.resized(width: 320)
  ///
  /// - Throws: `RenderError` where the size cannot be a bitmap's or memory is out.
  public func resized(width: Int, _ execution: Execution = .standard) throws(RenderError) -> Bitmap {
    try resized(to: size.scaled(toWidth: width), execution)
  }

  /// Resizes the bitmap to a height in pixels; the width follows, rounded to whole pixels, 1 at least.
  ///
  ///     let small = try photo.resized(height: 200)
  ///
  /// - Throws: `RenderError` where the size cannot be a bitmap's or memory is out.
  public func resized(height: Int, _ execution: Execution = .standard) throws(RenderError) -> Bitmap {
    try resized(to: size.scaled(toHeight: height), execution)
  }

  /// The bitmap over a color; over an opaque one the result is opaque.
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

/// Width and height of a picture in pixels and parts of them.
package struct Extent: Hashable, Sendable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

extension PixelSize {
  /// Width and height as they are.
  package var extent: Extent { Extent(width: Double(width), height: Double(height)) }
}

/// What is resampled: rows of premultiplied samples.
protocol ResampleSource: AnyObject, Sendable {
  var size: PixelSize { get }
  /// Called before the first row, with how many rows one of the result is made of.
  func begin(taps: Int) throws(RenderError)
  /// Adds some columns of row `y` times a weight to sums on the scale of 8 bits, or begins them where `first`.
  func add(
    row y: Int, _ columns: Range<Int>, weight: Float, to sums: inout MutableSpan<Float>, first: Bool,
    _ kernels: Kernels)
}

extension ResampleSource {
  func begin(taps: Int) {}
}

/// How a picture is resampled to a frame of another size.
struct Fitting: Sendable {
  let source: any ResampleSource
  /// How much of it is the picture.
  let extent: Extent
  let kernels: Kernels
  let threads: Int
  let dither: Bool

  init(source: any ResampleSource, extent: Extent, _ framing: Framing, _ execution: Execution) {
    (self.source, self.extent) = (source, extent)
    kernels = Kernels(execution.level, framing.light)
    (threads, dither) = (execution.threads, framing.dither)
  }

  /// The picture in a frame, over its background.
  func fitted(to framing: Framing) throws(RenderError) -> Bitmap {
    let placed = try resampled(to: framing.size ?? source.size, framing.fit)
    guard let background = framing.background else { return placed }
    return try placed.composited(over: background, kernels: kernels, threads: threads)
  }

  private func resampled(to size: PixelSize, _ fit: Framing.Fit) throws(RenderError) -> Bitmap {
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
    case .contain:
      let scale = min(across, down)
      let inner = PixelSize(
        width: min(size.width, max(1, Int((width * scale).rounded()))),
        height: min(size.height, max(1, Int((height * scale).rounded()))))
      // A picture that only gets a border keeps its pixels.
      let image =
        if inner.extent == extent, let bitmap = source as? PixelStorage {
          Bitmap(bitmap)
        } else {
          try scaled(
            across: (0, Double(inner.width) / width, inner.width),
            down: (0, Double(inner.height) / height, inner.height))
        }
      guard inner != size else { return image }
      var frame = try Bitmap(size)
      let left = (size.width - inner.width) / 2
      let top = (size.height - inner.height) / 2
      for y in 0..<inner.height {
        frame.withMutableRow(top + y) { out in
          image.withRow(y) { row in for x in 0..<inner.width { out[left + x] = row[x] } }
        }
      }
      return frame
    }
  }

  /// Scales a window of the picture: where it starts in pixels, the scale, and the pixels that come out.
  private func scaled(
    across: (start: Double, scale: Double, count: Int), down: (start: Double, scale: Double, count: Int)
  ) throws(RenderError) -> Bitmap {
    // First, so that a size that no bitmap has is refused before there are tables of it.
    var result = try Bitmap(uninitialized: PixelSize(width: across.count, height: down.count))
    let columns = ResampleAxis(
      input: source.size.width, start: across.start, scale: across.scale, count: across.count)
    let rows = ResampleAxis(
      input: source.size.height, start: down.start, scale: down.scale, count: down.count)
    let columnParts = columns.parts(of: 0..<columns.count)
    try source.begin(taps: rows.taps)
    // All bands need it, so it is made once where it can be held as a whole.
    let whole = columnParts.count == 1 ? ResampleTable(columns, columnParts[0]) : nil
    // Down first: the wide sums run over whole rows, and only the rows that remain are resampled across.
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

  /// Scales what makes a part of some rows of the result.
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
