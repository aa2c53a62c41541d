import CSegueCodecs
import Foundation
import SegueFiles
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import Synchronization
import Testing

/// Records the results of small files, complete, truncated and with one changed byte, in all formats that are
/// read without a library.
@Suite("Recorded: decoded files") struct RecordedFilesTests {
  /// Describes the decoded picture or the error, and the warnings.
  private func outcome(_ bytes: [UInt8], _ options: DecodeOptions = DecodeOptions(maxPixels: 20_000))
    -> String
  {
    let said = Mutex<[String]>([])
    var options = options
    options.warn = { line in said.withLock { $0.append(line) } }
    let result: String
    do {
      result = try Bitmap(decoding: bytes, named: "A", options: options).outcome
    } catch {
      result = "\(error)"
    }
    return ([result] + said.withLock { $0 }).joined(separator: "; ")
  }

  /// Adds the outcomes of decoding a file, all its prefixes, and the file with one byte changed.
  private func add(
    _ name: String, _ bytes: [UInt8], to recorded: inout Recorded, pages: UInt32 = 1, isShort: Bool = false
  ) {
    var options = DecodeOptions(maxPixels: 20_000)
    for page in 0..<pages + 1 {
      options.page = page
      recorded.add("\(name) [\(page)]", outcome(bytes, options))
    }
    options.page = pages - 1
    let cuts = bytes.indices.map { outcome(Array(bytes.prefix($0)), options) }
    recorded.add("\(name) cut", Recorded.brief(cuts.joined(separator: "\n")))
    var (messages, changes): ([String], [String]) = ([], [])
    for place in bytes.indices {
      let byte = bytes[place]
      let others = isShort ? [byte &- 1] : [0, 1, 7, 127, 255, byte &- 1, byte ^ 0x80, byte ^ 0x10]
      let values = Set(others + [byte &+ 1]).subtracting([byte])
      var all: [String] = []
      for value in values.sorted() {
        var changed = bytes
        changed[place] = value
        all.append(outcome(changed, options))
      }
      changes += all
      if !isShort { recorded.add("\(name) \(place)", Recorded.brief(all.joined(separator: "\n"))) }
      for message in cuts.prefix(place == 0 ? .max : 0) + all where message.hasPrefix("A: ") {
        // Keeps the first message of each kind, apart from its numbers.
        if !messages.contains(where: { $0.filter(\.isLetter) == message.filter(\.isLetter) }) {
          messages.append(message)
        }
      }
    }
    if isShort { recorded.add("\(name) changed", Recorded.brief(changes.joined(separator: "\n"))) }
    for (index, message) in messages.enumerated() {
      recorded.add("\(name) says \(index)", message.replacing("\n", with: " "))
    }
  }

  private static func long(_ value: Int) -> [UInt8] { bigEndian(value).reversed() }
  private static func short(_ value: Int) -> [UInt8] { Array(long(value).prefix(2)) }

  @Test func bmp() throws {
    var recorded = Recorded("read-bmp")
    let size = PixelSize(width: 5, height: 2)
    for made in [
      MadeBMP(size: size, header: 12, depth: 1), MadeBMP(size: size, header: 16, depth: 24),
      MadeBMP(size: size, header: 40, depth: 2, isFromTop: true),
      MadeBMP(size: size, header: 40, depth: 4, colors: 5),
      MadeBMP(size: size, header: 40, depth: 16), MadeBMP(size: size, header: 108, depth: 32),
      MadeBMP(size: size, header: 40, depth: 16, compression: 3, masks: [0xf800, 0x7e0, 0x1f, 0]),
      MadeBMP(
        size: size, header: 40, depth: 32, compression: 6, masks: [0xff, 0xff00, 0xff_0000, 0xff00_0000]),
      MadeBMP(size: size, header: 56, depth: 16, compression: 3, masks: [0xf00, 0xf0, 0xf, 0xf000]),
    ] { add(made.testDescription, made.made.bytes, to: &recorded) }
    func runs(_ depth: Int, _ data: [UInt8], colors: Int, header: Int = 40) -> [UInt8] {
      let palette = (0..<UInt8(colors)).flatMap { (index: UInt8) -> [UInt8] in
        [10 * index + 5, 200 - 9 * index, 3 * index, 0]
      }
      let offset = 14 + header + palette.count
      var bytes = Array("BM".utf8)
      for value in [0, 0, offset, header, 6, 3] { bytes += Self.long(value) }
      bytes += Self.short(1) + Self.short(depth)
      for value in [depth == 8 ? 1 : 2, 0, 0, 0, colors, 0] { bytes += Self.long(value) }
      return bytes + [UInt8](repeating: 0, count: header - 40) + palette + data
    }
    add(
      "runs of 8", runs(8, [4, 1, 0, 0, 0, 3, 2, 3, 1, 0, 0, 2, 1, 0, 2, 2, 0, 0, 6, 3, 0, 1], colors: 4),
      to: &recorded)
    add(
      "runs of 4", runs(4, [5, 0x12, 0, 0, 0, 5, 0x12, 0x31, 0x20, 0, 0, 2, 0, 1, 6, 0x31, 0, 1], colors: 4),
      to: &recorded)
    for header in [10, 12, 16, 39, 40, 52, 56, 60, 64, 108, 124, 128] {
      for compression in 0...7 {
        let lines = [0, 1, 2, 4, 8, 16, 24, 32, 48].map { depth -> String in
          var bytes = runs(8, [UInt8](repeating: 5, count: 80), colors: 8, header: 124)
          bytes.replaceSubrange(14..<18, with: Self.long(header))
          bytes.replaceSubrange(28..<34, with: Self.short(depth) + Self.long(compression))
          return outcome(bytes)
        }
        recorded.add(
          "header \(header) compression \(compression)",
          lines.map { Recorded.brief($0, most: 90) }.joined(separator: " | "))
      }
    }
    try recorded.check()
  }

  @Test func qoi() throws {
    var recorded = Recorded("read-qoi")
    let end: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
    func file(_ width: Int, _ height: Int, _ channels: UInt8, _ data: [UInt8]) -> [UInt8] {
      Array("qoif".utf8) + bigEndian(width) + bigEndian(height) + [channels, 0] + data + end
    }
    add(
      "every tag",
      file(
        5, 2, 4,
        [0xfe, 9, 200, 31, 0x7f, 0x40, 0xa3, 0x1f, 0x80, 0xf0, 0xff, 1, 2, 3, 4, 0xc1, 9, 50, 0xbf, 0x88]),
      to: &recorded)
    add("three channels", file(4, 1, 3, [0xc0, 0xff, 20, 30, 40, 50, 0, 0xc0]), to: &recorded)
    add("long runs", file(64, 2, 4, [0xfd, 0xfe, 1, 2, 3, 0xfc, 0x35, 0xc2]), to: &recorded)
    for tag in UInt8.min...UInt8.max {
      recorded.add("tag \(tag)", outcome(file(3, 1, 4, [0xff, 100, 3, 250, 128, tag, 0x57, 8, 8, 8, 8])))
      recorded.add(
        "only tag \(tag)",
        outcome(
          file(
            1, 1, 4,
            [tag, tag, 7, 8, 9].prefix(tag > 253 ? Int(tag) - 250 : tag > 127 && tag < 192 ? 2 : 1) + [])))
    }
    try recorded.check()
  }

  @Test func pnm() throws {
    var recorded = Recorded("read-pnm")
    for (index, sample) in PNMDecodingTests.samples.enumerated() {
      add("\(index) \(sample.testDescription)", sample.bytes, to: &recorded, isShort: true)
    }
    let numbers: [Float] = [0, 0.5, 1, -1, 2, .nan, .infinity, 0.2]
    let floats = numbers.flatMap { Self.long(Int($0.bitPattern)) }
    for scale in [
      "-1", "-2.5", "-1e-3", "1", "+1", "0", "-0", "inf", "nan", "x", "-1.5e39",
      "0.00000000000000000000000000000001",
    ] {
      add("PF 4 \(scale)", Array("Pf 4 2 \(scale)\n".utf8) + floats, to: &recorded, isShort: true)
    }
    for (header, most) in [
      ("P2", 0), ("P2", 65536), ("P5", 0), ("P5", 255), ("P5", 256), ("P5", 65535), ("P5", 65536), ("P2", 9),
    ] {
      let raster = Array((header == "P2" ? "9 10 8 9" : "abcdefgh").utf8)
      add("\(header) \(most)", Array("\(header)\n2 2\n\(most)\n".utf8) + raster, to: &recorded, isShort: true)
    }
    for text in [
      "P1\n2 2\n0120", "P1 2 2 01 1", "P2 2 1 9 9", "P2 2 1 9 9 x", "P2 2 1 9 99999999999 1", "P3 1 1 9 1 2",
      "P3 1 1 9 1 2 3",
      "P2 2147483648 1 9 1", "P2 2147483647 1 9 1", "P2 -1 1 9 1", "P2 0 1 9 1", "P2 1 0 9 1", "P4", "P4 ",
      "P4 8", "P4 8 1 ",
      "P4 9 1 ab", "P4 9 1 a", "P5 2 1 255 ab", "P5 2 1 255\nab", "P7", "P7\n", "P7 ", "P7\nENDHDR\n",
      "P8 1 1 1 1", "P0 1 1 1 1",
      "Pg 1 1 1", "P6#x\n1 1 9 abc", "Pf#1 1 1", "P5 # a\r\n 1 1 255\nz", "P5 #",
    ] { recorded.add(text.replacing("\n", with: "/").replacing("\r", with: "%"), outcome(Array(text.utf8))) }
    for kind in [
      "", "RGB", "RGB_ALPHA", "GRAYSCALE", "GRAYSCALE_ALPHA", "BLACKANDWHITE", "BLACKANDWHITE_ALPHA", "X",
      "RGB ALPHA",
    ] {
      for depth in 0...5 {
        for most in [0, 1, 255, 256, 65535, 65536] {
          let head =
            "P7\nWIDTH 2\nHEIGHT 1\nDEPTH \(depth)\nMAXVAL \(most)\n"
            + (kind.isEmpty ? "" : "TUPLTYPE \(kind)\n") + "ENDHDR\n"
          let raster = (0..<2 * depth).flatMap {
            most > 255 ? [UInt8(1), UInt8($0)] : [UInt8($0 % (most + 1))]
          }
          recorded.add("PAM \(kind) \(depth) \(most)", outcome(Array(head.utf8) + raster))
        }
      }
    }
    for line in [
      "WIDTH", "WIDTH 1 2", "WIDTH -1", "WIDTH 2147483648", "WIDTH 0", "HEIGHT x", "DEPTH 4294967296",
      "MAXVAL ", "COLOR 2", "# x", "  ", "TUPLTYPE", "TUPLTYPE X Y", "endhdr",
      String(repeating: "LONG", count: 20),
    ] {
      recorded.add(
        "PAM line \(line)",
        outcome(Array("P7\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\n\(line)\nENDHDR\nab".utf8)))
    }
    try recorded.check()
  }

  @Test func gif() throws {
    var recorded = Recorded("read-gif")
    for gif in MadeGIF.all where gif.size.width < 20 {
      let (bytes, shown) = gif.made
      for page in 0...shown.count {
        var options = DecodeOptions(maxPixels: 20_000)
        options.page = UInt32(page)
        recorded.add("\(gif.testDescription) [\(page)]", outcome(bytes, options))
      }
    }
    func frame(_ place: [Int], _ flags: UInt8, _ control: UInt8, _ data: [UInt8]) -> [UInt8] {
      let palette: [UInt8] = flags & 0x80 != 0 ? [9, 8, 7, 6, 5, 4] : []
      return [0x21, 0xf9, 4, control, 0, 0, 1, 0, 0x2c] + place.flatMap(Self.short) + [flags] + palette + data
    }
    var head = Array("GIF89a".utf8) + Self.short(3) + Self.short(2)
    head += [0x80, 0, 0, 11, 22, 33, 44, 55, 66]
    // LZW codes: clear, 0, 1, 0, 1, 0, 1.
    let six: [UInt8] = [2, 3, 0b0100_0100, 0b0100_0000, 0b0101_0001, 0]
    let two: [UInt8] = [2, 2, 0b0100_0100, 0b0100_0000, 0]
    let note: [UInt8] = [0x21, 0xfe, 2, 65, 66, 1, 67, 0]
    for (index, control) in [0, 4, 8, 9, 12, 13, 16, 17, 20, 28].enumerated() {
      var bytes = head + note + frame([0, 0, 3, 2], 0, 0, six)
      bytes += frame([1, 0, 2, 2], index % 2 == 0 ? 0x80 : 0x40, UInt8(control), six)
      bytes += frame([0, 1, 3, 1], 0, 1, two) + [0x3b]
      if index < 4 {
        add("control \(control)", bytes, to: &recorded, pages: 3)
      } else {
        for page in 0..<3 {
          var options = DecodeOptions(maxPixels: 20_000)
          options.page = UInt32(page)
          recorded.add("control \(control) [\(page)]", outcome(bytes, options))
        }
      }
    }
    for count in 0...6 as ClosedRange<UInt8> {
      let control = [0x21, 0xf9, count] + [1, 0, 0, 1, 9, 9].prefix(Int(count)) + (count > 0 ? [0] : [])
      let place: [UInt8] = [0x2c, 0, 0, 0, 0, 3, 0, 2, 0, 0]
      recorded.add("control of \(count) bytes", outcome(head + control + place + six + [0x3b]))
    }
    try recorded.check()
  }

  /// Records PNG pixels at 8 bits, rounded ones, and warnings about damaged color chunks.
  @Test func png() throws {
    var recorded = Recorded("read-png")
    for made in MadePNG.all(5, 3, seed: 1) + MadePNG.all(5, 3, seed: 2) + MadePNG.all(9, 9, seed: 5) {
      recorded.add("\(made.testDescription)", outcome(made.bytes))
      let plane = try LumaPlane(decoding: made.bytes)
      recorded.add(
        "\(made.testDescription), luma",
        Recorded.brief(plane.values.map { Recorded.digits(Double($0)) }.joined(separator: " "), most: 40))
      for (dither, side) in [(false, 5), (true, made.width), (true, 7)] {
        let framing = Framing(
          size: PixelSize(width: side, height: 4), fit: .stretch, background: Pixel("#1234"), dither: dither)
        recorded.add(
          "\(made.testDescription), fitted \(dither) \(side)",
          try Bitmap(decoding: made.bytes, named: "A", fittedTo: framing).outcome)
      }
    }
    let base = MadePNG(3, 2, 2, 8, interlaced: false, seed: 1).chunks.filter { $0.name != "tRNS" }
    func with(_ chunks: [PNGChunk], breaking name: String? = nil) -> [UInt8] {
      var bytes = PNGChunk.signature
      for chunk in [base[0]] + chunks + base.dropFirst() {
        var part = chunk.bytes
        if chunk.name == name { part[part.count - 1] ^= 1 }
        bytes += part
      }
      return bytes
    }
    let parts: [(String, [Int])] = [
      ("cICP", [0, 3, 4, 5]), ("iCCP", [0, 1, 2, 3, 90]), ("sRGB", [0, 1, 2]), ("gAMA", [0, 3, 4, 5]),
      ("cHRM", [0, 31, 32, 33]),
    ]
    for (name, lengths) in parts {
      for length in lengths {
        let chunk = PNGChunk(name: name, data: [UInt8](repeating: 2, count: length))
        let texts = [
          outcome(with([chunk])), outcome(with([chunk], breaking: name)),
          outcome(with([chunk, chunk], breaking: name)),
        ]
        let isLeftToTheLibrary =
          length == 4 && name != "cICP" || length == 32 || length == 0 && name == "iCCP"
        recorded.add("\(name) \(length)", isLeftToTheLibrary ? texts[1] : texts.joined(separator: " | "))
      }
    }
    for primaries in 0...23 as ClosedRange<UInt8> {
      for transfer in [0, 2, 3, 7, 9, 10, 11, 12, 16, 17, 18, 19] as [UInt8]
      where primaries == 1 || primaries == 2 || [0, 3, 10, 13, 21, 23].contains(primaries) {
        let chunk = PNGChunk(name: "cICP", data: [primaries, transfer, 0, 1])
        if primaries == 2 && transfer == 2
          || ![0, 2, 3, 7, 9, 10, 11, 12, 16, 17, 18, 19].contains(Int(transfer))
        {
          continue
        }
        if [1, 2].contains(primaries), transfer == 2 { continue }
        recorded.add("cICP \(primaries) \(transfer)", outcome(with([chunk])))
      }
    }
    try recorded.check()
  }
}
