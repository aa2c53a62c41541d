import Foundation
import SegueFiles
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite("PNM")
struct PNMDecodingTests {
  /// A file and its expected pixels, written by hand.
  struct Sample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    let pixels: [[[UInt8]]]

    init(_ header: String, _ raster: [UInt8] = [], is pixels: [[[UInt8]]]) {
      testDescription = header.replacing("\n", with: " ").prefix(24).description
      (self.bytes, self.pixels) = (Array(header.utf8) + raster, pixels)
    }
  }

  private static func grays(_ rows: [UInt8]...) -> [[[UInt8]]] { rows.map { $0.map { [$0, $0, $0] } } }

  static let samples = [
    Sample("P1\n3 2\n0 1 0\n1 1 0\n", is: grays([255, 0, 255], [0, 0, 255])),
    Sample("P1 3 2 010110", is: grays([255, 0, 255], [0, 0, 255])),
    Sample("P2\n3 2\n255\n0 1 127\n128 254 255\n", is: grays([0, 1, 127], [128, 254, 255])),
    Sample("P2 3 1 15 0\t7\n15", is: grays([0, 119, 255])),
    // 300 / 1000 · 255 is 76.5, which is rounded up.
    Sample("P2 4 1 1000 0 300 1000 999", is: grays([0, 77, 255, 255])),
    Sample("P3\n2 1\n255\n255 0 10 1 2 3\n", is: [[[255, 0, 10], [1, 2, 3]]]),
    // Each row begins at a byte.
    Sample(
      "P4\n10 2\n", [0b1010_1010, 0b0100_0000, 0xff, 0x3f],
      is: grays(
        [0, 255, 0, 255, 0, 255, 0, 255, 255, 0], [0, 0, 0, 0, 0, 0, 0, 0, 255, 255])),
    Sample("P5\n3 2\n255\n", [0, 1, 127, 128, 254, 255], is: grays([0, 1, 127], [128, 254, 255])),
    // A sample may have the value of a line feed.
    Sample("P5 2 1 100\n", [10, 100], is: grays([26, 255])),
    // 0x7fff / 0xffff · 255 is 127.498, and 0x8080 gives exactly 128.
    Sample("P5 4 1 65535\n", [0, 0, 0x7f, 0xff, 0x80, 0x80, 0xff, 0xff], is: grays([0, 127, 128, 255])),
    Sample("P5 2 1 256\n", [1, 0, 0, 128], is: grays([255, 128])),
    Sample("P6\n1 2\n255\n", [9, 8, 7, 6, 5, 4], is: [[[9, 8, 7]], [[6, 5, 4]]]),
    Sample("P6 1 1 65535 ", [0xff, 0xff, 0x80, 0x80, 0, 0], is: [[[255, 128, 0]]]),
    Sample(
      "P5 # by hand\n#\n3#three\n # rows\r2\n# 17\n255 ", [0, 1, 127, 128, 254, 255],
      is: grays([0, 1, 127], [128, 254, 255])),
    Sample(
      "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n", [9, 8, 7, 6, 5, 4, 3, 0],
      is: [[[9, 8, 7, 6], [5, 4, 3, 0]]]),
    Sample(
      "P7\n# by hand\n\nMAXVAL 1000\nDEPTH  2\nHEIGHT 2 \nWIDTH 1\nTUPLTYPE GRAYSCALE_ALPHA\nENDHDR\n",
      [1, 44, 3, 232, 3, 232, 0, 0], is: [[[77, 77, 77, 255]], [[255, 255, 255, 0]]]),
    // Without TUPLTYPE, the depth determines the type; unlike in P4, 1 is white.
    Sample("P7\nWIDTH 3\nHEIGHT 1\nDEPTH 1\nMAXVAL 1\nENDHDR\n", [1, 0, 1], is: grays([255, 0, 255])),
    Sample(
      "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 2\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE_ALPHA\nENDHDR\n", [1, 0],
      is: [[[255, 255, 255, 0]]]),
    Sample(
      "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 3\nMAXVAL 65535\nTUPLTYPE RGB\nENDHDR\n", [0xff, 0xff, 0x80, 0x80, 0, 0],
      is: [[[255, 128, 0]]]),
    // 0.5, 0 and 1 from bottom to top; 2, −1 and NaN are clamped.
    Sample(
      "Pf\n1 3\n-1.0\n", [0, 0, 0, 0x3f, 0, 0, 0, 0, 0, 0, 0x80, 0x3f], is: grays([255], [0], [128])),
    Sample(
      "PF 2 1 1.0\n",
      [0x40, 0, 0, 0, 0xbf, 0x80, 0, 0, 0x7f, 0xc0, 0, 0, 0x3f, 0x40, 0, 0, 0x3e, 0x80, 0, 0, 0, 0, 0, 0],
      is: [[[255, 0, 0], [191, 64, 0]]]),
    Sample("Pf 1 1 -2e0\n", [0, 0, 0, 0x40], is: grays([255])),
    // Halves: 0.5 above 1, little-endian; then 0.5, NaN and 2, big-endian.
    Sample("Ph 1 2 -1\n", [0, 0x38, 0, 0x3c], is: grays([128], [255])),
    Sample("PH 1 1 1\n", [0x38, 0, 0x7e, 0, 0x40, 0], is: [[[128, 0, 255]]]),
    Sample("P2#a\r\n\t\u{b}\u{c} 2 1 9 # 3\n 0#1\n9", is: grays([0, 255])),
  ]

  @Test("Samples decode to the expected pixels", arguments: samples)
  func byHand(_ sample: Sample) throws {
    let bitmap = try Bitmap(decoding: sample.bytes)
    let expected = sample.pixels.joined().flatMap { pixel -> [UInt8] in
      pixel.count == 4 ? pixel : pixel + [255]
    }
    #expect(bitmap.straightBytes == expected)
    #expect(bitmap.size == PixelSize(width: sample.pixels[0].count, height: sample.pixels.count))
    #expect(Catalog.formats.forContent(Array(sample.bytes.prefix(16))) == Formats.PNM.self)
  }

  @Test("All variants decode to the same picture, and so does PNG")
  func everyWay() throws {
    let picture = try Bitmap.noise(13, 7, seed: 3, opaque: true)
    let channels = (0..<7).flatMap { y in
      (0..<13).flatMap { x in [picture[x, y].red, picture[x, y].green, picture[x, y].blue] }
    }
    let text = channels.map(String.init).joined(separator: " ")
    let wide = channels.flatMap { [$0, $0] }
    for file in [
      Array("P3 13 7 255 \(text)".utf8), Array("P6 13 7 255 ".utf8) + channels,
      Array("P6 13 7 65535 ".utf8) + wide, try encoded(picture, Formats.PNG()),
    ] { #expect(try Bitmap(decoding: file) == picture) }
    #expect(
      try LumaPlane(decoding: Array("P6 13 7 255 ".utf8) + channels)
        == LumaPlane(decoding: encoded(picture, Formats.PNG())))
  }

  @Test(
    "Samples are scaled by the maximum value", arguments: [1, 2, 7, 99, 254, 255, 256, 1000, 65534, 65535])
  func largestValues(largest: Int) throws {
    let values = (0...largest).filter { largest < 1000 || $0 % 97 == 0 || $0 > largest - 5 }
    let raw = values.flatMap { value -> [UInt8] in
      largest < 256 ? [UInt8(value)] : [UInt8(value >> 8), UInt8(value & 255)]
    }
    let text = values.map(String.init).joined(separator: "\n")
    for file in [
      Array("P5 \(values.count) 1 \(largest)\n".utf8) + raw,
      Array("P2 1 \(values.count) \(largest)\n\(text)\n".utf8),
    ] {
      #expect(try LumaPlane(decoding: file).values == values.map { Float($0) / Float(largest) })
      let expected = values.map { UInt8((Double($0) * 255 / Double(largest)).rounded()) }
      let bytes = try Bitmap(decoding: file).straightBytes
      #expect(stride(from: 0, to: bytes.count, by: 4).map { bytes[$0] } == expected)
    }
  }

  @Test("16-bit samples keep all bits in a map")
  func sixteenBits() throws {
    let raster = (0..<65536).flatMap { value -> [UInt8] in [UInt8(value >> 8), UInt8(value & 255)] }
    let plane = try LumaPlane(decoding: Array("P5\n256 256\n65535\n".utf8) + raster)
    #expect(plane.size == PixelSize(width: 256, height: 256))
    #expect(plane.values == (0..<65536).map { Float($0) / 65535 })
  }

  @Test(
    "Errors of invalid files",
    arguments: [
      ("P5 x 2 255 ", "damaged: the width is no number, at byte 4"),
      ("P5 3 -2 255 ", "damaged: the height is no number, at byte 6"),
      ("P5 3 2.5 255 ", "damaged: the height is no number, at byte 7"),
      ("P5 3 2 0 ", "damaged: the largest value is 0, not 1…65535"),
      ("P5 3 2 65536 ", "damaged: the largest value is 65536, not 1…65535"),
      ("P5 99999999999 2 255 ", "damaged: the width is too large a number, at byte 13"),
      ("P5 0 2 255 ", "damaged: a side is 0 pixels"), ("P4 2 0 ", "damaged: a side is 0 pixels"),
      ("P5 ", "truncated: the file ends too early"), ("P5 # 3 2 255", "truncated: the file ends too early"),
      ("P5 3", "truncated: the file ends too early"), ("P5 3 2 ", "truncated: the file ends too early"),
      ("P5 3 2 255 abc", "truncated: 3x2 pixels are 3 bytes a row or more, and there are 3"),
      ("P4 8 2 a", "truncated: 8x2 pixels are 1 byte a row or more, and there is 1"),
      ("P6 3 1 256 abcdefgh", "truncated: 3x1 pixels are 18 bytes a row or more, and there are 8"),
      ("P2 2 2 9 1 2 3", "truncated: 2x2 pixels are 4 bytes a row or more, and there are 5"),
      ("P2 2 2 9 1 2 333 ", "truncated: the file ends too early"),
      ("P2 2 1 9 1 10", "damaged: row 1 has the value 10, where 9 is the largest"),
      ("P2 1 2 65535 1 65536", "damaged: row 2 has the value 65536, where 65535 is the largest"),
      ("P5 2 1 9 \u{1}\u{a}", "damaged: row 1 has the value 10, where 9 is the largest"),
      ("P2 2 1 9 1 one", "damaged: a value is no number, at byte 12"),
      ("P7\nWIDTH 1\nENDHDR\n", "damaged: its header has no HEIGHT"),
      ("P7\nWIDTH x\n", "damaged: WIDTH is no number in its header"),
      ("P7\nWIDTH 1\nWITHD 2\n", "damaged: its header has the line \"WITHD 2\""),
      ("P7\nWIDTH 1", "truncated: the file ends too early"),
      (
        "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 5\nMAXVAL 255\nENDHDR\nabcde", "not supported: a PAM of depth 5"
      ),
      (
        "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE CMYK\nENDHDR\nabcd",
        "not supported: a PAM of depth 4 and type CMYK"
      ),
      (
        "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\nabcd",
        "damaged: its type is RGB, and its depth 4"
      ),
      (
        "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 256\nENDHDR\nabcdefgh",
        "truncated: 2x1 pixels are 16 bytes a row or more, and there are 8"
      ),
      ("PF 1 1 0 abcdabcdabcd", "damaged: the scale is no number other than 0, at byte 9"),
      ("PF 1 1 nan abcdabcdabcd", "damaged: the scale is no number other than 0, at byte 11"),
      ("PF 2 1 1 abcdabcdabcd", "truncated: 2x1 pixels are 24 bytes a row or more, and there are 12"),
      ("P1 2 1 02", "damaged: a value is neither 0 nor 1, at byte 9"),
    ])
  func damage(file: String, message: String) {
    #expect(decodingError(Array(file.utf8))?.description == "image: \(message)")
    #expect(throws: ImageError.self) { try LumaPlane(decoding: Array(file.utf8)) }
  }

  @Test("Errors quote the first 40 letters of a long word")
  func longWords() {
    let (word, said) = (String(repeating: "K", count: 60), String(repeating: "K", count: 40))
    let type = "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE \(word)\nENDHDR\nabcd"
    #expect(
      decodingError(Array(type.utf8))
        == .unsupported(file: "image", detail: "a PAM of depth 4 and type \(said)"))
    #expect(
      decodingError(Array("P7\n\(word)\nENDHDR\n".utf8))
        == .damaged(file: "image", detail: "its header has the line \"\(said)\""))
  }

  @Test(
    "A file that only begins like PNM is no image",
    arguments: ["P5", "P7", "P7 332\n", "PF", "Pg\n1 1", "P0 1", "P55 ", "P5x", "p5 1 1 255 a"])
  func others(text: String) {
    #expect(decodingError(Array(text.utf8)) == .notAnImage(file: "image"))
  }

  @Test("Sizes above the limit, and short files, are refused before memory is allocated")
  func limits() async {
    let size = PixelSize(width: 20_000, height: 20_000)
    for kind in 1...6 {
      let file = Array("P\(kind) 20000 20000 255 1 1 1".utf8)
      #expect(decodingError(file) == .tooLarge(file: "image", size: size, limit: 100_000_000))
      #expect(throws: ImageError.tooLarge(file: "image", size: size, limit: 100_000_000)) {
        try LumaPlane(decoding: file)
      }
    }
    await #expect(processExitsWith: .success) {
      _ = try LumaPlane(decoding: Array("P5 1 1 255 a".utf8))
      let before = try peakMemory()
      for kind in 1...6 {
        for (width, height) in [(10_000, 10_000), (100_000_000, 1), (1, 100_000_000)] {
          let file = Array("P\(kind) \(width) \(height) 65535 1 1 1".utf8)
          guard decodingError(file)?.code == .imageTruncated else {
            Issue.record("P\(kind): \(String(describing: decodingError(file)))")
            continue
          }
          #expect(throws: ImageError.self) { try LumaPlane(decoding: file) }
        }
        for sides in ["2147483647 2147483647", "1 2147483647"] {
          let file = Array("P\(kind) \(sides) 65535 1 1 1".utf8)
          #expect(decodingError(file, options: DecodeOptions(maxPixels: .max)) != nil)
        }
      }
      #expect(try peakMemory() - before < 8 << 20)
    }
  }

  @Test("A file cut at any byte is an error, except in its last number")
  func cuts() throws {
    for sample in Self.samples {
      let isText = ["1", "2", "3"].contains { sample.bytes.starts(with: "P\($0)".utf8) }
      let end = sample.bytes.reversed().drop { UInt8(ascii: " ") >= $0 && isText }.count
      let digits = isText ? sample.bytes[..<end].reversed().prefix { (48...57).contains($0) }.count : 1
      for count in 0..<end - digits + 1 {
        #expect(decodingError(Array(sample.bytes.prefix(count))) != nil, "\(sample): \(count) bytes")
      }
      #expect(decodingError(sample.bytes + [7, 7]) == nil || isText)
    }
  }

  @Test("A file with bytes flipped is an image or an error", arguments: samples)
  func flips(sample: Sample) {
    // Of the smallest samples, only a few damaged files in a thousand are images.
    let outcome = Fuzz.run(rounds: max(2500, Fuzz.rounds * 5 / 8), seed: 27) { generator in
      var bytes = sample.bytes
      Fuzz.flip(&bytes, using: &generator)
      return bytes
    }
    #expect(outcome.wrong.isEmpty && outcome.errors > 0 && outcome.images > 0)
    #expect(outcome.slowest < 5)
  }

  @Test("All kinds of PNM are read; PPM, PAM and PFM are written")
  func reading() throws {
    #expect(Catalog.formats.readableTitles.hasPrefix("PNG, JPEG, "))
    #expect(Catalog.formats.readableTitles.hasSuffix(", PNM or others that ffmpeg reads"))
    for name in ["a.pgm", "b.PPM", "c.pbm", "d.pnm", "e.pam", "f.pfm"] {
      #expect(Catalog.formats.forFile(named: name)?.name == "pnm")
    }
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.samples[2].bytes, "map.pgm")
    #expect(try Bitmap(contentsOf: file).width == 3 && LumaPlane(contentsOf: file).size.height == 2)
    #expect(try ParameterFile(contentsOf: file).lumaPlane()?.values[2] == 127 / 255)
    #expect(throws: (any Error).self) { try Bitmap(width: 1, height: 1).write(to: folder.file("a.pgm")) }
    #expect(folder.names() == ["map.pgm"])
  }
}
