import Segue

// Targets for formats that libraries decode. Fuzz/seeds.py makes further seeds.

extension FuzzTarget {
  static let tiff = FuzzTarget(
    name: "tiff", summary: "A TIFF file, of which the last byte says which picture.",
    seeds: {
      var deep = MadeTIFF(bits: 16, tile: (16, 16))
      deep.profile = MadeProfile.adobe.bytes
      let gray = MadeTIFF(bits: 16, photometric: 0, samples: 2, isPlanar: true, isBigEndian: true, extra: 2)
      let inks = MadeTIFF(photometric: 5, samples: 4, isPlanar: true, orientation: 6)
      let all = [MadeTIFF(), deep, gray, inks, MadeTIFF(samples: 4, tile: (32, 16), extra: 1)]
      return all.map { $0.bytes + [0] } + (UInt8(0)..<4).map { all[0].file([all[0], inks, gray]) + [$0] }
    },
    run: { bytes in try decodeChosen(bytes, beginning: ["II", "MM"]) })

  static let webp = FuzzTarget(
    name: "webp", summary: "A WebP file, lossy, lossless or moving, of which the last byte says which frame.",
    seeds: {
      guard Formats.WebP.unavailable == nil else { return [] }
      return try [true, false].flatMap { isLossless in
        try [true, false].map { opaque in
          try picture(opaque: opaque).encoded(as: Formats.WebP(isLossless: isLossless)) + [0]
        }
      }
    },
    run: { bytes in try decodeChosen(bytes, beginning: ["RIFF"]) })

  static let heif = FuzzTarget(
    name: "heif", summary: "A HEIC or AVIF file, of which the last byte says which picture.",
    seeds: { try texts(in: "Tests/Pictures", "heic", "avif").map { $0 + [0] } },
    run: { bytes in try decodeChosen(bytes, beginning: ["ftyp"]) })
}
