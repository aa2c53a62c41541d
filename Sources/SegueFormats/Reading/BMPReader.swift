import SeguePixels
import SegueRendering

/// A decoder of BMP files.
///
/// - Source: Microsoft's "Bitmap Storage" (wingdi.h) and OS/2's BITMAPINFOHEADER2.
struct BMPReader {
  /// The possible sizes of the information header in bytes: OS/2 1 and 2, Windows 3 with its extensions for
  /// masks, V4 and V5.
  static let headerSizes = [12, 16, 40, 52, 56, 64, 108, 124]

  /// The encoding of pixels.
  private enum Coding { case plain, masks, runs }

  private let name: String
  private let file: FileReader
  let size: PixelSize
  private let isFromTop: Bool
  private let depth: Int
  private let coding: Coding
  private let palette: [Pixel]
  /// The bit masks of red, green, blue and alpha.
  private let masks: [Mask]

  /// Reads the header of a file.
  ///
  /// - Throws: `ImageError` for an invalid or unsupported header, a picture above the limit, or a file too
  ///   short for its pixels.
  init(_ bytes: [UInt8], named name: String, options: DecodeOptions) throws(ImageError) {
    self.name = name
    var header = FileReader(bytes, named: name, from: 10)
    let offset = try header.little32()
    let headerSize = try header.little32()
    guard Self.headerSizes.contains(headerSize) else {
      throw .damaged(file: name, detail: "its header has \(counted(headerSize, "byte"))")
    }
    let isCore = headerSize == 12
    let width = isCore ? try header.little16() : Int(Int32(truncatingIfNeeded: try header.little32()))
    let height = isCore ? try header.little16() : Int(Int32(truncatingIfNeeded: try header.little32()))
    _ = try header.little16()
    depth = try header.little16()
    var (compression, colors) = (0, 0)
    if headerSize >= 40 {
      compression = try header.little32()
      _ = try header.take(12)
      colors = try header.little32()
      _ = try header.take(4)
    }
    guard width > 0 else { throw .damaged(file: name, detail: "its width is \(width)") }
    size = PixelSize(width: width, height: abs(height))
    isFromTop = height < 0
    let isOS2 = headerSize == 64
    coding =
      switch (compression, depth) {
      case (0, 1), (0, 2), (0, 4), (0, 8), (0, 24): .plain
      case (0, 16), (0, 32): .masks
      case (1, 8), (2, 4): .runs
      case (3, 16) where !isOS2, (3, 32) where !isOS2, (6, 16), (6, 32): .masks
      case (4, _) where !isOS2: throw .unsupported(file: name, detail: "a BMP that holds a JPEG")
      case (5, _): throw .unsupported(file: name, detail: "a BMP that holds a PNG")
      case (0...6, _):
        throw .unsupported(
          file: name,
          detail: "a BMP of \(counted(depth, "bit")) a pixel with compression number \(compression)")
      default: throw .damaged(file: name, detail: "its compression is number \(compression)")
      }
    try size.checkDecodable(named: name, options)

    var values: [Int] = []
    if coding == .masks {
      if compression == 0 {
        values = depth == 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff_0000, 0xff00, 0xff, 0]
      } else {
        for _ in 0..<3 { values.append(try header.little32()) }
        values.append(compression == 6 || headerSize >= 56 ? try header.little32() : 0)
      }
    }
    var masks: [Mask] = []
    for value in values {
      guard let mask = Mask(value, depth: depth) else {
        throw .damaged(file: name, detail: "the mask of a color is no run of bits of a pixel")
      }
      masks.append(mask)
    }
    self.masks = masks
    let start = max(14 + headerSize, header.next)
    guard offset >= start else {
      throw .damaged(file: name, detail: "its pixels begin at byte \(offset), in the header")
    }
    var palette: [Pixel] = []
    if depth <= 8 {
      let entry = isCore ? 3 : 4
      // The palette ends at the pixels, even if the header declares more entries.
      let most = min(1 << depth, (offset - start) / entry)
      var reader = FileReader(bytes, named: name, from: start)
      for _ in 0..<(colors == 0 ? most : min(colors, most)) {
        let (blue, green, red) = (try reader.byte(), try reader.byte(), try reader.byte())
        if !isCore { _ = try reader.byte() }
        palette.append(Pixel(red: red, green: green, blue: blue))
      }
      // Missing palette entries become black, as in browsers and Pillow; ImageMagick refuses such files.
      palette += [Pixel](repeating: .black, count: (1 << depth) - palette.count)
    }
    self.palette = palette
    guard offset <= bytes.count else {
      throw .truncated(file: name, detail: "the file ends before its pixels")
    }
    file = FileReader(bytes, named: name, from: offset)
    // The padding of the last row may be missing.
    let behind = file.left - (width * depth + 7) / 8
    guard coding == .runs || behind >= 0 && behind / rowBytes >= size.height - 1 else {
      throw .truncated(
        file: name, detail: "\(size) pixels are \(rowBytes) bytes a row, and \(there(file.left))")
    }
  }

  /// Whether a mask has bits for alpha.
  var hasAlpha: Bool { masks.count == 4 && !masks[3].isEmpty }

  /// The number of bits of a sample: the bits of the widest mask; 8 for files without masks.
  var sampleDepth: Int { masks.map(\.bitCount).max() ?? 8 }

  /// The number of bytes in a row, including padding.
  private var rowBytes: Int { (size.width * depth + 31) / 32 * 4 }

  /// Returns the row of the picture that is row `index` in the file.
  private func row(_ index: Int) -> Int { isFromTop ? index : size.height - 1 - index }

  /// Decodes the pixels.
  func read() throws(ImageError) -> PixelStorage {
    let storage = try PixelStorage(size, named: name)
    if coding == .runs {
      try readRuns(into: storage)
    } else {
      for index in 0..<size.height {
        readRow(at: file.next + index * rowBytes, into: storage.row(row(index)))
      }
    }
    return storage
  }

  /// Decodes the row that begins at an offset.
  private func readRow(at start: Int, into row: UnsafeMutableBufferPointer<Pixel>) {
    let bytes = file.bytes
    if coding == .masks {
      let (red, green, blue, alpha) = (masks[0], masks[1], masks[2], masks[3])
      for x in row.indices {
        let place = start + x * depth / 8
        var value = Int(bytes[place]) | Int(bytes[place + 1]) << 8
        if depth == 32 { value |= Int(bytes[place + 2]) << 16 | Int(bytes[place + 3]) << 24 }
        row[x] = Pixel(
          red: red.level(of: value), green: green.level(of: value), blue: blue.level(of: value),
          alpha: alpha.isEmpty ? 255 : alpha.level(of: value))
      }
    } else if depth == 24 {
      for x in row.indices {
        let place = start + 3 * x
        row[x] = Pixel(red: bytes[place + 2], green: bytes[place + 1], blue: bytes[place])
      }
    } else {
      let most = UInt8(truncatingIfNeeded: 1 << depth - 1)
      for x in row.indices {
        let bit = x * depth
        row[x] = palette[Int(bytes[start + bit / 8] >> (8 - depth - bit % 8) & most)]
      }
    }
  }

  /// Decodes run-length encoded pixels; skipped pixels get the palette color 0, as in ffmpeg and ImageMagick.
  private func readRuns(into storage: PixelStorage) throws(ImageError) {
    storage.fill(palette[0])
    var file = file
    var (x, index) = (0, 0)
    while true {
      let (count, value) = (Int(try file.byte()), Int(try file.byte()))
      switch (count, value) {
      case (0, 0): (x, index) = (0, index + 1)
      case (0, 1): return
      case (0, 2):
        x += Int(try file.byte())
        index += Int(try file.byte())
      case (0, _):
        let bytes = try file.take(depth == 8 ? value : (value + 1) / 2)
        if bytes.count % 2 == 1 { _ = try file.byte() }
        try write(value, to: storage, &x, index) { bytes[bytes.startIndex + $0] }
      default: try write(count, to: storage, &x, index) { _ in UInt8(value) }
      }
    }
  }

  /// Writes `count` pixels from bytes that contain one or two palette indexes each.
  ///
  /// A run may extend into the padding of a row to a multiple of 4 bytes, as in files of ImageMagick; pixels
  /// beyond the width are dropped.
  private func write(
    _ count: Int, to storage: PixelStorage, _ x: inout Int, _ index: Int, byte: (Int) -> UInt8
  ) throws(ImageError) {
    guard index < size.height, x + count <= rowBytes * 8 / depth else {
      let pixels = counted(count, "pixel")
      throw .damaged(
        file: name,
        detail: "\(pixels) from (\(x), \(index)) on \(count == 1 ? "is" : "are") outside the picture")
    }
    let row = storage.row(row(index))
    for step in 0..<min(count, max(0, size.width - x)) {
      let value = depth == 8 ? byte(step) : step % 2 == 0 ? byte(step / 2) >> 4 : byte(step / 2) & 15
      row[x + step] = palette[Int(value)]
    }
    x += count
  }
}

/// The bits of a pixel that contain one channel.
private struct Mask {
  private let shift: Int
  private let largest: Int

  /// Makes a channel from its mask; nil if the bits are not contiguous, or not within the lowest `depth`
  /// bits.
  init?(_ mask: Int, depth: Int) {
    shift = mask == 0 ? 0 : mask.trailingZeroBitCount
    largest = mask >> shift
    guard largest & (largest + 1) == 0, mask >> depth == 0 else { return nil }
  }

  /// Whether the channel is missing.
  var isEmpty: Bool { largest == 0 }

  /// The number of bits of the channel.
  var bitCount: Int { largest.nonzeroBitCount }

  /// Returns the channel's value in a pixel, scaled to 0…255.
  func level(of pixel: Int) -> UInt8 {
    isEmpty ? 0 : UInt8(((pixel >> shift & largest) * 255 + largest / 2) / largest)
  }
}
