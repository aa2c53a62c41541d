import CSegueCodecs

extension FuzzTarget {
  static let colors = FuzzTarget(
    name: "colors",
    summary: "An ICC profile behind a byte of the channels, or chromaticities, and pixels converted by it.",
    seeds: {
      let profiles: [(UInt8, MadeProfile)] = [
        (0, .adobe), (0, .proPhoto), (1, .gray(gamma: 2.2)), (1, .adobe),
        (2, .inks { [100 - 25 * ($0[0] + $0[1] + $0[2] + $0[3]), 20 * $0[0], 20 * $0[1]] }),
      ]
      // The white point, red, green and blue of sRGB, then a gamma of 2.2, in the form of PNG chunks.
      let chromaticities = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000, 45455].flatMap(bigEndian)
      return profiles.map { [$0] + $1.bytes } + [[3] + chromaticities]
    },
    run: { bytes in
      guard let kind = bytes.first else { return }
      let data = Array(bytes.dropFirst())
      var pointer: OpaquePointer?
      if kind & 3 < 3 {
        let channels = [SEGUE_RGB, SEGUE_GRAY, SEGUE_CMYK][Int(kind & 3)]
        _ = segue_conversion_of_profile(&pointer, data, data.count, channels)
      } else {
        guard data.count >= 36 else { return }
        let numbers = stride(from: 0, to: 36, by: 4).map { start in
          Double(Int32(truncatingIfNeeded: data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) })) / 1e5
        }
        let at = segue_chromaticities(
          x: (numbers[0], numbers[2], numbers[4], numbers[6]),
          y: (numbers[1], numbers[3], numbers[5], numbers[7]))
        let hdr = [SEGUE_SDR, SEGUE_HDR_PQ, SEGUE_HDR_HLG][Int(data[35] % 3)]
        let curve = segue_transfer(exponent: 1 / numbers[8], scale: 1, offset: 0, slope: 0, end: 0, hdr: hdr)
        _ = segue_conversion_of_chromaticities(&pointer, at, curve)
      }
      guard let pointer else { return }
      defer { segue_conversion_free(pointer) }
      // 85 pixels with many values, including extremes, in different combinations.
      var words = (0..<340).map { UInt16(truncatingIfNeeded: $0 / 4 * 65535 / 84 * ($0 % 4 + 1)) }
      var samples = words.map { UInt8($0 >> 8) }
      segue_convert8(pointer, &samples, 85)
      segue_convert16(pointer, &words, 85)
    })
}
