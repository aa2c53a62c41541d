import Segue

extension FuzzTarget {
  static let png = FuzzTarget(
    name: "png", summary: "A PNG file, as it is and with right CRCs, which damage would not get behind.",
    seeds: {
      let formats: [any ImageFormat] = [Formats.PNG(), Formats.PNG(compression: .small)]
      let files = try formats.flatMap { format in
        try [true, false].map { try picture(opaque: $0).encoded(as: format) }
      }
      let deep = try picture().converted(to: .sixteen).encoded(as: Formats.PNG())
      // Adds chunks that the encoder does not write.
      let others = ["PLTE", "tRNS", "gAMA", "eXIf", "acTL", "tEXt", "cICP"]
        .map { PNGChunk(name: $0, data: [0, 255, 0, 0, 0, 0]) }
      return try files + [
        deep,
        PNGChunk.file(PNGChunk.list(files[0]).prefix(1) + others + PNGChunk.list(files[0]).dropFirst()),
      ]
    },
    run: { bytes in
      _ = try? Bitmap(decoding: bytes, options: options)
      _ = try? Bitmap(decoding: withRightCRCs(bytes), options: options)
      _ = try? Bitmap(decoding: withRightCRCs(bytes), options: deepOptions)
    })
}

/// A PNG file in which the CRCs of all complete chunks are corrected.
private func withRightCRCs(_ file: [UInt8]) -> [UInt8] {
  var out = Array(file.prefix(8))
  var rest = file.dropFirst(8)
  while rest.count >= 12, rest.count - 12 >= PNGChunk.integer(rest) {
    let data = rest.dropFirst(8).prefix(PNGChunk.integer(rest))
    // A name that is not UTF-8 belongs to no known chunk.
    out +=
      PNGChunk(name: String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self), data: Array(data)).bytes
    rest = rest.dropFirst(12 + data.count)
  }
  return out + rest
}
