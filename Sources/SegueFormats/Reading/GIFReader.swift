public import SeguePixels
import SegueRendering

extension Formats.GIF: StoredFormat {
  /// Whether a file begins as both versions do.
  public static func matches(_ start: Span<UInt8>) -> Bool {
    start.begins("GIF87a") || start.begins("GIF89a")
  }

  static var hasPages: Bool { true }

  /// None; a frame that is not there is refused, as where it is decoded.
  public static func metadata(
    of bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> Metadata {
    if options.page > 0 { _ = try read(bytes, named: name, options: options) }
    return Metadata()
  }

  /// A frame as a browser shows it: over what the frames before it leave, of the screen's size, on a transparent ground.
  ///
  /// What stands behind the frame is not looked at.
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
      // Not before there is a frame: a few bytes can claim any screen.
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

/// Reads the frames of a GIF one after another.
///
/// - Source: CompuServe's "Graphics Interchange Format, Version 89a".
private struct GIFReader {
  private let name: String
  private let options: DecodeOptions
  /// The screen, which all frames are drawn on.
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

  /// Reads a palette, where flags say that there is one.
  private static func palette(_ flags: UInt8, _ file: inout FileReader) throws(ImageError) -> [Pixel] {
    guard flags & 0x80 != 0 else { return [] }
    let count = 2 << (flags & 7)
    let bytes = Array(try file.take(3 * Int(count)))
    return (0..<count).map {
      Pixel(red: bytes[3 * $0], green: bytes[3 * $0 + 1], blue: bytes[3 * $0 + 2])
    }
  }

  /// An empty screen.
  func makeCanvas() throws(ImageError) -> PixelStorage {
    let storage = try PixelStorage(size, named: name)
    storage.fill(.clear)
    return storage
  }

  /// Reads the next frame; nil where the last one was read.
  mutating func nextFrame() throws(ImageError) -> GIFFrame? {
    var (disposal, transparent): (UInt8, UInt8?) = (0, nil)
    while true {
      switch try file.byte() {
      case 0x21:
        // An extension; of these one says how the next frame is drawn.
        if try file.byte() == 0xf9 {
          let control = Array(try blocks())
          guard control.count >= 4 else {
            throw .damaged(
              file: name, detail: "what is said of a frame has \(counted(control.count, "byte")), not 4")
          }
          disposal = control[0] >> 2 & 7
          transparent = control[0] & 1 == 1 ? control[3] : nil
        } else {
          while case let count = Int(try file.byte()), count > 0 { _ = try file.take(count) }
        }
      case 0x2c: return try frame(disposal, transparent)
      case 0x3b: return nil
      case let byte: throw .damaged(file: name, detail: "byte \(file.next) is \(byte), which begins nothing")
      }
    }
  }

  /// Reads blocks up to the empty one.
  private mutating func blocks() throws(ImageError) -> [UInt8] {
    var data: [UInt8] = []
    while case let count = Int(try file.byte()), count > 0 { data += try file.take(count) }
    return data
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
    // What has no color is not drawn, and so is what is transparent.
    let colors: [Pixel?] = (0..<256).map {
      $0 < palette.count && $0 != transparent.map { Int($0) } ? palette[$0] : nil
    }
    return GIFFrame(
      left: left, top: top, size: size, isInterlaced: flags & 0x40 != 0, disposal: disposal,
      colors: colors, indexes: indexes)
  }

  /// Unpacks so many indexes; what is behind them is left aside.
  ///
  /// A word of LZW's table is the one before it and a byte more, which follows it in what was unpacked: so a word is a place
  /// there.
  private func unpacked(_ data: [UInt8], bits: Int, count: Int) throws(ImageError) -> [UInt8] {
    let clear = 1 << bits
    var words: [(start: Int, count: Int)] = []
    words.reserveCapacity(4096)
    var out: [UInt8] = []
    var (buffer, buffered, width) = (0, 0, bits + 1)
    // The last word, which becomes one of the table with the byte behind it.
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
          // The word may be the one that ends in its own first byte.
          for place in word.start..<word.start + word.count { out.append(out[place]) }
        }
        last = (start, out.count - start)
        if out.count >= count {
          out.removeLast(out.count - count)
          return out
        }
        // The word that the next code will complete counts.
        if words.count + clear + 2 == 1 << width, width < 12 { width += 1 }
      }
    }
    throw .truncated(file: name, detail: "a frame has \(out.count) of \(counted(count, "pixel"))")
  }
}

/// One frame as it stands in the file.
private struct GIFFrame {
  let left: Int
  let top: Int
  let size: PixelSize
  let isInterlaced: Bool
  /// What becomes of it before the next one: 2: its place is cleared, 3 and 4: what was there comes back.
  let disposal: UInt8
  /// The colors of indexes; nil of what is not drawn.
  let colors: [Pixel?]
  let indexes: [UInt8]

  /// The part of the screen that it covers.
  func part(of screen: PixelSize) -> (columns: Range<Int>, rows: Range<Int>) {
    (
      min(left, screen.width)..<min(left + size.width, screen.width),
      min(top, screen.height)..<min(top + size.height, screen.height)
    )
  }

  /// Draws it; what is outside the screen is not there.
  func draw(on canvas: PixelStorage) {
    let (columns, rows) = part(of: canvas.size)
    for (place, y) in rowsInOrder.enumerated() where rows.contains(top + y) {
      let row = canvas.row(top + y)
      for x in columns {
        if let color = colors[Int(indexes[place * size.width + x - left])] { row[x] = color }
      }
    }
  }

  /// The rows as they follow one another in the file.
  private var rowsInOrder: [Int] {
    guard isInterlaced else { return Array(0..<size.height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: size.height, by: $0.1)) }
  }
}

/// What is left to do when a frame has been shown.
private struct GIFRemainder {
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// The rows that come back; nil where the place is cleared.
  private let before: [[Pixel]]?

  /// Makes it before the frame is drawn; nil where the frame stays.
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
