import CSegueCodecs
import Foundation
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// A TIFF of any kind with given fields, by TIFF 6.0, section 2.
private struct PlainTIFF {
  /// Values by tag.
  var fields: [Int: [Int]]
  var strips: [[UInt8]]

  init(
    _ width: Int, _ height: Int, bits: Int, photometric: Int, samples: Int = 1, rows: Int? = nil,
    fields more: [Int: [Int]] = [:], _ strips: [UInt8]...
  ) {
    self.strips = strips
    var place = 8
    let offsets = strips.map { strip in
      defer { place += strip.count }
      return place
    }
    fields = [
      256: [width], 257: [height], 258: Array(repeating: bits, count: samples), 259: [1], 262: [photometric],
      273: offsets, 277: [samples], 278: [rows ?? height], 279: strips.map(\.count),
    ]
    fields.merge(more) { $1 }
  }

  var bytes: [UInt8] {
    var out = Array("II".utf8) + little16(42) + little32(0) + strips.joined()
    if out.count % 2 == 1 { out.append(0) }
    var entries: [UInt8] = []
    for (tag, values) in fields.sorted(by: { $0.key < $1.key }) {
      let isLong = [256, 273, 279].contains(tag)
      let value = values.flatMap(isLong ? little32 : little16)
      entries += little16(tag) + little16(isLong ? 4 : 3) + little32(values.count)
      if value.count > 4 {
        entries += little32(out.count)
        out += value
      } else {
        entries += value + [UInt8](repeating: 0, count: 4 - value.count)
      }
    }
    out.replaceSubrange(4..<8, with: little32(out.count))
    return out + little16(fields.count) + entries + little32(0)
  }
}

/// Kinds of TIFF that libtiff converts to RGB, and errors of TIFF files.
extension TIFFDecodingTests {
  private func pixels(_ made: PlainTIFF) throws -> [[UInt8]] {
    let rgba = try Bitmap(decoding: made.bytes).straightBytes
    return stride(from: 0, to: rgba.count, by: 4).map { Array(rgba[$0..<$0 + 4]) }
  }

  private func grays(_ levels: [UInt8]) -> [[UInt8]] { levels.map { [$0, $0, $0, 255] } }

  /// A color map of 16 bits: all reds, then all greens, then all blues.
  private static func palette(_ count: Int) -> [Int] {
    (0..<count).map { $0 * 257 } + (0..<count).map { $0 * 2 % 256 * 257 }
      + (0..<count).map { (255 - $0) * 257 }
  }

  private func colors(_ indexes: [UInt8]) -> [[UInt8]] { indexes.map { [$0, $0 &* 2, 255 - $0, 255] } }

  @Test("Samples of few bits, and palettes, decode to their grays and colors")
  func fewBits() throws {
    let ten: [UInt8] = [0b1010_1010, 0b0100_0000, 0b1111_1111, 0b0011_1111]
    let levels: [UInt8] =
      [255, 0, 255, 0, 255, 0, 255, 0, 0, 255] + Array(repeating: 255, count: 8) + [0, 0]
    #expect(try pixels(PlainTIFF(10, 2, bits: 1, photometric: 1, ten)) == grays(levels))
    #expect(try pixels(PlainTIFF(10, 2, bits: 1, photometric: 0, ten)) == grays(levels.map { 255 - $0 }))
    #expect(
      try pixels(PlainTIFF(5, 1, bits: 2, photometric: 1, [0b0001_1011, 0b0100_0000]))
        == grays([0, 85, 170, 255, 85]))
    #expect(
      try pixels(PlainTIFF(3, 2, bits: 4, photometric: 1, [0x01, 0x20, 0x34, 0xf0]))
        == grays([0, 17, 34, 51, 68, 255]))
    #expect(
      try pixels(
        PlainTIFF(3, 2, bits: 4, photometric: 3, fields: [320: Self.palette(16)], [0x01, 0x20, 0x34, 0xf0]))
        == colors([0, 1, 2, 3, 4, 15]))
    #expect(
      try pixels(
        PlainTIFF(3, 2, bits: 8, photometric: 3, fields: [320: Self.palette(256)], [0, 1, 2, 3, 4, 250]))
        == colors([0, 1, 2, 3, 4, 250]))
  }

  /// The positions for each orientation are by TIFF 6.0.
  @Test("Pictures converted by libtiff are turned upright", arguments: 1...8)
  func turnedPalettes(orientation: Int) throws {
    let made = PlainTIFF(
      3, 2, bits: 8, photometric: 3, fields: [274: [orientation], 320: Self.palette(256)],
      [9, 8, 7, 60, 50, 40])
    let bitmap = try Bitmap(decoding: made.bytes)
    #expect(bitmap.size == PixelSize(width: orientation > 4 ? 2 : 3, height: orientation > 4 ? 3 : 2))
    for (place, index) in [9, 8, 7, 60, 50, 40].enumerated() {
      let (x, y) = (place % 3, place / 3)
      let (column, row) = [
        (x, y), (2 - x, y), (2 - x, 1 - y), (x, 1 - y), (y, x), (1 - y, x), (1 - y, 2 - x), (y, 2 - x),
      ][orientation - 1]
      let expected = Pixel(red: UInt8(index), green: UInt8(index * 2), blue: UInt8(255 - index))
      #expect(bitmap[column, row] == expected)
    }
  }

  /// Signed samples, which libtiff converts.
  @Test("Alpha of pictures converted by libtiff is straight, also from premultiplied samples")
  func opacityByTheLibrary() throws {
    for (extra, first) in [(1, [100, 50, 25, 128]), (2, [200, 100, 50, 128])] as [(Int, [UInt8])] {
      let made = PlainTIFF(
        3, 1, bits: 8, photometric: 2, samples: 4, fields: [338: [extra], 339: [2, 2, 2, 2]],
        first + [0, 0, 0, 0, 250, 240, 230, 255])
      let pixels = try pixels(made)
      #expect(zip(pixels[0], [200, 100, 50, 128]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(pixels[0])")
      #expect(pixels[0][3] == 128 && pixels[1][3] == 0 && pixels[2] == [250, 240, 230, 255])
    }
  }

  /// 128 is 50 · 255 / 100, rounded; samples above alpha are clamped, both unsigned (1) and signed (2).
  @Test(
    "With white at zero, premultiplication applies to the stored sample",
    arguments: [8, 16], [1, 2])
  func opacityOfWhiteAtZero(bits: Int, format: Int) throws {
    let samples: [UInt8] = [50, 100, 0, 100, 200, 255, 205, 100]
    func gray(_ photometric: Int, _ extra: Int) throws -> [[UInt8]] {
      try pixels(
        PlainTIFF(
          4, 1, bits: bits, photometric: photometric, samples: 2,
          fields: [338: [extra], 339: [format, format]], bits == 8 ? samples : samples.flatMap { [$0, $0] }))
    }
    func expected(_ levels: UInt8...) -> [[UInt8]] {
      zip(levels, [100, 100, 255, 100] as [UInt8]).map { [$0, $0, $0, $1] }
    }
    #expect(try gray(1, 1) == expected(128, 0, 200, 255))
    #expect(try gray(0, 1) == expected(127, 255, 55, 0))
    #expect(try gray(1, 2) == expected(50, 0, 200, 205))
    #expect(try gray(0, 2) == expected(205, 255, 55, 50))
  }

  /// BT.601, the default of TIFF 6.0, section 21.
  @Test func YCbCrIsConvertedByBT601() throws {
    let made = PlainTIFF(
      2, 1, bits: 8, photometric: 6, samples: 3, fields: [530: [1, 1]], [100, 128, 128, 200, 90, 170])
    let pixels = try pixels(made)
    #expect(pixels[0] == [100, 100, 100, 255])
    #expect(zip(pixels[1], [255, 183, 133, 255]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(pixels[1])")
  }

  @Test("A JPEG within a TIFF decodes like the JPEG, with smooth chroma")
  func jpeg() throws {
    let picture = try Bitmap(40, 24) { x, y in [x * 6, y * 10, x * y % 256] }
    let jpeg = try encoded(picture, Formats.JPEG(quality: 90))
    let made = PlainTIFF(40, 24, bits: 8, photometric: 6, samples: 3, fields: [259: [7], 530: [2, 2]], jpeg)
    #expect(try Bitmap(decoding: made.bytes) == Bitmap(decoding: jpeg))
  }

  @Test("The first extra sample that is alpha counts, in any position")
  func opacityAmongOthers() throws {
    let samples: [UInt8] = [10, 20, 30, 4, 50, 60, 70, 80, 90, 100]
    func made(_ extras: [Int]) -> PlainTIFF {
      PlainTIFF(2, 1, bits: 8, photometric: 2, samples: 5, fields: [338: extras], samples)
    }
    #expect(try pixels(made([0, 2])) == [[10, 20, 30, 50], [60, 70, 80, 100]])
    #expect(try pixels(made([2, 1])) == [[10, 20, 30, 4], [60, 70, 80, 90]])
    // 10 · 255 / 50 and so on, rounded.
    #expect(try pixels(made([0, 1])) == [[51, 102, 153, 50], [153, 179, 204, 100]])
    #expect(try pixels(made([0, 0])) == [[10, 20, 30, 255], [60, 70, 80, 255]])
    #expect(
      try pixels(
        PlainTIFF(
          2, 1, bits: 8, photometric: 1, samples: 4, fields: [338: [0, 0, 2]], Array(samples.prefix(8))))
        == [[10, 10, 10, 4], [50, 50, 50, 80]])
  }

  /// 0x12c0 / 65535 · 255 is 18.7; its upper byte is 18.
  @Test("Samples of undefined format are integers, and gray without photometric is black at zero")
  func unsaid() throws {
    let deep = PlainTIFF(2, 1, bits: 16, photometric: 1, fields: [339: [4]], [0xc0, 0x12, 0xff, 0xff])
    #expect(try pixels(deep) == grays([19, 255]))
    var gray = PlainTIFF(2, 1, bits: 8, photometric: 1, [9, 200])
    gray.fields[262] = nil
    #expect(try pixels(gray) == grays([9, 200]))
    var inks = PlainTIFF(1, 1, bits: 8, photometric: 5, samples: 4, [0, 255, 51, 0])
    #expect(try pixels(inks) == [[255, 0, 204, 255]])
    inks.fields[332] = [1]
    #expect(try pixels(inks) == [[255, 0, 204, 255]])
  }

  /// Most reasons are libtiff's texts.
  @Test("Reasons why a file is not decoded")
  func unsupported() {
    for (made, detail) in [
      (
        PlainTIFF(1, 1, bits: 24, photometric: 1, fields: [339: [3]], [0, 0, 0x3c]),
        "Sorry, can not handle images with 24-bit samples"
      ),
      (
        PlainTIFF(1, 1, bits: 32, photometric: 1, [0, 0, 0, 0]),
        "Sorry, can not handle images with 32-bit samples"
      ),
      (
        PlainTIFF(1, 1, bits: 8, photometric: 5, samples: 4, fields: [332: [2]], [0, 0, 0, 0]),
        "Sorry, can not handle separated image with InkSet=2"
      ),
      (
        PlainTIFF(1, 1, bits: 8, photometric: 2, samples: 2, [0, 0]),
        "Sorry, can not handle RGB image with Color channels=2"
      ),
      (
        PlainTIFF(1, 1, bits: 8, photometric: 5, samples: 3, [0, 0, 0]),
        "Sorry, can not handle separated image with Samples/pixel=3"
      ),
      // A compressed row of 33,554,433 pixels with eight bytes each.
      (
        PlainTIFF(1 << 25 + 1, 1, bits: 16, photometric: 1, samples: 4, fields: [259: [5]], [0, 0, 0, 0]),
        "its rows or tiles have more than 256 MiB"
      ),
    ] { #expect(decodingError(made.bytes) == .unsupported(file: "image", detail: detail)) }
  }

  @Test("A row may have up to 256 MiB") func longRows() throws {
    let width = 2_800_000
    let row = [UInt8](repeating: 0x80, count: 6 * width)
    let bitmap = try Bitmap(decoding: PlainTIFF(width, 1, bits: 16, photometric: 2, samples: 3, row).bytes)
    let gray = Pixel(red: 128, green: 128, blue: 128)
    #expect(bitmap[0, 0] == gray && bitmap[width - 1, 0] == gray)
    let longest = PlainTIFF(
      1 << 25, 1, bits: 16, photometric: 1, samples: 4, fields: [259: [5]], [0, 0, 0, 0])
    guard decodingError(longest.bytes)?.code == .imageDamaged else {
      Issue.record("\(String(describing: decodingError(longest.bytes)))")
      return
    }
  }

  @Test("Missing strips, short strips and truncated files are told apart")
  func strips() throws {
    func error(_ fields: [Int: [Int]], height: Int = 4) -> ImageError? {
      let made = PlainTIFF(
        2, height, bits: 8, photometric: 1, rows: 2, fields: fields, [1, 2, 3, 4], [5, 6, 7, 8])
      return decodingError(made.bytes)
    }
    let missing = ImageError.damaged(file: "image", detail: "a strip or tile is missing")
    let short = ImageError.damaged(file: "image", detail: "a strip or tile is too short")
    let truncated = ImageError.truncated(file: "image", detail: "the file ends too early")
    // The header, two strips of four bytes, two lists of eight, and a directory of nine fields.
    let end = 8 + 8 + 2 * 8 + 2 + 9 * 12 + 4
    for (fields, expected) in [
      ([:], nil), ([273: [8, 0]], missing), ([273: [0, 12]], missing), ([279: [4, 0]], missing),
      ([279: [4, 3]], short), ([279: [3, 4]], short), ([279: [4, 5]], nil), ([279: [4, 5000]], truncated),
      ([273: [8, 5000]], truncated), ([273: [8, end - 4]], nil), ([273: [8, end - 3]], truncated),
    ] as [([Int: [Int]], ImageError?)] { #expect(error(fields) == expected, "\(fields)") }
    // The last strip has one row.
    #expect(error([279: [4, 2]], height: 3) == nil && error([279: [4, 1]], height: 3) == short)
    let palette = [273: [8, 0], 320: Self.palette(256), 262: [3]]
    #expect(error(palette) == missing)
    // Shortens the second of two tiles, which have 768 bytes.
    var tiled = MadeTIFF(tile: (16, 16)).bytes
    tiled.replaceSubrange(1556..<1560, with: little32(767))
    #expect(decodingError(tiled) == short)
  }

  @Test("In planar files, the last strip of each plane may be shorter")
  func planes() throws {
    func made(_ counts: [Int]) -> PlainTIFF {
      let strips = (0..<6).map { plane -> [UInt8] in (0..<4).map { UInt8(4 * plane + $0) } }
      return PlainTIFF(
        2, 3, bits: 8, photometric: 2, samples: 3, rows: 2, fields: [279: counts, 284: [2]], strips[0],
        strips[1],
        strips[2], strips[3], strips[4], strips[5])
    }
    #expect(
      try pixels(made([4, 2, 4, 2, 4, 2]))
        == (0..<6).map { (level: UInt8) -> [UInt8] in [level, 8 + level, 16 + level, 255] })
    for counts in [[4, 2, 4, 1, 4, 2], [4, 2, 3, 2, 4, 2]] {
      #expect(
        decodingError(made(counts).bytes) == .damaged(file: "image", detail: "a strip or tile is too short"))
    }
  }

  /// PackBits data: four times 7, then four literal bytes.
  @Test("PackBits rows decode, and invalid compressed data is an error")
  func packed() throws {
    let rows: [UInt8] = [0xfd, 7, 3, 1, 2, 3, 4]
    let made = PlainTIFF(4, 2, bits: 8, photometric: 1, fields: [259: [32773]], rows)
    #expect(try pixels(made) == grays([7, 7, 7, 7, 1, 2, 3, 4]))
    let cut = PlainTIFF(4, 2, bits: 8, photometric: 1, fields: [259: [32773]], Array(rows.prefix(4)))
    #expect(
      decodingError(cut.bytes) == .damaged(file: "image", detail: "Not enough data for scanline 1"))
    let noise = [UInt8](repeating: 255, count: 20)
    for (photometric, fields) in [(1, [259: [5]]), (3, [259: [5], 320: Self.palette(256)])] {
      let error = decodingError(
        PlainTIFF(4, 2, bits: 8, photometric: photometric, fields: fields, noise).bytes)
      guard let error, error.code == .imageDamaged, let detail = error.reason else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(!detail.isEmpty)
    }
  }

  @Test(
    "CMYK of 16 bits is converted by its profile as at 8 bits, and is opaque",
    .enabled(if: segue_has_lcms()))
  func deepInks() throws {
    var bytes: [[UInt8]] = []
    for bits in [8, 16] {
      var made = MadeTIFF(bits: bits, photometric: 5, samples: 4)
      made.profile =
        MadeProfile.inks { inks in
          let left = 1 - inks[3]
          return [
            100 * left * (1 - 0.3 * inks[0] - 0.2 * inks[1]), left * 50 * (inks[1] - inks[0]),
            left * 40 * inks[2],
          ]
        }.bytes
      bytes.append(try Bitmap(decoding: made.bytes).straightBytes)
      #expect(
        try bytes.last != Bitmap(decoding: made.bytes, options: DecodeOptions(color: .ignore)).straightBytes)
    }
    #expect(zip(bytes[0], bytes[1]).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
    #expect(bytes.allSatisfy { all in stride(from: 3, to: all.count, by: 4).allSatisfy { all[$0] == 255 } })
  }

  /// Expected samples are 256 / 257, 25600 / 257 and so on, rounded.
  @Test("Signed samples are rounded to 8 bits, and CMYK is converted once")
  func signed() throws {
    let deep = PlainTIFF(
      2, 1, bits: 16, photometric: 2, samples: 3, fields: [339: [2, 2, 2]],
      [0, 1, 0, 100, 0, 200, 255, 2, 128, 60, 0, 255])
    #expect(try pixels(deep) == [[1, 100, 199, 255], [3, 60, 254, 255]])
    let inks = PlainTIFF(
      2, 1, bits: 8, photometric: 5, samples: 4, fields: [339: [2, 2, 2, 2]],
      [0, 255, 51, 0, 10, 20, 30, 40])
    let found = try pixels(inks)
    #expect(found[0] == [255, 0, 204, 255])
    // (255 − 10) · (255 − 40) / 255 is 207, and so on.
    #expect(zip(found[1], [207, 198, 190, 255]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(found[1])")
  }

  @Test("A file without a picture cannot be opened, and a directory beyond the end is truncation")
  func noPictures() {
    let (head, rest) = (Array("II".utf8) + little16(42), [UInt8](repeating: 0, count: 20))
    #expect(
      decodingError(head + little32(0) + rest) == .damaged(file: "image", detail: "it cannot be opened"))
    #expect(
      decodingError(head + little32(1000) + rest)
        == .truncated(file: "image", detail: "the file ends too early"))
  }

  private func floats(_ made: PlainTIFF) throws -> [Float] {
    var options = DecodeOptions()
    options.depth = nil
    return try Bitmap(decoding: made.bytes, options: options).floats()
  }

  /// Bytes of floats, little-endian.
  private func bytes(_ values: [Double], bits: Int) -> [UInt8] {
    values.flatMap { value -> [UInt8] in
      let pattern =
        switch bits {
        case 16: UInt64(Float16(value).bitPattern)
        case 32: UInt64(Float(value).bitPattern)
        default: value.bitPattern
        }
      return (0..<bits / 8).map { UInt8(truncatingIfNeeded: pattern >> (8 * $0)) }
    }
  }

  @Test("Floats keep values outside 0…1; alpha becomes premultiplied; NaN is 0", arguments: [16, 32, 64])
  func floats(bits: Int) throws {
    func made(
      _ photometric: Int, _ samples: Int, extra: Int? = nil, planar: Int = 1, _ values: [Double]
    ) -> PlainTIFF {
      let count = values.count / samples
      let ordered =
        planar == 1
        ? values
        : (0..<samples).flatMap { plane in (0..<count).map { values[$0 * samples + plane] } }
      var fields = [339: Array(repeating: 3, count: samples), 284: [planar]]
      if let extra { fields[338] = [extra] }
      return PlainTIFF(
        count, 1, bits: bits, photometric: photometric, samples: samples, fields: fields,
        bytes(ordered, bits: bits))
    }
    let gray: [Float] = [0.25, 0.25, 0.25, 1, -2, -2, -2, 1, 0, 0, 0, 1]
    #expect(try floats(made(1, 1, [0.25, -2, .nan])) == gray)
    #expect(try floats(made(0, 1, [0.75, 3, 1])) == gray)
    #expect(try floats(made(2, 3, [0.5, 4, -0.25])) == [0.5, 4, -0.25, 1])
    #expect(try floats(made(2, 4, extra: 2, [0.5, 4, -0.25, 0.5])) == [0.25, 2, -0.125, 0.5])
    #expect(try floats(made(2, 4, extra: 1, [0.5, 4, -0.25, 0])) == [0.5, 4, -0.25, 0])
    #expect(try floats(made(0, 2, extra: 1, [0.125, 0.5])) == [0.375, 0.375, 0.375, 0.5])
    guard bits == 32 else { return }
    let planes = made(2, 4, extra: 1, planar: 2, [0.5, 4, -0.25, 1, 1, 2, 3, 4])
    // Each plane is a strip.
    var strips = planes
    strips.fields[273] = (0..<4).map { 8 + 8 * $0 }
    strips.fields[279] = Array(repeating: 8, count: 4)
    #expect(try floats(strips) == [0.5, 4, -0.25, 1, 1, 2, 3, 4])
  }

  @Test("Floats are turned upright", arguments: 1...8) func turnedFloats(orientation: Int) throws {
    let values = (0..<6).map(Double.init)
    let made = PlainTIFF(
      3, 2, bits: 32, photometric: 1, fields: [274: [orientation], 339: [3]], bytes(values, bits: 32))
    let whole = PlainTIFF(
      3, 2, bits: 8, photometric: 1, fields: [274: [orientation]], [0, 1, 2, 3, 4, 5])
    let expected = try pixels(whole).flatMap { pixel -> [Float] in pixel.prefix(3).map { Float($0) } + [1] }
    #expect(try floats(made) == expected)
  }

  /// The expected value is by sRGB's curve, IEC 61966-2-1, continued above 1.
  @Test("A profile of linear light applies to floats, also above 1", .enabled(if: segue_has_lcms()))
  func linearFloats() throws {
    var made = MadeTIFF(bits: 32, photometric: 1, samples: 1)
    (made.width, made.height, made.format) = (1, 1, 3)
    made.profile = MadeProfile.gray(gamma: 1).bytes
    for light in [0.0, 0.001, 0.18, 1, 4] as [Float] {
      made.made = { _, _, _ in Int(light.bitPattern) }
      var options = DecodeOptions()
      options.depth = nil
      let pixel = try Bitmap(decoding: made.bytes, options: options).floats()
      let value = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      #expect(pixel.prefix(3).allSatisfy { abs($0 - value) < 2e-4 * max(1, value) } && pixel[3] == 1)
    }
  }
}
