import SegueFiles
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// A GIF with random pixels, and each frame as a browser shows it.
struct MadeGIF: CustomTestStringConvertible, Sendable {
  struct Frame: Sendable {
    var left = 0
    var top = 0
    var width = 13
    var height = 9
    var disposal = 0
    var transparent: Int?
    var isInterlaced = false
    /// Bits per index of a local palette; nil if the frame uses the global one.
    var own: Int?
  }

  let testDescription: String
  var size = PixelSize(width: 13, height: 9)
  /// Bits per index of the global palette; nil if there is none.
  var palette: Int? = 4
  let frames: [Frame]
  /// Whether a full LZW dictionary is cleared, or stays in use.
  var clears = true

  static let all: [MadeGIF] = [
    MadeGIF(testDescription: "a frame", frames: [Frame()]),
    MadeGIF(testDescription: "transparent", frames: [Frame(transparent: 3)]),
    MadeGIF(testDescription: "interlaced", frames: [Frame(isInterlaced: true)]),
    MadeGIF(
      testDescription: "2 colors", palette: 1, frames: [Frame(), Frame(transparent: 0)]),
    MadeGIF(
      testDescription: "its own palette", palette: nil,
      frames: [Frame(own: 8), Frame(left: 3, top: 2, width: 5, height: 6, own: 3)]),
    MadeGIF(
      testDescription: "frames that stay",
      frames: [
        Frame(), Frame(left: 4, top: 1, width: 6, height: 7, transparent: 1),
        Frame(left: 1, top: 3, width: 9, height: 4, disposal: 1, transparent: 2, isInterlaced: true),
        Frame(left: 0, top: 0, width: 4, height: 4),
      ]),
    MadeGIF(
      testDescription: "frames that go",
      frames: [
        Frame(transparent: 1), Frame(left: 4, top: 1, width: 6, height: 7, disposal: 2, transparent: 0),
        Frame(left: 1, top: 3, width: 9, height: 4, disposal: 2, transparent: 2),
        Frame(left: 2, width: 3, height: 3),
      ]),
    MadeGIF(
      testDescription: "frames that give back what was there",
      frames: [
        Frame(left: 1, top: 1, width: 8, height: 7, transparent: 5),
        Frame(left: 4, top: 1, width: 6, height: 7, disposal: 3),
        Frame(left: 1, top: 3, width: 9, height: 4, disposal: 3, transparent: 2),
        Frame(left: 2, width: 3, height: 3),
      ]),
    MadeGIF(
      testDescription: "frames that give back what was there, by the number that some writers take for 3",
      frames: [
        Frame(left: 1, top: 1, width: 8, height: 7, transparent: 5),
        Frame(left: 4, top: 1, width: 6, height: 7, disposal: 4), Frame(left: 2, width: 3, height: 3),
      ]),
    MadeGIF(
      testDescription: "frames beyond the screen",
      frames: [
        Frame(left: 9, top: 5, width: 10, height: 10),
        Frame(left: 20, top: 2, width: 4, height: 4, disposal: 2),
        Frame(left: 2, top: 30, width: 4, height: 4, disposal: 3),
        Frame(width: 30, height: 30, isInterlaced: true),
      ]),
    MadeGIF(
      testDescription: "a full table", size: PixelSize(width: 150, height: 90), palette: 8,
      frames: [Frame(width: 150, height: 90)], clears: false),
    MadeGIF(
      testDescription: "tables anew", size: PixelSize(width: 150, height: 90), palette: 8,
      frames: [Frame(width: 150, height: 90, isInterlaced: true)]),
  ]

  private static func colors(_ bits: Int, _ generator: inout SeededGenerator) -> [[UInt8]] {
    (0..<1 << bits).map { _ in (0..<3).map { _ in .random(in: 0...255, using: &generator) } }
  }

  /// The file, and each frame as displayed, in straight RGBA.
  var made: (bytes: [UInt8], shown: [[UInt8]]) {
    var generator = SeededGenerator(UInt64(frames.count))
    let common = palette.map { Self.colors($0, &generator) }
    var bytes = Array("GIF89a".utf8) + little16(size.width) + little16(size.height)
    bytes += [palette.map { UInt8(0x80 | ($0 - 1)) } ?? 0, 0, 0] + (common ?? []).flatMap(\.self)
    // An application extension, which decoders skip.
    bytes += [0x21, 0xff, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    // The stack of colors drawn at each pixel; nil is a clear.
    var drawn = [[[UInt8]?]](repeating: [], count: size.width * size.height)
    var shown: [[UInt8]] = []
    for frame in frames {
      let colors = frame.own.map { Self.colors($0, &generator) } ?? common ?? []
      let bits = max(2, frame.own ?? palette ?? 2)
      var indexes = (0..<frame.width * frame.height).map { _ in
        Int.random(in: colors.indices, using: &generator)
      }
      // Repeats indexes, so that LZW strings grow.
      for place in indexes.indices.dropFirst() where place % 7 < 4 { indexes[place] = indexes[place - 1] }
      bytes += [0x21, 0xf9, 4, UInt8(frame.disposal << 2 | (frame.transparent == nil ? 0 : 1)), 5, 0]
      bytes += [UInt8(frame.transparent ?? 0), 0, 0x2c] + little16(frame.left) + little16(frame.top)
      bytes += little16(frame.width) + little16(frame.height)
      bytes.append(UInt8((frame.own.map { 0x80 | ($0 - 1) } ?? 0) | (frame.isInterlaced ? 0x40 : 0)))
      if frame.own != nil { bytes += colors.flatMap(\.self) }
      var order = Array(0..<frame.height)
      if frame.isInterlaced {
        order =
          order.filter { $0 % 8 == 0 } + order.filter { $0 % 8 == 4 } + order.filter { $0 % 4 == 2 }
          + order.filter { $0 % 2 == 1 }
      }
      let data = packed(order.flatMap { y in indexes[y * frame.width..<(y + 1) * frame.width] }, bits)
      bytes.append(UInt8(bits))
      for start in stride(from: 0, to: data.count, by: 255) {
        let block = data[start..<min(start + 255, data.count)]
        bytes += [UInt8(block.count)] + block
      }
      bytes.append(0)

      let before = drawn
      for y in 0..<frame.height {
        for x in 0..<frame.width where frame.left + x < size.width && frame.top + y < size.height {
          let index = indexes[y * frame.width + x]
          if index != frame.transparent {
            drawn[(frame.top + y) * size.width + frame.left + x].append(colors[index])
          }
        }
      }
      shown.append(
        drawn.flatMap { colors -> [UInt8] in
          if let color = colors.last ?? nil { color + [255] } else { [0, 0, 0, 0] }
        })
      if frame.disposal >= 3 { drawn = before }
      if frame.disposal == 2 {
        for y in frame.top..<max(frame.top, min(frame.top + frame.height, size.height)) {
          for x in frame.left..<max(frame.left, min(frame.left + frame.width, size.width)) {
            drawn[y * size.width + x].append(nil)
          }
        }
      }
    }
    return (bytes + [0x3b], shown)
  }

  /// Encodes indexes by LZW, with a dictionary of whole strings.
  private func packed(_ indexes: [Int], _ bits: Int) -> [UInt8] {
    let clear = 1 << bits
    var (out, buffer, buffered, width) = ([UInt8](), 0, 0, bits + 1)
    func write(_ code: Int) {
      buffer |= code << buffered
      buffered += width
      while buffered >= 8 {
        out.append(UInt8(buffer & 255))
        (buffer, buffered) = (buffer >> 8, buffered - 8)
      }
    }
    var words: [[Int]: Int] = [:]
    var next = clear + 2
    write(clear)
    var word: [Int] = []
    for index in indexes {
      let longer = word + [index]
      if longer.count == 1 || words[longer] != nil {
        word = longer
        continue
      }
      write(word.count == 1 ? word[0] : words[word] ?? 0)
      if next < 4096 {
        words[longer] = next
        if next == 1 << width { width += 1 }
        next += 1
      } else if clears {
        write(clear)
        (words, next, width) = ([:], clear + 2, bits + 1)
      }
      word = [index]
    }
    write(word.count == 1 ? word[0] : words[word] ?? 0)
    if next == 1 << width, width < 12 { width += 1 }
    write(clear + 1)
    if buffered > 0 { out.append(UInt8(buffer & 255)) }
    return out
  }
}

@Suite("GIF") struct GIFReadingTests {
  private func options(_ page: Int) -> DecodeOptions {
    var options = DecodeOptions()
    options.page = UInt32(page)
    return options
  }

  @Test("Decodes every frame as displayed", arguments: MadeGIF.all)
  func frames(gif: MadeGIF) throws {
    let (bytes, shown) = gif.made
    for (page, expected) in shown.enumerated() {
      let bitmap = try Bitmap(decoding: bytes, options: options(page))
      #expect(bitmap.size == gif.size)
      #expect(bitmap.straightBytes == expected, "frame \(page)")
    }
    #expect(try Bitmap(decoding: bytes).straightBytes == shown[0])
    let count = shown.count
    #expect(
      decodingError(bytes, options: options(count))?.description
        == "image: not supported: it has "
        + (count == 1 ? "one picture, [0]" : "\(count) pictures, [0] to [\(count - 1)]"))
  }

  @Test(
    "ffmpeg decodes the same frames", .enabled(if: hasFFmpeg, ffmpegMissing),
    // Excluded are files that ffmpeg treats differently: it refuses frames beyond the screen, ignores
    // disposal method 4, and clears to an opaque color if the frame has no transparent one.
    arguments: MadeGIF.all.filter { gif in
      !gif.testDescription.contains("beyond") && gif.frames.allSatisfy { $0.disposal < 4 }
    })
  func ffmpeg(gif: MadeGIF) throws {
    let (bytes, shown) = gif.made
    // Transparent pixels of ffmpeg are white; colors of transparent pixels are ignored here.
    func seen(_ bytes: [UInt8]) -> [[UInt8]] {
      stride(from: 0, to: bytes.count, by: 4).map { bytes[$0 + 3] == 0 ? [] : Array(bytes[$0..<$0 + 4]) }
    }
    #expect(try seen(decodedByFFmpeg(bytes, as: "gif")) == seen(shown.flatMap(\.self)))
  }

  @Test("Decodes files that ffmpeg writes", .enabled(if: hasFFmpeg, ffmpegMissing))
  func fromFFmpeg() throws {
    let size = PixelSize(width: 60, height: 33)
    let file = try encodedByFFmpeg(MadePicture.noise(size, opaque: true, seed: 2), size, as: "gif")
    #expect(try Bitmap(decoding: file).straightBytes == decodedByFFmpeg(file, as: "gif"))
  }

  @Test("Truncated, damaged and oversized files", arguments: MadeGIF.all.filter { $0.size.width < 20 })
  func hostile(gif: MadeGIF) throws {
    let (bytes, shown) = gif.made
    // Decoding the first frame needs no data after that frame.
    let first = MadeGIF(
      testDescription: "", size: gif.size, palette: gif.palette, frames: Array(gif.frames.prefix(1)))
    let needed = first.made.bytes.count - 1
    let made = MadePicture(
      testDescription: gif.testDescription, bytes: gif.frames.count == 1 ? bytes : first.made.bytes,
      size: gif.size,
      straight: gif.frames.count == 1 ? shown[0] : first.made.shown[0])
    try checkReading(made, least: 6, sides: (6, 2, true), needed: needed)
    let last = options(gif.frames.count - 1)
    for count in 0..<bytes.count - 1 {
      #expect(decodingError(Array(bytes.prefix(count)), options: last) != nil, "\(count) bytes")
    }
    var few = last
    few.maxPixels = 1 << 16
    let outcome = Fuzz.run(rounds: Fuzz.rounds / 4, seed: 29, options: few) {
      var bytes = bytes
      Fuzz.flip(&bytes, using: &$0)
      return bytes
    }
    #expect(outcome.wrong.isEmpty && outcome.errors > 0 && outcome.images > 0)
  }

  @Test func errorsNameTheFault() throws {
    let head = Array("GIF89a".utf8) + little16(2) + little16(1) + [0x80, 0, 0, 1, 2, 3, 4, 5, 6]
    let place = [0x2c] + little16(0) + little16(0) + little16(2) + little16(1)
    // LZW data of three-bit codes: clear, 0, 1.
    let data: [UInt8] = [2, 2, 0b0100_0100, 0b0000_1010, 0, 0x3b]
    func message(_ bytes: [UInt8]) -> String? { decodingError(bytes)?.description }
    #expect(try Bitmap(decoding: head + place + [0] + data).straightBytes == [1, 2, 3, 255, 4, 5, 6, 255])
    // Index 1, then an index beyond the palette, which is not drawn.
    #expect(
      try Bitmap(decoding: head + place + [0, 2, 2, 0b1100_1100, 0b0000_1010, 0]).straightBytes
        == [4, 5, 6, 255, 0, 0, 0, 0])
    #expect(message(head + [0x3b]) == "image: damaged: it has no frame")
    #expect(message(head + [7]) == "image: damaged: byte 20 is 7, which begins nothing")
    #expect(
      message(head + [0x21, 0xf9, 1, 0, 0])
        == "image: damaged: the extension before a frame has 1 byte, not 4")
    #expect(message(head + place + [0, 9]) == "image: damaged: indexes of 9 bits, not 1…8")
    #expect(
      message(Array("GIF89a".utf8) + little16(2) + little16(1) + [0, 0, 0] + place + [0] + data)
        == "image: damaged: a frame has no palette")
    #expect(
      message(head + place + [0, 2, 2, 0b0100_1100, 1, 0])
        == "image: truncated: a frame ends after 1 of 2 pixels")
    #expect(
      message(head + place + [0, 2, 1, 0b0000_1100, 0]) == "image: truncated: a frame has 1 of 2 pixels")
    #expect(
      message(head + place + [0, 2, 1, 0b0011_1100, 0, 0x3b])
        == "image: damaged: code 7 of a frame's pixels has no meaning yet")
  }

  @Test("A graphic control extension applies to one frame only")
  func nextFrames() throws {
    let head = Array("GIF89a".utf8) + little16(2) + little16(1) + [0x80, 0, 0, 1, 2, 3, 4, 5, 6]
    func place(_ width: Int) -> [UInt8] { [0x2c, 0, 0, 0, 0] + little16(width) + little16(1) + [0] }
    // LZW data of indexes 0 and 1, and of 1 alone: three-bit codes after a clear.
    let (both, one): ([UInt8], [UInt8]) = ([2, 2, 0b0100_0100, 0b0000_1010, 0], [2, 2, 0x4c, 0x01, 0])
    // Disposal method 2 (clear), with transparent index 1.
    let control: [UInt8] = [0x21, 0xf9, 4, 2 << 2 | 1, 0, 0, 1, 0]
    let file = head + control + place(2) + both + place(2) + both + place(1) + one + [0x3b]
    let (first, second): ([UInt8], [UInt8]) = ([1, 2, 3, 255], [4, 5, 6, 255])
    for (page, expected) in [first + [0, 0, 0, 0], first + second, second + second].enumerated() {
      #expect(try Bitmap(decoding: file, options: options(page)).straightBytes == expected, "frame \(page)")
    }
  }
}
