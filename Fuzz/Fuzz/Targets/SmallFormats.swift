import Segue

extension FuzzTarget {
  static let qoi = FuzzTarget(
    name: "qoi", summary: "A QOI file.",
    seeds: {
      let end: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
      let head = Array("qoif".utf8)
      return [
        head + [0, 0, 0, 5, 0, 0, 0, 3, 4, 0]
          + [
            0xff, 10, 200, 30, 40, 0x7f, 0x6a, 0xa0, 0x88, 0x95, 0x3c, 0xfe, 1, 2, 3, 0xc3, 0x40, 0x00, 0xc3,
          ] + end,
        head + [0, 0, 0, 40, 0, 0, 0, 2, 3, 1] + [0xfe, 9, 8, 7, 0xfd, 0xd0] + end,
      ]
    },
    run: { bytes in try decodeChosen(bytes + [0], beginning: ["qoif"]) })

  static let bmp = FuzzTarget(
    name: "bmp", summary: "A BMP file.",
    seeds: {
      func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      }
      let pixels = (UInt8(0)..<80).map { $0 &* 37 }
      func file(_ header: Int, _ depth: Int, _ compression: Int, _ between: [UInt8], _ pixels: [UInt8])
        -> [UInt8]
      {
        var bytes = little(header, 4) + little(5, header == 12 ? 2 : 4) + little(3, header == 12 ? 2 : 4)
        bytes += little(1, 2) + little(depth, 2)
        if header > 12 { bytes += little(compression, 4) + [UInt8](repeating: 0, count: header - 20) }
        bytes += between
        return Array("BM".utf8) + little(0, 8) + little(14 + bytes.count, 4) + bytes + pixels
      }
      let colors = (UInt8(0)..<64).map { $0 &* 41 }
      return [
        file(12, 1, 0, Array(colors.prefix(6)), pixels), file(40, 4, 0, colors, pixels),
        file(40, 8, 1, colors, [3, 1, 0, 0, 0, 3, 1, 2, 3, 0, 0, 2, 1, 1, 1, 9, 0, 1]),
        file(40, 4, 2, colors, [3, 0x12, 0, 0, 0, 3, 0x34, 0x50, 0, 1]), file(40, 24, 0, [], pixels),
        file(40, 16, 3, [0, 0xf8, 0, 0, 0xe0, 7, 0, 0, 0x1f, 0, 0, 0], pixels), file(124, 32, 0, [], pixels),
      ]
    },
    run: { bytes in try decodeChosen(bytes + [0], beginning: ["BM"]) })

  static let gif = FuzzTarget(
    name: "gif", summary: "A GIF file, of which the last byte says which frame.",
    seeds: {
      let head: [UInt8] = Array("GIF89a".utf8) + [4, 0, 3, 0, 0x80, 0, 0, 1, 2, 3, 200, 100, 50]
      func frame(_ control: UInt8, _ flags: UInt8, _ data: [UInt8]) -> [UInt8] {
        [0x21, 0xf9, 4, control, 0, 0, 1, 0, 0x2c, 1, 0, 0, 0, 2, 0, 1, 0, flags] + data
      }
      let data: [UInt8] = [2, 2, 0b0100_0100, 0b0000_1010, 0]
      let three =
        frame(0x09, 0, data) + frame(0x0c, 0x40, data) + frame(0x04, 0x80, [9, 9, 9, 7, 7, 7] + data)
      return (UInt8(0)..<4).map { head + three + [0x3b, $0] }
    },
    run: { bytes in try decodeChosen(bytes, beginning: ["GIF8"]) })

  static let exr = FuzzTarget(
    name: "exr", summary: "The header of an OpenEXR file; ffmpeg, which is not run, decodes the rest.",
    seeds: {
      try [EncodedDepth.half, .float].flatMap { depth in
        try [true, false].map { try picture(opaque: $0).encoded(as: Formats.EXR(depth: depth)) }
      }
    },
    run: { bytes in
      guard Formats.EXR.matches(bytes.span) else { return }
      _ = try Formats.EXR.info(of: bytes, named: "fuzz", options: options)
    })
}
