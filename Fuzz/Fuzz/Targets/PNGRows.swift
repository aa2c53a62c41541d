import Segue

extension FuzzTarget {
  static let pngRows = FuzzTarget(
    name: "png-rows",
    summary: "Filtered rows of any layout in a sound PNG file; its first bytes are the layout.",
    seeds: {
      let rows = (UInt8(0)..<200).map { $0 % 9 == 0 ? $0 / 9 % 5 : $0 }
      let layouts: [(UInt8, UInt8)] = [
        (0, 1), (0, 8), (0, 16), (2, 8), (3, 4), (3, 8), (4, 8), (6, 8), (6, 16),
      ]
      return layouts.flatMap { type, depth in [UInt8(0), 1].map { [7, 5, depth, type, $0] + rows } }
    },
    run: { bytes in
      guard bytes.count > 5 else { return }
      let header = PNGChunk.header(
        Int(bytes[0]), Int(bytes[1]), depth: Int(bytes[2]), colorType: Int(bytes[3]),
        interlaced: bytes[4] & 1 == 1)
      let palette = PNGChunk(name: "PLTE", data: (0..<768).map { UInt8($0 & 255) })
      let file = PNGChunk.file(
        [header] + (bytes[3] == 3 ? [palette] : []) + [
          PNGChunk(name: "IDAT", data: deflated(Array(bytes.dropFirst(5)), level: 0)),
          PNGChunk(name: "IEND", data: []),
        ])
      checkInflaters(file)
      _ = try Bitmap(decoding: file, options: options)
    })
}
