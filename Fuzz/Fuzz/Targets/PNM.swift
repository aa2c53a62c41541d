import Segue

extension FuzzTarget {
  static let pnm = FuzzTarget(
    name: "pnm",
    summary: "A PNM file as a picture and as a map: gray, colors, bits and numbers, as bytes and as text.",
    seeds: {
      let raster = (UInt8(0)..<60).map { $0 &* 37 }
      let text = raster.map { "\($0)" }.joined(separator: " ")
      return [
        Array("P1 # bits\n5 3\n01011 0 1 0 1 1 11111".utf8), Array("P2\n5 3\n255\n\(text)".utf8),
        Array("P3 4 4 65535 \(text)\n".utf8), Array("P4\r\n13\t3\n".utf8) + raster,
        Array("P5 5 3 255\n".utf8) + raster, Array("P5 5 3 1000\n".utf8) + raster.map { $0 & 1 },
        Array("P6 3 3 65535\n".utf8) + raster,
        Array("P7\nWIDTH 5\nHEIGHT 3\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n".utf8) + raster,
        Array("P7\nWIDTH 5\nHEIGHT 3\nDEPTH 2\nMAXVAL 65535\nENDHDR\n".utf8) + raster,
        Array("Pf\n5 3\n-1.0\n".utf8) + raster, Array("PF 2 2 1 ".utf8) + raster,
      ]
    },
    run: { bytes in
      let (picture, plane) = (
        try? Bitmap(decoding: bytes, options: options), try? LumaPlane(decoding: bytes, options: options)
      )
      expect(picture?.size == plane?.size, "a bitmap or a plane, not both")
      let deep = try? Bitmap(decoding: bytes, options: deepOptions)
      expect(deep?.size == picture?.size, "a bitmap of one depth, not of both")
      expect(plane?.values.allSatisfy { $0 >= 0 && $0 <= 1 } ?? true, "a value out of 0…1")
    })
}
