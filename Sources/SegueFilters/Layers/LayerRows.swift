import SeguePixels
import SegueRendering

/// The rows of one frame composited from layers.
struct LayerRows: RowSource {
  let from: WholeInput
  let to: WholeInput
  let background: Pixel
  let shadows: ShadowPictures
  let layers: @Sendable (LayerInputs) throws(RenderError) -> [Layers.Layer]

  var inputs: [any RowSource] { [from.rows, to.rows] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: BorrowingReader {
    private let size: PixelSize
    private let background: Pixel
    private let layers: [PlacedLayer]
    private let kernels: Kernels
    /// The kernels for samples, which always interpolate stored values rather than linear light.
    private let sampling: Kernels
    private let scratch: RowBuffer
    /// The bitmaps from which layers borrow rows, retained here.
    private let bitmaps: [Bitmap]
    /// Whether a layer is moved by whole rows, so that rows of the frame may be copies of picture rows.
    private let mayCopyRows: Bool
    /// For the current row: the visible and the fully covered columns of each layer.
    private var places: [(columns: Range<Int>, whole: Range<Int>)]

    init(_ rows: LayerRows, _ context: RenderContext) throws(RenderError) {
      let (from, to) = (try rows.from.bitmap(context), try rows.to.bitmap(context))
      size = from.size
      background = rows.background
      let inputs = LayerInputs(
        from: from, to: to, execution: Execution(threads: context.threads, level: context.level))
      let placed = try rows.shadows.laid(below: try rows.layers(inputs), of: inputs.bounds, context)
      layers = placed.compactMap { PlacedLayer($0, from: from, to: to, bounds: inputs.bounds) }
      bitmaps =
        [from, to]
        + placed.compactMap { if case .picture(let picture) = $0.content { picture } else { nil } }
      kernels = context.kernels
      sampling = kernels.mixing(in: .gamma)
      scratch = RowBuffer(width: size.width)
      mayCopyRows = layers.contains(where: \.isMovedByWholeRows)
      places = Array(repeating: (0..<0, 0..<0), count: layers.count)
    }

    func borrowedRows(from y: Int) -> (part: BorrowedPart, rows: Range<Int>)? {
      guard let (index, first) = copiedRow(y), case .picture(let part) = layers[index].source else {
        return nil
      }
      var end = first + 1
      while let (next, row) = copiedRow(y + end - first), next == index, row == end { end += 1 }
      return (part, first..<end)
    }

    /// If row `y` of the frame is a copy of a row of a layer's picture, returns the indexes of the layer and
    /// of the picture's row; otherwise returns nil.
    private func copiedRow(_ y: Int) -> (layer: Int, row: Int)? {
      guard mayCopyRows, y < size.height,
        let index = layers.lastIndex(where: { !$0.columns(of: y, in: size.width).isEmpty }),
        case .picture(let part) = layers[index].source, layers[index].isMovedByWholeRows,
        layers[index].isOpaque, part.size.width == size.width,
        layers[index].outline?.isWhole(y, 0..<size.width) ?? true
      else { return nil }
      return (index, y + Int(layers[index].inverse.ty))
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let width = size.width
      for index in layers.indices {
        let columns = layers[index].columns(of: y, in: width)
        places[index] = (columns, layers[index].outline?.whole(of: y, within: columns) ?? columns)
      }
      // Skips layers behind an opaque layer that covers the whole row.
      let bottom = layers.indices.last { layers[$0].isOpaque && places[$0].whole == 0..<width }
      if bottom == nil { row.fill(background) }
      // Uses indices, since iterating over a slice of the array would retain the array for each row.
      for index in (bottom ?? 0)..<layers.count {
        let layer = layers[index]
        let (columns, whole) = places[index]
        if columns.isEmpty { continue }
        if let outline = layer.outline {
          try layEdge(layer, y, columns.lowerBound..<whole.lowerBound, outline, onto: &row)
          try layEdge(layer, y, whole.upperBound..<columns.upperBound, outline, onto: &row)
        }
        if whole.isEmpty { continue }
        var part = row._mutatingExtracting(whole)
        if layer.isOpaque {
          layer.sample(y, from: whole.lowerBound, sampling, into: &part)
        } else {
          // Directly composites the rows of pictures that are moved by whole pixels; samples all other layers
          // into `scratch` first.
          let isLaid = layer.withPictureRow(y, whole) { lay(layer, $0, onto: &part) }
          if !isLaid {
            try scratch.withMutableRow { scratch in
              var samples = scratch._mutatingExtracting(0..<whole.count)
              layer.sample(y, from: whole.lowerBound, sampling, into: &samples)
              lay(layer, samples.span, onto: &part)
            }
          }
        }
      }
    }

    /// Composites the partly covered pixels of a layer.
    private func layEdge(
      _ layer: PlacedLayer, _ y: Int, _ columns: Range<Int>, _ outline: LayerOutline,
      onto row: inout MutableSpan<Pixel>
    ) throws(RenderError) {
      // Skips uncovered pixels, for which the layer may have no samples.
      let columns = outline.touched(of: y, within: columns)
      if columns.isEmpty { return }
      try scratch.withMutableRow { scratch in
        var samples = scratch._mutatingExtracting(0..<columns.count)
        layer.sample(y, from: columns.lowerBound, sampling, into: &samples)
        for x in columns {
          if kernels.light != .gamma {
            var pixel = row._mutatingExtracting(x..<x + 1)
            let sample = samples.span.extracting(x - columns.lowerBound...x - columns.lowerBound)
            kernels.overlay(sample, opacity: outline.coverage(x, y) * layer.opacity, onto: &pixel)
            continue
          }
          row[x] = samples[x - columns.lowerBound].over(
            row[x], opacity: outline.coverage(x, y) * layer.opacity)
        }
      }
    }

    private func lay(_ layer: PlacedLayer, _ samples: Span<Pixel>, onto out: inout MutableSpan<Pixel>) {
      if layer.contentIsOpaque {
        kernels.mix(samples, weight: layer.mixWeight, onto: &out)
      } else {
        kernels.overlay(samples, opacity: layer.opacity, onto: &out)
      }
    }
  }
}

extension Pixel {
  /// Composites the pixel over another pixel, with an opacity of 0…1.
  fileprivate func over(_ below: Pixel, opacity: Float) -> Pixel {
    let rest = 1 - Float(alpha) * opacity / 255
    let mixed =
      SIMD4(Float(red), Float(green), Float(blue), Float(alpha)) * opacity
      + SIMD4(Float(below.red), Float(below.green), Float(below.blue), Float(below.alpha)) * rest + 0.5
    let bytes = SIMD4<UInt8>(clamping: SIMD4<Int32>(mixed))
    return Pixel(red: bytes.x, green: bytes.y, blue: bytes.z, alpha: bytes.w)
  }
}
