import SegueFiles
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// A BMP of a given layout with random pixels.
struct MadeBMP: CustomTestStringConvertible, Sendable {
  var testDescription: String {
    "\(size), header \(header), \(depth) bits, compression \(compression)\(isFromTop ? ", from the top" : "")"
  }

  let size: PixelSize
  let header: Int
  let depth: Int
  var compression = 0
  var isFromTop = false
  /// Bit masks of red, green, blue and alpha, for compression 3 or 6.
  var masks: [Int] = []
  /// The number of palette entries; 0 for the maximum of the depth.
  var colors = 0

  static let all: [MadeBMP] = [(1, 1), (9, 5), (32, 3), (35, 8)].flatMap { width, height in
    let size = PixelSize(width: width, height: height)
    let plain = [12, 40, 52, 56, 64, 108, 124].flatMap { header in
      [1, 2, 4, 8, 16, 24, 32].flatMap { depth in
        [false, true].compactMap { isFromTop in
          header == 12 && isFromTop
            ? nil : MadeBMP(size: size, header: header, depth: depth, isFromTop: isFromTop)
        }
      }
    }
    let masks: [(Int, [Int])] = [
      (16, [0xf800, 0x7e0, 0x1f, 0]), (16, [0x7c00, 0x3e0, 0x1f, 0]), (16, [0xf00, 0xf0, 0xf, 0xf000]),
      (32, [0xff_0000, 0xff00, 0xff, 0]), (32, [0xff00_0000, 0xff_0000, 0xff00, 0xff]),
      (32, [0x3ff, 0xf_fc00, 0x3ff0_0000, 0xc000_0000]), (32, [0xff, 0, 0xff00, 0]),
    ]
    let masked = [40, 52, 56, 108, 124].flatMap { header in
      masks.map { depth, masks in
        MadeBMP(
          size: size, header: header, depth: depth, compression: header < 56 && masks[3] != 0 ? 6 : 3,
          masks: masks)
      }
    }
    let short = [40, 124].flatMap { header in
      [2, 3, 17, 200].flatMap { colors in
        [4, 8].compactMap { depth in
          colors > 1 << depth ? nil : MadeBMP(size: size, header: header, depth: depth, colors: colors)
        }
      }
    }
    return plain + masked + short
  }

  var made: MadePicture {
    var generator = SeededGenerator(UInt64(depth * 1000 + size.width))
    let count = colors > 0 ? colors : 1 << depth
    let palette: [[UInt8]] =
      depth > 8 ? [] : (0..<count).map { _ in (0..<3).map { _ in .random(in: 0...255, using: &generator) } }
    let wanted =
      compression == 0 ? depth == 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff_0000, 0xff00, 0xff, 0] : masks
    let rowBytes = (size.width * depth + 31) / 32 * 4
    var rows: [[UInt8]] = []
    var straight: [UInt8] = []
    for _ in 0..<size.height {
      var row = [UInt8](repeating: 0, count: rowBytes)
      for x in 0..<size.width {
        let value: Int
        if depth <= 8 {
          value = .random(in: 0..<count, using: &generator)
          straight += palette[value] + [255]
        } else {
          value = .random(in: 0..<1 << depth, using: &generator)
          if depth == 24 {
            straight += [16, 8, 0].map { UInt8(value >> $0 & 255) } + [255]
          } else {
            straight += wanted.enumerated().map { index, mask in
              guard mask != 0 else { return index == 3 ? 255 : 0 }
              return UInt8((Double(value & mask) * 255 / Double(mask)).rounded())
            }
          }
        }
        for bit in 0..<depth {
          let bits = depth < 8 ? value >> (depth - 1 - bit) & 1 : value >> bit & 1
          let place = x * depth + bit
          row[place / 8] |= UInt8(bits) << (depth < 8 ? 7 - place % 8 : place % 8)
        }
      }
      rows.append(row)
    }
    let entries = palette.flatMap { color -> [UInt8] in color.reversed() + (header == 12 ? [] : [0]) }
    let pixels = (isFromTop ? rows : rows.reversed()).flatMap(\.self)
    return MadePicture(
      testDescription: testDescription,
      bytes: file(entries, pixels), size: size, straight: straight)
  }

  /// Assembles the file from palette entries and pixel data.
  func file(_ entries: [UInt8], _ pixels: [UInt8]) -> [UInt8] {
    let side = isFromTop ? -size.height : size.height
    var bytes = little32(header)
    if header == 12 {
      bytes += little16(size.width) + little16(side) + little16(1) + little16(depth)
    } else {
      bytes += little32(size.width) + little32(side) + little16(1) + little16(depth)
      if header >= 40 {
        bytes += little32(compression) + little32(pixels.count) + little32(0) + little32(0)
        bytes += little32(colors) + little32(0)
      }
      var written = masks
      if compression == 3 && header < 56 { written = Array(masks.prefix(3)) }
      if header >= 52 {
        written += Array(repeating: 0, count: max(0, (min(header, 56) - 40) / 4 - written.count))
      }
      if header == 64 { written = Array(repeating: 0, count: 6) }
      bytes += written.flatMap(little32)
      bytes += Array(repeating: 0, count: max(0, header - bytes.count))
    }
    let offset = 14 + bytes.count + entries.count
    return Array("BM".utf8) + little32(offset + pixels.count) + little32(0) + little32(offset) + bytes
      + entries
      + pixels
  }
}

@Suite("BMP") struct BMPTests {
  @Test("Decodes every layout", arguments: MadeBMP.all)
  func layouts(_ layout: MadeBMP) throws {
    let made = layout.made
    let bitmap = try Bitmap(decoding: made.bytes)
    #expect(bitmap.size == made.size)
    #expect(bitmap.straightBytes == made.straight)
  }

  @Test("Truncated or damaged files", arguments: MadeBMP.all.filter { $0.size.width == 9 && $0.header != 56 })
  func hostile(_ layout: MadeBMP) throws {
    let made = layout.made
    // Padding after the last row may be missing.
    let filling = (32 - layout.size.width * layout.depth % 32) % 32 / 8
    try checkReading(
      made, least: 16, sides: (18, layout.header == 12 ? 2 : 4, true), needed: made.bytes.count - filling)
  }

  @Test(
    "ffmpeg decodes the same pixels", .enabled(if: hasFFmpeg, ffmpegMissing),
    arguments: [12, 40, 56, 64, 108, 124])
  func ffmpeg(_ header: Int) throws {
    // ffmpeg 5.1 refuses 2 bits, headers of 52 bytes and most masks, and expands 5 bits without rounding.
    let layouts = MadeBMP.all.filter {
      $0.header == header && $0.depth != 2 && $0.depth != 16 && $0.masks.isEmpty
    }
    let all = layouts.map(\.made)
    for (layout, (made, decoded)) in zip(
      layouts, zip(all, try decodedByFFmpeg(all.map(\.bytes), as: "bmp_pipe")))
    {
      var theirs = decoded
      // ffmpeg alone takes the unused 8 bits of 32 as alpha, if any of them is set.
      if layout.depth == 32 { for place in stride(from: 3, to: theirs.count, by: 4) { theirs[place] = 255 } }
      #expect(theirs == made.straight, "\(layout.testDescription)")
    }
  }

  @Test(
    "Decodes files that ffmpeg writes", .enabled(if: hasFFmpeg, ffmpegMissing),
    arguments: ["bgra", "bgr24", "rgb565le", "rgb555le", "monow", "gray", "pal8"])
  func fromFFmpeg(pixels: String) throws {
    let size = PixelSize(width: 21, height: 10)
    let straight = MadePicture.noise(size, opaque: true, seed: 4)
    let file = try encodedByFFmpeg(straight, size, as: "bmp", ["-pix_fmt", pixels])
    let theirs = try decodedByFFmpeg(file, as: "bmp_pipe")
    let ours = try Bitmap(decoding: file).straightBytes
    // ffmpeg expands 5 or 6 bits to 8 by repeating the high bits, without rounding.
    let most = pixels.hasPrefix("rgb5") ? 1 : 0
    #expect(zip(ours, theirs).allSatisfy { abs(Int($0) - Int($1)) <= most } && ours.count == theirs.count)
  }

  /// RLE data written by hand, with the palette indexes of its rows.
  static let runs: [(depth: Int, bytes: [UInt8], rows: [[Int]])] = [
    (8, [3, 1, 0, 0, 1, 2, 2, 3, 0, 1], [[2, 3, 3], [1, 1, 1]]),
    // An absolute run of three bytes, padded to four, then the end.
    (8, [0, 3, 1, 2, 3, 0, 0, 0, 3, 3, 0, 1], [[3, 3, 3], [1, 2, 3]]),
    // A delta of one pixel to the right and one up; skipped pixels have index 0.
    (8, [1, 1, 0, 2, 1, 1, 1, 2, 0, 1], [[0, 0, 2], [1, 0, 0]]),
    (8, [0, 1], [[0, 0, 0], [0, 0, 0]]),
    (4, [3, 0x12, 0, 0, 0, 3, 0x34, 0x50, 0, 1], [[3, 4, 5], [1, 2, 1]]),
    (4, [1, 0x70, 0, 2, 1, 0, 1, 0x60, 0, 0, 2, 0x12, 0, 0, 0, 1], [[1, 2, 0], [7, 0, 6]]),
  ]

  @Test("Decodes RLE data written by hand", arguments: runs.indices)
  func byHand(_ index: Int) throws {
    let (depth, runs, rows) = Self.runs[index]
    let layout = MadeBMP(
      size: PixelSize(width: 3, height: 2), header: 40, depth: depth, compression: depth == 8 ? 1 : 2)
    var palette: [[UInt8]] = []
    for index in 0..<1 << depth {
      let (red, green): (UInt8, UInt8) = (UInt8(index * 3 % 256), UInt8(index * 7 % 256))
      palette.append([red, green, UInt8(255 - index)])
    }
    let bytes = layout.file(palette.flatMap { color -> [UInt8] in color.reversed() + [0] }, runs)
    let made = MadePicture(
      testDescription: "", bytes: bytes, size: layout.size,
      straight: rows.joined().flatMap { index -> [UInt8] in palette[index] + [255] })
    try checkReading(made, least: 16, sides: nil)
    if hasFFmpeg { #expect(try decodedByFFmpeg(bytes, as: "bmp_pipe") == made.straight) }
  }

  @Test("Decodes RLE by ImageMagick", .enabled(if: hasFFmpeg && path(of: "convert") != nil, ffmpegMissing))
  func magick() throws {
    let size = PixelSize(width: 40, height: 17)
    let straight = MadePicture.noise(size, opaque: true, seed: 9)
    let result = try runProgram(
      [
        "convert", "-size", "\(size)", "-depth", "8", "rgba:-", "-alpha", "off", "-colors", "200", "-type",
        "palette",
        "-compress", "RLE", "bmp3:-",
      ], input: straight, limit: 1 << 20, seconds: 60)
    guard result.isSuccess, !result.bytes.isEmpty else { return }
    #expect(result.bytes[30] == 1)
    #expect(try Bitmap(decoding: result.bytes).straightBytes == decodedByFFmpeg(result.bytes, as: "bmp_pipe"))
  }

  @Test("Runs may extend into the row's padding, up to a multiple of four bytes")
  func paddedRuns() throws {
    func straight(_ depth: Int, _ runs: [UInt8]) throws -> [UInt8] {
      let layout = MadeBMP(
        size: PixelSize(width: 3, height: 2), header: 40, depth: depth, compression: depth == 8 ? 1 : 2)
      let palette = (0..<1 << depth).flatMap { [UInt8($0), 0, 0, 0] as [UInt8] }
      let pixels = try Bitmap(decoding: layout.file(palette, runs)).straightBytes
      return stride(from: 2, to: pixels.count, by: 4).map { pixels[$0] }
    }
    for (depth, exact, padded) in [
      (8, [3, 1, 0, 0, 3, 2, 0, 1], [4, 1, 0, 0, 3, 2, 1, 9, 0, 1]),
      (8, [0, 3, 1, 2, 3, 0, 0, 0, 3, 3, 0, 1], [0, 4, 1, 2, 3, 9, 0, 0, 2, 3, 2, 3, 0, 1]),
      (4, [3, 0x12, 0, 0, 3, 0x34, 0, 1], [8, 0x12, 0, 0, 3, 0x34, 5, 0x99, 0, 1]),
    ] as [(Int, [UInt8], [UInt8])] {
      #expect(try straight(depth, padded) == straight(depth, exact))
    }
    #expect(throws: ImageError.self) { try straight(8, [5, 1, 0, 1]) }
    #expect(throws: ImageError.self) { try straight(4, [9, 1, 0, 1]) }
    // A file made by ImageMagick whose runs extend into the padding; Pillow decodes it, too.
    let file = try contents(of: projectFolder + "/Tests/Pictures/rle-33-by-imagemagick.bmp")
    let picture = try Bitmap(decoding: file)
    #expect(picture.size == PixelSize(width: 33, height: 21))
    guard Pillow.isHere else { return }
    let theirs = try Pillow.bytes(of: "out.write(image.convert('RGBA').tobytes())", file)
    #expect(picture.straightBytes == theirs)
  }

  @Test("An index beyond the palette is black")
  func shortPalette() throws {
    let layout = MadeBMP(size: PixelSize(width: 3, height: 1), header: 40, depth: 8, colors: 2)
    let bytes = layout.file([1, 2, 3, 0, 4, 5, 6, 0], [0, 1, 2, 0])
    #expect(try Bitmap(decoding: bytes).straightBytes == [3, 2, 1, 255, 6, 5, 4, 255, 0, 0, 0, 255])
    if hasFFmpeg {
      #expect(try decodedByFFmpeg(bytes, as: "bmp_pipe").prefix(8) == [3, 2, 1, 255, 6, 5, 4, 255])
    }
  }

  @Test func errorsNameTheFault() throws {
    func message(
      _ depth: Int, _ compression: Int, masks: [Int] = [], pixels: [UInt8] = [0, 0, 0, 0],
      change: (inout [UInt8]) -> Void = { _ in }
    ) -> String? {
      let layout = MadeBMP(
        size: PixelSize(width: 1, height: 1), header: 40, depth: depth, compression: compression, masks: masks
      )
      var bytes = layout.file(depth <= 8 ? Array(repeating: 0, count: 4 << depth) : [], pixels)
      change(&bytes)
      return decodingError(bytes)?.description
    }
    #expect(message(24, 0) == nil)
    #expect(message(24, 4) == "image: not supported: a BMP that holds a JPEG")
    #expect(message(24, 5) == "image: not supported: a BMP that holds a PNG")
    #expect(message(24, 1) == "image: not supported: a BMP of 24 bits a pixel with compression number 1")
    #expect(message(48, 0) == "image: not supported: a BMP of 48 bits a pixel with compression number 0")
    #expect(message(24, 77) == "image: damaged: its compression is number 77")
    #expect(
      message(16, 3, masks: [0xf00f, 0, 0, 0])
        == "image: damaged: the mask of a color is no run of bits of a pixel")
    #expect(
      message(16, 3, masks: [0xf_0000, 0, 0, 0])
        == "image: damaged: the mask of a color is no run of bits of a pixel")
    #expect(message(24, 0) { $0[10] = 20 } == "image: damaged: its pixels begin at byte 20, in the header")
    #expect(message(24, 0) { $0[11] = 1 } == "image: truncated: the file ends before its pixels")
    #expect(message(24, 0) { $0[21] = 0x80 } == "image: damaged: its width is -2147483647")
    #expect(
      message(8, 1, pixels: [5, 0, 0, 1]) == "image: damaged: 5 pixels from (0, 0) on are outside the picture"
    )
    #expect(
      message(8, 1, pixels: [0, 0, 1, 0, 0, 1])
        == "image: damaged: 1 pixel from (0, 1) on is outside the picture")
  }
}
