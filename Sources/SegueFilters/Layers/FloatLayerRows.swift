import SeguePixels
import SegueRendering

/// The rows of one frame composited from layers, computed with floats.
struct FloatLayerRows: RowSource {
  let rows: LayerRows
  private let from: WholeInput
  private let to: WholeInput

  init(_ rows: LayerRows) {
    self.rows = rows
    (from, to) = (WholeInput(rows.from.rows.floats), WholeInput(rows.to.rows.floats))
  }

  var inputs: [any RowSource] { [from.rows, to.rows] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    let inputs = LayerInputs(
      from: try rows.from.bitmap(context), to: try rows.to.bitmap(context),
      execution: Execution(threads: context.threads, level: context.level))
    let laid = try rows.shadows.laid(below: try rows.layers(inputs), of: inputs.bounds, context)
    let pictures = (from: try from.bitmap(context), to: try to.bitmap(context))
    var layers: [FloatLayer] = []
    for layer in laid {
      guard let placed = PlacedLayer(layer, from: inputs.from, to: inputs.to, bounds: inputs.bounds) else {
        continue
      }
      let picture: Bitmap? =
        switch layer.content {
        case .from: pictures.from
        case .to: pictures.to
        case .picture(let picture):
          try picture.floatPicture(context.kernels.floats, threads: context.threads)
        case .color: nil
        }
      let part = layer.part ?? layer.content.bounds(in: inputs.bounds)
      layers.append(FloatLayer(placed, picture, part))
    }
    return Reader(layers, rows.background.floats, width: inputs.from.width, context.kernels.floats)
  }

  private final class Reader: RowReader {
    private let layers: [FloatLayer]
    private let background: SIMD4<Float>
    private let width: Int
    private let kernels: FloatKernels
    private let samples: RowBuffer

    init(_ layers: [FloatLayer], _ background: SIMD4<Float>, width: Int, _ kernels: FloatKernels) {
      (self.layers, self.background, self.width, self.kernels) = (layers, background, width, kernels)
      samples = RowBuffer(width: 4 * width)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      row.fill(floats: background)
      for layer in layers {
        let columns = layer.placed.columns(of: y, in: width)
        if columns.isEmpty { continue }
        let outline = layer.placed.outline
        let whole = outline?.whole(of: y, within: columns) ?? columns
        // Samples only the pixels that the layer covers, at least in part.
        let touched = outline?.touched(of: y, within: columns) ?? columns
        if touched.isEmpty { continue }
        try samples.withMutableRow { samples in
          var part = samples._mutatingExtracting(0..<4 * touched.count)
          layer.sample(y, touched, kernels, into: &part)
        }
        let opacity = layer.placed.opacity
        try samples.withRow { samples in
          lay(layer, samples, from: touched.lowerBound, whole, opacity, onto: &row)
          guard let outline else { return }
          for x in touched where !whole.contains(x) {
            let coverage = outline.coverage(x, y)
            lay(layer, samples, from: touched.lowerBound, x..<x + 1, coverage * opacity, onto: &row)
          }
        }
      }
    }

    /// Composites columns of a layer; `samples` begins at column `first`.
    private func lay(
      _ layer: FloatLayer, _ samples: Span<Pixel>, from first: Int, _ columns: Range<Int>, _ opacity: Float,
      onto row: inout MutableSpan<Pixel>
    ) {
      if columns.isEmpty { return }
      let place = (columns.lowerBound - first..<columns.upperBound - first).inFloats
      var out = row._mutatingExtracting(columns.inFloats)
      if opacity == 1, layer.placed.contentIsOpaque {
        out.copy(from: samples.extracting(place))
      } else {
        kernels.overlay(samples.extracting(place), opacity: opacity, onto: &out)
      }
    }
  }
}

/// A layer whose picture has four floats a pixel.
private struct FloatLayer {
  let placed: PlacedLayer
  private let picture: Bitmap?
  private let part: BorrowedPart?

  /// Makes a layer that shows a part of a picture or, if `picture` is nil, the color of `placed`.
  init(_ placed: PlacedLayer, _ picture: Bitmap?, _ part: PixelRectangle) {
    (self.placed, self.picture) = (placed, picture)
    self.part = picture.flatMap {
      BorrowedPart(
        $0, x: 4 * Int(part.x), y: Int(part.y), width: 4 * Int(part.width), height: Int(part.height))
    }
  }

  /// Writes the layer's pixels of row `y`, before opacity is applied.
  func sample(
    _ y: Int, _ columns: Range<Int>, _ kernels: FloatKernels, into out: inout MutableSpan<Pixel>
  ) {
    guard let part else {
      if case .color(let color) = placed.source { out.fill(floats: color.floats) }
      return
    }
    let inverse = placed.inverse
    let (x, y) = (Double(columns.lowerBound) + 0.5, Double(y) + 0.5)
    let u = inverse.a * x + inverse.c * y + inverse.tx - 0.5
    let v = inverse.b * x + inverse.d * y + inverse.ty - 0.5
    let isUpright = inverse.a == 1 && inverse.b == 0
    if isUpright, let left = Int(exactly: u), let row = Int(exactly: v), left >= 0,
      left + columns.count <= part.size.width / 4, (0..<part.size.height).contains(row)
    {
      return part.withRow(row) { out.copy(from: $0.extracting((left..<left + columns.count).inFloats)) }
    }
    let one = 4_294_967_296.0
    kernels.warp(
      part, u: Int64((u * one).rounded()), v: Int64((v * one).rounded()),
      du: Int64((inverse.a * one).rounded()), dv: Int64((inverse.b * one).rounded()), into: &out)
  }
}

extension LayerRows: FloatSource {
  var inFloats: any RowSource { FloatLayerRows(self) }
}
