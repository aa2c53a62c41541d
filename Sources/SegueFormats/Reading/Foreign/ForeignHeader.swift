import SeguePixels

/// The header of a file in a format that ffmpeg decodes: the size of the upright picture, its orientation,
/// and the type of its samples.
///
/// - Source: ISO/IEC 15444-1, annexes A and I; Adobe Photoshop File Formats; Microsoft's DDS_HEADER; SMPTE
///   268M; Sun's rasterfile.h; The SGI Image File Format 1.0; ZSoft PCX; XWDFile.h; XPM 3; FITS 4.0.
struct ForeignHeader {
  var size: PixelSize
  var orientation = 1
  /// Whether there is an alpha channel; nil if the header does not determine it.
  var hasAlpha: Bool?
  /// The number of bits of a sample; nil if the header does not determine it.
  var depth: Int?

  private init(_ width: Int, _ height: Int, hasAlpha: Bool? = nil, depth: Int? = nil) {
    size = PixelSize(width: width, height: height)
    (self.hasAlpha, self.depth) = (hasAlpha, depth)
  }

  /// Reads the header of a file in the format of one of ffmpeg's demuxers, such as `dds_pipe`.
  ///
  /// - Throws: `ImageError` if the header is incomplete or damaged.
  init(_ bytes: [UInt8], demuxer: String, named name: String) throws(ImageError) {
    func file(from start: Int) -> FileReader { FileReader(bytes, named: name, from: start) }
    switch demuxer {
    case "jpegxl_pipe":
      self = try JPEGXLHeader(bytes, named: name).header
    case "j2k_pipe": self = try Self.jpeg2000(bytes, named: name)
    case "psd_pipe":
      var file = file(from: 12)
      let channels = try file.big16()
      let (height, width, depth, mode) = (
        try file.big32(), try file.big32(), try file.big16(), try file.big16()
      )
      // The number of color channels of each mode: bitmap, gray, indexed, RGB, CMYK, duotone and L*a*b*;
      // unknown for multichannel (7).
      let colors = [0: 1, 1: 1, 2: 1, 3: 3, 4: 4, 8: 1, 9: 3][mode]
      self.init(width, height, hasAlpha: colors.map { channels > $0 }, depth: depth)
    case "dds_pipe":
      var file = file(from: 12)
      let (height, width) = (try file.little32(), try file.little32())
      self.init(width, height)
    case "exr_pipe":
      let picture = try OpenEXR(bytes, named: name)
      self.init(picture.size.width, picture.size.height, hasAlpha: picture.hasAlpha, depth: picture.depth)
    case "dpx_pipe":
      let isBig = bytes.starts(with: Array("SDPX".utf8))
      var file = file(from: 772)
      let (width, height) =
        isBig ? (try file.big32(), try file.big32()) : (try file.little32(), try file.little32())
      _ = try file.take(20)
      let descriptor = try file.byte()
      _ = try file.take(2)
      self.init(width, height, hasAlpha: descriptor == 51 || descriptor == 52, depth: Int(try file.byte()))
    case "sunrast_pipe":
      var file = file(from: 4)
      let (width, height, bits) = (try file.big32(), try file.big32(), try file.big32())
      self.init(width, height, hasAlpha: false, depth: bits == 1 ? 1 : 8)
    case "sgi_pipe":
      var file = file(from: 3)
      let bytes = Int(try file.byte())
      _ = try file.take(2)
      let (width, height, channels) = (try file.big16(), try file.big16(), try file.big16())
      self.init(width, height, hasAlpha: channels == 4, depth: 8 * bytes)
    case "pcx_pipe":
      var file = file(from: 4)
      let (left, top) = (try file.little16(), try file.little16())
      let (right, bottom) = (try file.little16(), try file.little16())
      self.init(right - left + 1, bottom - top + 1, hasAlpha: false, depth: 8)
    case "xwd_pipe":
      var file = file(from: 16)
      let (width, height) = (try file.big32(), try file.big32())
      self.init(width, height)
    case "xpm_pipe": self = try Self.xpm(bytes, named: name)
    default: self = try Self.fits(bytes, named: name)
    }
  }

  /// Reads the marker segment SIZ of a codestream, which may be in a box.
  private static func jpeg2000(_ bytes: [UInt8], named name: String) throws(ImageError) -> ForeignHeader {
    var file = FileReader(bytes, named: name)
    let start: [UInt8] = [0xff, 0x4f, 0xff, 0x51]
    if !bytes.starts(with: start) { _ = try file.openBox(["jp2c"]) }
    guard bytes[file.next...].starts(with: start) else {
      throw .damaged(file: name, detail: "its codestream does not begin with a size")
    }
    _ = try file.take(8)
    let (right, bottom, left, top) = (
      try file.big32(), try file.big32(), try file.big32(), try file.big32()
    )
    _ = try file.take(16)
    let (channels, bits) = (try file.big16(), try file.byte())
    return ForeignHeader(
      right - left, bottom - top, hasAlpha: channels == 2 || channels == 4, depth: Int(bits & 0x7f) + 1)
  }

  /// Reads width and height, the first two numbers of the first text in quotes.
  private static func xpm(_ bytes: [UInt8], named name: String) throws(ImageError) -> ForeignHeader {
    let quote = UInt8(ascii: "\"")
    let text = bytes.drop { $0 != quote }.dropFirst().prefix(256).prefix { $0 != quote }
    let numbers = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).map { Int($0) }
    guard numbers.count >= 4, let width = numbers[0], let height = numbers[1] else {
      throw .damaged(file: name, detail: "its header has no size")
    }
    return ForeignHeader(width, height)
  }

  /// Reads the first header of a FITS file: a sequence of records (cards) of 80 characters each.
  private static func fits(_ bytes: [UInt8], named name: String) throws(ImageError) -> ForeignHeader {
    var file = FileReader(bytes, named: name)
    var numbers: [Substring: Int] = [:]
    while true {
      let card = String(decoding: try file.take(80), as: UTF8.self)
      let key = card.prefix { $0 != " " && $0 != "=" }
      if key == "END" { break }
      let value = card.dropFirst(10).prefix { $0 != "/" }
      numbers[key] = value.split(separator: " ").first.flatMap { Int($0) }
    }
    guard let width = numbers["NAXIS1"], let height = numbers["NAXIS2"] else {
      throw .unsupported(file: name, detail: "a FITS file whose first part is no picture")
    }
    return ForeignHeader(
      width, height, hasAlpha: numbers["NAXIS3", default: 1] == 4,
      depth: numbers["BITPIX"].map { Int(min($0.magnitude, 64)) })
  }
}

extension ForeignHeader {
  /// Makes the header of a picture from the size as stored, whose width and height are swapped for
  /// orientations 5…8.
  init(stored: PixelSize, orientation: Int, hasAlpha: Bool?, depth: Int?) {
    size = orientation > 4 ? stored.turned : stored
    (self.orientation, self.hasAlpha, self.depth) = (orientation, hasAlpha, depth)
  }
}

extension FileReader {
  /// Skips boxes up to the next box of one of the given kinds, and returns its kind; the next byte read is
  /// the first byte of its content.
  mutating func openBox(_ kinds: [String]) throws(ImageError) -> String {
    while true {
      let start = next
      var length = try big32()
      let kind = String(decoding: try take(4), as: UTF8.self)
      if length == 1 {
        let high = try big32()
        length = high << 32 | (try big32())
      }
      if kinds.contains(kind) { return kind }
      // A box with length 0 extends to the end of the file, so no box follows it.
      guard length >= next - start else { throw .damaged(file: name, detail: "its codestream is missing") }
      _ = try take(length - (next - start))
    }
  }

  /// Reads a 16-bit integer, big-endian.
  mutating func big16() throws(ImageError) -> Int { Int(try byte()) << 8 | Int(try byte()) }
}
