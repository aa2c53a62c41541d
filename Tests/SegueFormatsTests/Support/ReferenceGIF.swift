/// A GIF decoder by the specification (GIF89a), in the plainest form.
struct ReferenceGIF {
  enum Failure: Error {
    case block
    case code
    case rectangle
    case count
  }

  struct Frame {
    var x, y, width, height, hundredths, disposal: Int
    /// The number of entries in the palette.
    var colors: Int
    var hasTransparentIndex: Bool
    /// The canvas as displayed, in straight RGBA.
    var rgba: [UInt8] = []
  }

  let width: Int
  let height: Int
  /// The repetitions of NETSCAPE2.0; nil without that block.
  private(set) var repetitions: Int?
  private(set) var frames: [Frame] = []

  init(_ file: [UInt8]) throws {
    func short(_ at: Int) -> Int { Int(file[at]) | Int(file[at + 1]) << 8 }
    guard file.starts(with: Array("GIF89a".utf8)), file[10] & 0x80 == 0 else { throw Failure.block }
    (width, height) = (short(6), short(8))
    var at = 13
    /// Reads sub-blocks up to an empty one.
    func blocks() throws -> [UInt8] {
      var bytes: [UInt8] = []
      while file[at] > 0 {
        bytes += file[at + 1..<at + 1 + Int(file[at])]
        at += 1 + Int(file[at])
      }
      at += 1
      return bytes
    }
    var canvas = [UInt8](repeating: 0, count: 4 * width * height)
    var control: [UInt8] = []
    while file[at] != 0x3b {
      let kind = file[at]
      at += 1
      if kind == 0x21 {
        let label = file[at]
        at += 1
        let bytes = try blocks()
        if label == 0xf9 { control = bytes }
        if label == 0xff, bytes.starts(with: Array("NETSCAPE2.0".utf8)) {
          repetitions = Int(bytes[12]) | Int(bytes[13]) << 8
        }
        continue
      }
      guard kind == 0x2c, control.count == 4, file[at + 8] & 0x80 != 0 else { throw Failure.block }
      var frame = Frame(
        x: short(at), y: short(at + 2), width: short(at + 4), height: short(at + 6),
        hundredths: Int(control[1]) | Int(control[2]) << 8, disposal: Int(control[0] >> 2),
        colors: 2 << Int(file[at + 8] & 7), hasTransparentIndex: control[0] & 1 == 1)
      guard frame.width > 0, frame.height > 0, frame.x + frame.width <= width,
        frame.y + frame.height <= height
      else { throw Failure.rectangle }
      let palette = Array(file[at + 9..<at + 9 + 3 * frame.colors])
      at += 9 + palette.count
      let depth = Int(file[at])
      at += 1
      let indices = try Self.decodeLZW(try blocks(), depth: depth)
      guard indices.count == frame.width * frame.height else { throw Failure.count }
      let before = canvas
      for (place, index) in indices.enumerated() where !(frame.hasTransparentIndex && index == control[3]) {
        guard Int(index) < frame.colors else { throw Failure.code }
        let pixel =
          4 * ((frame.y + place / frame.width) * width + frame.x + place % frame.width)
        canvas.replaceSubrange(pixel..<pixel + 4, with: palette[3 * Int(index)..<3 * Int(index) + 3] + [255])
      }
      frame.rgba = canvas
      frames.append(frame)
      if frame.disposal == 2 { canvas = [UInt8](repeating: 0, count: canvas.count) }
      if frame.disposal == 3 { canvas = before }
    }
    guard at == file.count - 1 else { throw Failure.block }
  }

  /// Decodes the indexes of a picture from LZW data.
  static func decodeLZW(_ bytes: [UInt8], depth: Int) throws -> [UInt8] {
    let (clear, end) = (1 << depth, 1 << depth + 1)
    var (table, width): ([[UInt8]], Int) = ([], 0)
    var (out, last): ([UInt8], [UInt8]?) = ([], nil)
    func start() {
      table = (0..<clear).map { [UInt8($0)] } + [[], []]
      width = depth + 1
      last = nil
    }
    start()
    var bit = 0
    while true {
      guard bit + width <= 8 * bytes.count else { throw Failure.count }
      var code = 0
      for place in 0..<width {
        code |= Int(bytes[(bit + place) >> 3] >> ((bit + place) & 7) & 1) << place
      }
      bit += width
      if code == clear {
        start()
        continue
      }
      if code == end {
        guard bit + 7 >= 8 * bytes.count else { throw Failure.count }
        return out
      }
      guard code < table.count || code == table.count && last != nil else { throw Failure.code }
      let string = code < table.count ? table[code] : (last ?? []) + (last ?? []).prefix(1)
      out += string
      if let last, table.count < 4096 { table.append(last + string.prefix(1)) }
      if table.count == 1 << width, width < 12 { width += 1 }
      last = string
    }
  }
}
