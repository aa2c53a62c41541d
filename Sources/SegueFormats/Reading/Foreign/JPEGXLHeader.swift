import SeguePixels

/// The size, orientation and samples of a JPEG XL codestream; bits are read from the lowest bit of each byte.
///
/// - Source: ISO/IEC 18181-1:2024, B.2, D.2 and D.3; 18181-2, boxes `jxlc` and `jxlp`.
struct JPEGXLHeader {
  private(set) var header = ForeignHeader(
    stored: PixelSize(width: 0, height: 0), orientation: 1, hasAlpha: false, depth: 8)
  private let codestream: [UInt8]
  private let name: String
  /// The index of the next bit.
  private var next = 16

  /// Reads a file: a plain codestream, or a codestream in boxes.
  init(_ bytes: [UInt8], named name: String) throws(ImageError) {
    self.name = name
    codestream = try Self.codestream(of: bytes, named: name)
    let size = try readSize()
    header = ForeignHeader(stored: size, orientation: 1, hasAlpha: false, depth: 8)
    // Reads the bit that declares default values: 8 bits a sample, without alpha.
    if try bits(1) == 1 { return }
    var orientation = 1
    if try bits(1) == 1 {
      orientation = 1 + (try bits(3))
      if try bits(1) == 1 { _ = try readSize() }
      if try bits(1) == 1 { try skipPreview() }
      if try bits(1) == 1 { try skipAnimation() }
    }
    let depth = try readDepth()
    _ = try bits(1)
    let extras = try choice((0, 0), (1, 0), (2, 4), (1, 12))
    // Reads only the first extra channel. If it is not alpha but, for example, depth, another extra channel
    // may be alpha; `hasAlpha` is then nil.
    let hasAlpha = extras > 0 ? try readsAlpha() : false
    header = ForeignHeader(
      stored: size, orientation: orientation, hasAlpha: extras > 1 && !hasAlpha ? nil : hasAlpha, depth: depth
    )
  }

  /// Returns the first 256 bytes of the codestream, from the start of the file, or from the first box that
  /// contains the codestream or a part of it.
  private static func codestream(of bytes: [UInt8], named name: String) throws(ImageError) -> [UInt8] {
    guard !bytes.starts(with: [0xff, 0x0a]) else { return Array(bytes.prefix(256)) }
    var file = FileReader(bytes, named: name)
    // In a `jxlp` box, the index of the part precedes the codestream.
    if try file.openBox(["jxlc", "jxlp"]) == "jxlp" { _ = try file.take(4) }
    return Array(bytes[file.next...].prefix(256))
  }

  private mutating func bits(_ count: Int) throws(ImageError) -> Int {
    guard next + count <= 8 * codestream.count else {
      throw .truncated(file: name, detail: "the file ends too early")
    }
    var value = 0
    for index in 0..<count {
      value |= Int(codestream[(next + index) / 8] >> ((next + index) % 8) & 1) << index
    }
    next += count
    return value
  }

  /// Reads a number in one of four forms, chosen by two bits; each form is a constant plus an integer with a
  /// given number of bits.
  private mutating func choice(
    _ forms: (constant: Int, bits: Int)...
  ) throws(ImageError) -> Int {
    let form = forms[try bits(2)]
    return form.constant + (try bits(form.bits))
  }

  /// Reads a size: the height, then the width as a ratio to the height or as a number; small sizes are in
  /// units of 8 pixels.
  private mutating func readSize() throws(ImageError) -> PixelSize {
    let isSmall = try bits(1) == 1
    func side(_ header: inout Self) throws(ImageError) -> Int {
      isSmall
        ? 8 * (1 + (try header.bits(5))) : try header.choice((1, 9), (1, 13), (1, 18), (1, 30))
    }
    let height = try side(&self)
    let ratio = try bits(3)
    guard ratio > 0 else { return PixelSize(width: try side(&self), height: height) }
    return PixelSize(width: Self.width(height, ratio), height: height)
  }

  /// Returns the width for a height and the number of a ratio, 1…7.
  private static func width(_ height: Int, _ ratio: Int) -> Int {
    let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    return height * ratios[ratio - 1].0 / ratios[ratio - 1].1
  }

  private mutating func skipPreview() throws(ImageError) {
    let isSmall = try bits(1) == 1
    for side in 0..<2 {
      _ =
        isSmall
        ? try choice((16, 0), (32, 0), (1, 5), (33, 9)) : try choice((1, 6), (65, 8), (321, 10), (1345, 12))
      if side == 0, try bits(3) > 0 { return }
    }
  }

  private mutating func skipAnimation() throws(ImageError) {
    _ = try choice((100, 0), (1000, 0), (1, 10), (1, 30))
    _ = try choice((1, 0), (1001, 0), (1, 8), (1, 10))
    _ = try choice((0, 0), (0, 3), (0, 16), (0, 32))
    _ = try bits(1)
  }

  /// Reads the number of bits of a sample.
  private mutating func readDepth() throws(ImageError) -> Int {
    guard try bits(1) == 1 else { return try choice((8, 0), (10, 0), (12, 0), (1, 6)) }
    let depth = try choice((32, 0), (16, 0), (24, 0), (1, 6))
    _ = try bits(4)
    return depth
  }

  /// Returns whether the next extra channel is alpha: its header has only defaults, or its kind is 0.
  private mutating func readsAlpha() throws(ImageError) -> Bool {
    if try bits(1) == 1 { return true }
    return try choice((0, 0), (1, 0), (2, 4), (18, 6)) == 0
  }
}
