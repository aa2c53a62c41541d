import CSegueText
import SegueFiles
import SeguePixels
import SeguePlatform

/// The premultiplied pixels of a text, with their position in the frame.
struct DrawnTitle: Sendable {
  let picture: Bitmap
  let left: Int
  let top: Int
  /// The height of the lines, including the box behind them, in pixels.
  let height: Double
  /// Unicode scalars for which no font has a glyph, at most 32.
  let missing: [Unicode.Scalar]

  /// The maximum number of Unicode scalars of a text; a longer text would not fit into a frame.
  private static let maxCount = 10_000

  /// Draws a text for a frame.
  ///
  /// - Throws: `TitleError` if a library or the font is missing, or if the text is too long; `RenderError` if
  ///   memory is exhausted.
  init(_ text: String, _ style: TitleStyle, in frame: PixelSize) throws {
    let size = max(1, style.size(in: frame))
    let margin = style.margin(in: frame)
    let outline = style.outline(in: frame)
    let shadow = style.shadow(in: frame)
    let padding = style.box == nil ? 0 : (0.35 * size).rounded()
    var made: OpaquePointer?
    var library = [CChar](repeating: 0, count: 64)
    let alignments = [SEGUE_TEXT_LEFT, SEGUE_TEXT_CENTER, SEGUE_TEXT_RIGHT]
    let request = segue_text_request(
      is_file: style.isFile, size: Float(size), line_height: Float(style.lineHeight),
      width: Float(max(size, Double(frame.width) - 2 * margin - 2 * padding)),
      alignment: alignments[min(2, Int(3 * style.place.across))])
    let scalars = text.unicodeScalars.map(\.value)
    guard scalars.count <= Self.maxCount else {
      throw TitleError.invalid("a text has at most \(Self.maxCount) characters")
    }
    if style.isFile { try FileReads.tell(style.font, .passedOn) }
    let status = segue_text_make(scalars, scalars.count, style.font, request, &made, &library)
    defer { segue_text_free(made) }
    switch status {
    case SEGUE_TEXT_MADE: break
    case SEGUE_TEXT_NO_LIBRARY:
      throw TitleError.missingLibrary(
        String(decoding: library.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
    case SEGUE_TEXT_NO_FONT: throw TitleError.noFont(style.font, isFile: style.isFile)
    default: throw RenderError.outOfMemory(frame)
    }
    // The space around the text, in pixels, for outline, shadow and box; at most the frame's longer side plus
    // 64 pixels.
    let most = Double(max(frame.width, frame.height)) + 64
    let reach = min(most, (outline + 3 * shadow + padding + 2).rounded(.up))
    let (width, height) = (
      min(most, Double(segue_text_width(made))), min(most, Double(segue_text_height(made)))
    )
    let area = PixelSize(
      width: Int(width.rounded(.up) + 2 * reach), height: Int(height.rounded(.up) + 2 * reach))
    // The position of the text in the frame (`x`, `y`) and in the drawn area (`inset`), with fractions of a
    // pixel.
    let x = margin + padding + style.place.across * (Double(frame.width) - width - 2 * (margin + padding))
    let y = margin + padding + style.place.down * (Double(frame.height) - height - 2 * (margin + padding))
    (left, top) = (Int((x - reach).rounded(.down)), Int((y - reach).rounded(.down)))
    let inset = (x: x - Double(left), y: y - Double(top))
    self.height = height + 2 * padding

    let count = area.width * area.height
    var (fill, colors) = ([UInt8](repeating: 0, count: count), [UInt8](repeating: 0, count: 4 * count))
    var edge = [UInt8](repeating: 0, count: outline > 0 ? count : 0)
    let isDrawn =
      outline > 0
      ? segue_text_draw(
        made, Float(inset.x), Float(inset.y), Float(outline), area.width, area.height, &fill, &edge, &colors)
      : segue_text_draw(
        made, Float(inset.x), Float(inset.y), 0, area.width, area.height, &fill, nil, &colors)
    guard isDrawn else { throw RenderError.outOfMemory(area) }
    var found = [UInt32](repeating: 0, count: 32)
    let known = segue_text_missing(made, &found, found.count)
    missing = found.prefix(known).compactMap(Unicode.Scalar.init)

    var layers = TitleLayers(area)
    if let box = style.box {
      layers.fill(
        box, x: inset.x - padding..<inset.x + width + padding,
        y: inset.y - padding..<inset.y + height + padding)
    }
    if shadow > 0 {
      let shape = (0..<count).map { index in
        max(fill[index], edge.isEmpty ? 0 : edge[index], colors[4 * index + 3])
      }
      layers.add(style.shadowColor, TitleLayers.blurred(shape, area, radius: shadow))
    }
    if !edge.isEmpty { layers.add(style.outlineColor, edge) }
    layers.add(style.color, fill)
    layers.add(colors)
    picture = try layers.bitmap()
  }
}

/// Layers of a title, composited in floating point.
private struct TitleLayers {
  private let size: PixelSize
  private var pixels: [SIMD4<Float>]

  init(_ size: PixelSize) {
    self.size = size
    pixels = Array(repeating: .zero, count: size.width * size.height)
  }

  private mutating func add(_ above: SIMD4<Float>, at index: Int) {
    guard above.w > 0 else { return }
    pixels[index] = above + pixels[index] * (1 - above.w / 255)
  }

  /// Adds a layer of one color with a coverage for each pixel, 0…255.
  mutating func add(_ color: Pixel, _ coverage: [UInt8]) {
    let color = SIMD4(Float(color.red), Float(color.green), Float(color.blue), Float(color.alpha))
    for index in pixels.indices where coverage[index] > 0 {
      add(color * (Float(coverage[index]) / 255), at: index)
    }
  }

  /// Adds a layer of premultiplied pixels.
  mutating func add(_ colors: [UInt8]) {
    for index in pixels.indices where colors[4 * index + 3] > 0 {
      add(
        SIMD4(
          Float(colors[4 * index]), Float(colors[4 * index + 1]), Float(colors[4 * index + 2]),
          Float(colors[4 * index + 3])), at: index)
    }
  }

  /// Adds a rectangle with antialiased edges.
  mutating func fill(_ color: Pixel, x: Range<Double>, y: Range<Double>) {
    let color = SIMD4(Float(color.red), Float(color.green), Float(color.blue), Float(color.alpha))
    func share(_ pixel: Int, _ range: Range<Double>) -> Double {
      max(0, min(range.upperBound, Double(pixel + 1)) - max(range.lowerBound, Double(pixel)))
    }
    for row in 0..<size.height {
      let down = share(row, y)
      guard down > 0 else { continue }
      for column in 0..<size.width {
        add(color * Float(down * share(column, x)), at: row * size.width + column)
      }
    }
  }

  /// Makes a bitmap of all layers, rounded to 8 bits, with colors clamped to alpha.
  func bitmap() throws(RenderError) -> Bitmap {
    var bitmap = try Bitmap(size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = pixels[y * size.width + x]
        let alpha = UInt8(min(255, pixel.w + 0.5))
        func level(_ value: Float) -> UInt8 { min(alpha, UInt8(min(255, value + 0.5))) }
        bitmap[x, y] = Pixel(red: level(pixel.x), green: level(pixel.y), blue: level(pixel.z), alpha: alpha)
      }
    }
    return bitmap
  }

  /// Blurs a coverage by three box filters along each axis, which nearly equal a Gaussian with a sigma of
  /// half the radius.
  static func blurred(_ shape: [UInt8], _ size: PixelSize, radius: Double) -> [UInt8] {
    // Three boxes of w pixels have the variance (w² − 1)/4.
    let box = Int((radius * radius + 1).squareRoot() / 2) * 2 + 1
    var plane = shape.map { Float($0) }
    func filter(_ start: Int, _ step: Int, _ count: Int) {
      var sum: Float = 0
      let half = box / 2
      var line = (0..<count).map { plane[start + $0 * step] }
      for index in 0..<min(half, count) { sum += line[index] }
      for index in 0..<count {
        if index + half < count { sum += line[index + half] }
        if index - half - 1 >= 0 { sum -= line[index - half - 1] }
        plane[start + index * step] = max(0, sum / Float(box))
      }
      line = []
    }
    for _ in 0..<3 {
      for y in 0..<size.height { filter(y * size.width, 1, size.width) }
      for x in 0..<size.width { filter(x, size.width, size.height) }
    }
    return plane.map { UInt8(min(255, $0 + 0.5)) }
  }
}
