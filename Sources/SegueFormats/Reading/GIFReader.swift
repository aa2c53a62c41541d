public import SeguePixels
import SegueRendering

extension Formats.GIF: StoredFormat {
  /// Returns whether a file begins with the signature of GIF87a or GIF89a.
  public static func matches(_ start: Span<UInt8>) -> Bool {
    start.begins("GIF87a") || start.begins("GIF89a")
  }

  static var hasPages: Bool { true }

  /// Returns no metadata; throws if the selected frame does not exist, as decoding does.
  public static func metadata(
    of bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> Metadata {
    if options.page > 0 { _ = try read(bytes, named: name, options: options) }
    return Metadata()
  }

  /// Reads the header and the positions of all frames, without decompressing them.
  public static func info(
    of bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> ImageInfo {
    var reader = try GIFReader(bytes, named: name, options: options.ofHeaders)
    return try reader.info(page: Int(options.page))
  }

  /// Decodes a frame as browsers show it: composed with the frames before it, on a transparent canvas of the
  /// logical screen's size.
  ///
  /// Bytes after this frame are not checked.
  static func read(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> StoredPicture {
    var reader = try GIFReader(bytes, named: name, options: options)
    var canvas: PixelStorage?
    var left: GIFRemainder?
    var index = 0
    while true {
      guard let picture = try reader.nextFrame() else {
        guard index > 0 else { throw .damaged(file: name, detail: "it has no frame") }
        throw .noSuchPage(of: index, named: name)
      }
      // Allocates the canvas after the first frame is decoded: a header of a few bytes may declare any size.
      let storage = if let canvas { canvas } else { try reader.makeCanvas() }
      canvas = storage
      left?.dispose(on: storage)
      if index == options.page {
        picture.draw(on: storage)
        return .bytes(storage)
      }
      left = GIFRemainder(of: picture, on: storage)
      picture.draw(on: storage)
      index += 1
    }
  }
}

/// A decoder that reads the frames of a GIF file in order.
///
/// - Source: CompuServe's "Graphics Interchange Format, Version 89a".
private struct GIFReader {
  private let name: String
  private let options: DecodeOptions
  /// The size of the logical screen, on which all frames are drawn.
  private let size: PixelSize
  private let palette: [Pixel]
  private var file: FileReader

  init(_ bytes: [UInt8], named name: String, options: DecodeOptions) throws(ImageError) {
    (self.name, self.options) = (name, options)
    var file = FileReader(bytes, named: name, from: 6)
    size = PixelSize(width: try file.little16(), height: try file.little16())
    let flags = try file.byte()
    _ = try file.take(2)
    try size.checkDecodable(named: name, options)
    palette = try Self.palette(flags, &file)
    self.file = file
  }

  /// Reads a palette, if the flags declare one.
  private static func palette(_ flags: UInt8, _ file: inout FileReader) throws(ImageError) -> [Pixel] {
    guard flags & 0x80 != 0 else { return [] }
    let count = 2 << (flags & 7)
    let bytes = Array(try file.take(3 * Int(count)))
    return (0..<count).map {
      Pixel(red: bytes[3 * $0], green: bytes[3 * $0 + 1], blue: bytes[3 * $0 + 2])
    }
  }

  /// Makes a transparent canvas.
  func makeCanvas() throws(ImageError) -> PixelStorage {
    let storage = try PixelStorage(size, named: name)
    storage.fill(.clear)
    return storage
  }

  /// Reads the properties of the file; counts the frames up to the end, or up to damage after frame `page`.
  mutating func info(page: Int) throws(ImageError) -> ImageInfo {
    var (count, hasAlpha) = (0, false)
    do throws(ImageError) {
      while let control = try nextControl() {
        let (left, top) = (try file.little16(), try file.little16())
        let part = PixelSize(width: try file.little16(), height: try file.little16())
        _ = try Self.palette(try file.byte(), &file)
        _ = try file.byte()
        try skipBlocks()
        // The canvas is transparent around the first frame, and where a frame is cleared.
        let isPart = left > 0 || top > 0 || part.width < size.width || part.height < size.height
        let isCleared = control.disposal == 2 || count == 0 && control.disposal > 2
        hasAlpha = hasAlpha || control.transparent != nil || isCleared || count == 0 && isPart
        count += 1
      }
    } catch {
      guard count > page else { throw error }
    }
    guard count > 0 else { throw .damaged(file: name, detail: "it has no frame") }
    guard count > page else { throw .noSuchPage(of: count, named: name) }
    return ImageInfo(Formats.GIF.self, size: size, count: count, hasAlpha: hasAlpha, depth: 8)
  }

  /// Reads the next frame; returns nil after the last frame.
  mutating func nextFrame() throws(ImageError) -> GIFFrame? {
    guard let control = try nextControl() else { return nil }
    return try frame(control.disposal, control.transparent)
  }

  /// Reads up to the next frame; returns its disposal method and transparent index, or nil after the last
  /// frame.
  private mutating func nextControl() throws(ImageError) -> (disposal: UInt8, transparent: UInt8?)? {
    var (disposal, transparent): (UInt8, UInt8?) = (0, nil)
    while true {
      switch try file.byte() {
      case 0x21:
        // Skips all extensions except the graphic control extension, which has the disposal and the
        // transparent index of the next frame.
        if try file.byte() == 0xf9 {
          let control = Array(try blocks())
          guard control.count >= 4 else {
            throw .damaged(
              file: name, detail: "the extension before a frame has \(counted(control.count, "byte")), not 4")
          }
          disposal = control[0] >> 2 & 7
          transparent = control[0] & 1 == 1 ? control[3] : nil
        } else {
          try skipBlocks()
        }
      case 0x2c: return (disposal, transparent)
      case 0x3b: return nil
      case let byte: throw .damaged(file: name, detail: "byte \(file.next) is \(byte), which begins nothing")
      }
    }
  }

  /// Reads data blocks up to an empty block, and concatenates them.
  private mutating func blocks() throws(ImageError) -> [UInt8] {
    var data: [UInt8] = []
    while case let count = Int(try file.byte()), count > 0 { data += try file.take(count) }
    return data
  }

  private mutating func skipBlocks() throws(ImageError) {
    while case let count = Int(try file.byte()), count > 0 { _ = try file.take(count) }
  }

  private mutating func frame(_ disposal: UInt8, _ transparent: UInt8?) throws(ImageError) -> GIFFrame {
    let (left, top) = (try file.little16(), try file.little16())
    let size = PixelSize(width: try file.little16(), height: try file.little16())
    try size.checkDecodable(named: name, options)
    let flags = try file.byte()
    let own = try Self.palette(flags, &file)
    let palette = own.isEmpty ? self.palette : own
    guard !palette.isEmpty else { throw .damaged(file: name, detail: "a frame has no palette") }
    let bits = try file.byte()
    guard (1...8).contains(bits) else {
      throw .damaged(file: name, detail: "indexes of \(bits) bits, not 1…8")
    }
    let indexes = try unpacked(try blocks(), bits: Int(bits), count: size.width * size.height)
    // Does not draw the transparent index, nor indexes without a color in the palette.
    let colors: [Pixel?] = (0..<256).map {
      $0 < palette.count && $0 != transparent.map { Int($0) } ? palette[$0] : nil
    }
    return GIFFrame(
      left: left, top: top, size: size, isInterlaced: flags & 0x40 != 0, disposal: disposal,
      colors: colors, indexes: indexes)
  }

  /// Decompresses LZW to `count` indexes; ignores further codes.
  ///
  /// A new entry of the code table is an earlier entry followed by one index. In the output, this index comes
  /// directly after the earlier entry, so the new entry is stored as a range of the output.
  private func unpacked(_ data: [UInt8], bits: Int, count: Int) throws(ImageError) -> [UInt8] {
    let clear = 1 << bits
    var words: [(start: Int, count: Int)] = []
    words.reserveCapacity(4096)
    var out: [UInt8] = []
    var (buffer, buffered, width) = (0, 0, bits + 1)
    // The table entry of the previous code. This entry and the first index of the next entry form a new
    // entry.
    var last: (start: Int, count: Int)?
    for byte in data {
      buffer |= Int(byte) << buffered
      buffered += 8
      while buffered >= width {
        let code = buffer & (1 << width - 1)
        buffer >>= width
        buffered -= width
        if code == clear {
          words.removeAll(keepingCapacity: true)
          (width, last) = (bits + 1, nil)
          continue
        }
        if code == clear + 1 {
          throw .truncated(
            file: name, detail: "a frame ends after \(out.count) of \(counted(count, "pixel"))")
        }
        let start = out.count
        if let last, words.count < 4094 - clear { words.append((last.start, last.count + 1)) }
        if code < clear {
          out.append(UInt8(code))
        } else {
          guard code - clear - 2 < words.count else {
            throw .damaged(file: name, detail: "code \(code) of a frame's pixels has no meaning yet")
          }
          let word = words[code - clear - 2]
          // Copies index by index, since the source may overlap the destination: a code may refer to the
          // entry that is being completed.
          for place in word.start..<word.start + word.count { out.append(out[place]) }
        }
        last = (start, out.count - start)
        if out.count >= count {
          out.removeLast(out.count - count)
          return out
        }
        // Widens codes after the same code as encoders do. The table of an encoder is one entry ahead: it
        // already has the entry that the next code completes here.
        if words.count + clear + 2 == 1 << width, width < 12 { width += 1 }
      }
    }
    throw .truncated(file: name, detail: "a frame has \(out.count) of \(counted(count, "pixel"))")
  }
}

/// A frame as stored in the file, decompressed.
private struct GIFFrame {
  let left: Int
  let top: Int
  let size: PixelSize
  let isInterlaced: Bool
  /// The disposal method after the frame: 2 clears its rectangle; 3 and 4 restore the pixels from before the
  /// frame.
  let disposal: UInt8
  /// The color of each index; nil for indexes that are not drawn.
  let colors: [Pixel?]
  let indexes: [UInt8]

  /// Returns the columns and rows of the screen that the frame covers.
  func part(of screen: PixelSize) -> (columns: Range<Int>, rows: Range<Int>) {
    (
      min(left, screen.width)..<min(left + size.width, screen.width),
      min(top, screen.height)..<min(top + size.height, screen.height)
    )
  }

  /// Draws the frame on the canvas, clipped to the screen.
  func draw(on canvas: PixelStorage) {
    let (columns, rows) = part(of: canvas.size)
    for (place, y) in rowsInOrder.enumerated() where rows.contains(top + y) {
      let row = canvas.row(top + y)
      for x in columns {
        if let color = colors[Int(indexes[place * size.width + x - left])] { row[x] = color }
      }
    }
  }

  /// The row numbers in the order in which the file stores rows.
  private var rowsInOrder: [Int] {
    guard isInterlaced else { return Array(0..<size.height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: size.height, by: $0.1)) }
  }
}

/// The area of a drawn frame, and the pixels that its disposal restores there before the next frame is drawn.
private struct GIFRemainder {
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// The pixels to restore; nil if the rectangle is to be cleared.
  private let before: [[Pixel]]?

  /// Saves the pixels under a frame before it is drawn; nil if the frame remains.
  init?(of frame: GIFFrame, on canvas: PixelStorage) {
    let (columns, rows) = frame.part(of: canvas.size)
    (self.columns, self.rows) = (columns, rows)
    switch frame.disposal {
    case 2: before = nil
    case 3, 4: before = rows.map { Array(canvas.row($0)[columns]) }
    default: return nil
    }
  }

  func dispose(on canvas: PixelStorage) {
    for (index, y) in rows.enumerated() {
      let row = canvas.row(y)
      for x in columns { row[x] = before?[index][x - columns.lowerBound] ?? .clear }
    }
  }
}
