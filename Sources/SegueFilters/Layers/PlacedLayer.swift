import SeguePixels
import SegueRendering

/// A layer prepared for sampling.
struct PlacedLayer: Sendable {
  enum Source: Sendable {
    /// A part of a bitmap, borrowed so that copying a layer needs no retain; the row reader retains the
    /// bitmap.
    case picture(BorrowedPart)
    case color(Pixel)
  }

  let source: Source
  /// The transform from pixels of the frame to pixels of the part of the content that the layer shows.
  let inverse: PixelTransform
  let width: Double
  let height: Double
  let opacity: Float
  /// Whether the picture or color is opaque.
  let contentIsOpaque: Bool
  /// The outline; nil for hard edges and square corners.
  let outline: LayerOutline?
  /// The columns that an upright layer (neither rotated nor sheared) covers, equal in all rows; nil for other
  /// layers.
  private let uprightColumns: Range<Int>?
  /// The width of the margin of partly covered pixels around the layer, in pixels of the layer.
  private let margin: (across: Double, down: Double)

  /// Whether the layer hides everything behind it.
  var isOpaque: Bool { contentIsOpaque && opacity == 1 }

  init?(_ layer: Layers.Layer, from: Bitmap, to: Bitmap, bounds: PixelRectangle) {
    let opacity = max(0, min(1, layer.opacity))
    let part = layer.part ?? layer.content.bounds(in: bounds)
    // Invalid numbers make the layer invisible.
    guard layer.opacity > 0, part.width > 0, part.height > 0, var inverse = layer.transform.inverse,
      [part.x, part.y, part.width, part.height].allSatisfy({ abs($0) < 1e9 }),
      // Extremely thin layers are invisible: the step through such a layer from one pixel of the frame to the
      // next would be too large for the kernels.
      [inverse.a, inverse.b, inverse.c, inverse.d].allSatisfy({ abs($0) < 1e8 })
    else { return nil }
    inverse.tx -= part.x
    inverse.ty -= part.y
    self.inverse = inverse
    self.opacity = Float(opacity)
    width = part.width
    height = part.height
    outline = LayerOutline(layer, inverse, width: part.width, height: part.height)
    margin = outline?.margin ?? (0, 0)
    uprightColumns =
      inverse.b == 0 && inverse.c == 0
      ? Self.steps(
        from: inverse.a * 0.5 + inverse.tx + margin.across, by: inverse.a,
        within: part.width + 2 * margin.across, count: Int(bounds.width))
      : nil
    switch layer.content {
    case .color(let pixel):
      source = .color(pixel)
      contentIsOpaque = pixel.alpha == 255
    case .from, .to, .picture:
      let bitmap =
        switch layer.content {
        case .to: to
        case .picture(let picture): picture
        case .from, .color: from
        }
      guard
        let borrowed = BorrowedPart(
          bitmap, x: Int(part.x), y: Int(part.y), width: Int(part.width), height: Int(part.height))
      else { return nil }
      source = .picture(borrowed)
      contentIsOpaque = bitmap.isOpaque
    }
  }

  /// The opacity in units of 1/32768, for mixing an opaque picture.
  var mixWeight: Int16 { Int16(min(32767, (Double(opacity) * 32768).rounded())) }

  /// Returns the columns of row `y` in which the layer may be visible: pixels whose centers are inside the
  /// layer or, for smooth edges, near the layer.
  func columns(of y: Int, in count: Int) -> Range<Int> {
    let center = Double(y) + 0.5
    let (width, height) = (width + 2 * margin.across, height + 2 * margin.down)
    let first = PixelPoint(
      x: inverse.a * 0.5 + inverse.c * center + inverse.tx + margin.across,
      y: inverse.b * 0.5 + inverse.d * center + inverse.ty + margin.down)
    // An upright layer covers the same columns in all rows, so they are computed once (divisions for each row
    // took a third of the time of a slide transition).
    if let uprightColumns { return (0..<height).contains(first.y) ? uprightColumns : 0..<0 }
    let across = Self.steps(from: first.x, by: inverse.a, within: width, count: count)
    let down = Self.steps(from: first.y, by: inverse.b, within: height, count: count)
    let start = max(across.lowerBound, down.lowerBound)
    return start..<max(start, min(across.upperBound, down.upperBound))
  }

  /// Returns the steps in 0..<count with 0 ≤ from + step·by < limit.
  private static func steps(from: Double, by: Double, within limit: Double, count: Int) -> Range<Int> {
    func isInside(_ step: Int) -> Bool { (0..<limit).contains(from + Double(step) * by) }
    guard abs(by) > 1e-12 else { return isInside(0) ? 0..<count : 0..<0 }
    let (zero, last) = (-from / by, (limit - from) / by)
    var start = Int(max(0, min(Double(count), min(zero, last).rounded(.up))))
    var end = Int(max(0, min(Double(count), max(zero, last).rounded(.down) + 1)))
    // Corrects rounding errors at both ends.
    if start > 0, isInside(start - 1) { start -= 1 }
    while start < end, !isInside(start) { start += 1 }
    while end > start, !isInside(end - 1) { end -= 1 }
    return start..<end
  }

  /// Whether the layer is moved only vertically, by whole pixels, so that its rows in the frame are rows of
  /// the picture.
  var isMovedByWholeRows: Bool {
    inverse.a == 1 && inverse.b == 0 && inverse.c == 0 && inverse.d == 1 && inverse.tx == 0
      && inverse.ty == inverse.ty.rounded()
  }

  /// Calls `body` with the layer's pixels of row `y` if they are stored contiguously in a row of the picture;
  /// otherwise returns false.
  func withPictureRow(_ y: Int, _ columns: Range<Int>, _ body: (Span<Pixel>) -> Void) -> Bool {
    guard case .picture(let part) = source, inverse.a == 1, inverse.b == 0, inverse.c == 0, inverse.d == 1,
      let left = Int(exactly: inverse.tx), let top = Int(exactly: inverse.ty),
      (0..<part.size.height).contains(y + top), columns.lowerBound + left >= 0,
      columns.upperBound + left <= part.size.width
    else { return false }
    part.withRow(y + top) { body($0.extracting(columns.lowerBound + left..<columns.upperBound + left)) }
    return true
  }

  /// Writes the layer's pixels of row `y` from column `x` on, before opacity is applied.
  func sample(_ y: Int, from x: Int, _ kernels: Kernels, into out: inout MutableSpan<Pixel>) {
    switch source {
    case .color(let pixel):
      out.fill(pixel)
    case .picture(let part):
      let u = inverse.a * (Double(x) + 0.5) + inverse.c * (Double(y) + 0.5) + inverse.tx - 0.5
      let v = inverse.b * (Double(x) + 0.5) + inverse.d * (Double(y) + 0.5) + inverse.ty - 0.5
      let isUpright = inverse.a == 1 && inverse.b == 0
      // Tests that the columns are inside the picture: if a layer's part ends inside a pixel, the layer may
      // be visible beyond the last column.
      if isUpright, let column = Int(exactly: u), column >= 0, column + out.count <= part.size.width {
        sampleColumn(part, column, v, kernels, into: &out)
      } else if isUpright, let row = Int(exactly: v), (0..<part.size.height).contains(row) {
        part.withRow(row) { Self.shift($0, u, kernels, into: &out) }
      } else {
        let one = 4_294_967_296.0
        kernels.warp(
          part, u: Int64((u * one).rounded()), v: Int64((v * one).rounded()),
          du: Int64((inverse.a * one).rounded()), dv: Int64((inverse.b * one).rounded()), into: &out)
      }
    }
  }

  /// Samples at whole columns: copies a row of the picture, or mixes two rows.
  private func sampleColumn(
    _ part: BorrowedPart, _ column: Int, _ v: Double, _ kernels: Kernels, into out: inout MutableSpan<Pixel>
  ) {
    let above = max(0, min(part.size.height - 1, Int(v.rounded(.down))))
    let below = min(part.size.height - 1, above + 1)
    let weight = v < 0 ? 0 : Self.weight(v)
    let columns = column..<column + out.count
    part.withRow(above) { top in
      guard weight > 0, below > above else { return out.copy(from: top.extracting(columns)) }
      part.withRow(below) { bottom in
        kernels.mix(
          top.extracting(columns), bottom.extracting(columns), weight: weight, into: &out, streaming: false)
      }
    }
  }

  /// Samples between columns: mixes a row with itself shifted by one pixel, clamped at the ends.
  private static func shift(
    _ row: Span<Pixel>, _ u: Double, _ kernels: Kernels, into out: inout MutableSpan<Pixel>
  ) {
    let left = Int(u.rounded(.down))
    let inner = max(0, -left)..<max(max(0, -left), min(out.count, row.count - 1 - left))
    for index in 0..<inner.lowerBound { out[index] = row[0] }
    for index in inner.upperBound..<out.count { out[index] = row[row.count - 1] }
    guard !inner.isEmpty else { return }
    var middle = out._mutatingExtracting(inner)
    let start = left + inner.lowerBound
    kernels.mix(
      row.extracting(start..<start + inner.count), row.extracting(start + 1..<start + 1 + inner.count),
      weight: weight(u), into: &middle, streaming: false)
  }

  /// Returns the weight of the pixel after a position, in units of 1/32768: the fraction of the position.
  private static func weight(_ position: Double) -> Int16 {
    Int16(min(32767, ((position - position.rounded(.down)) * 32768).rounded()))
  }
}
