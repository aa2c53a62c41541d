import CSegueCodecs
import SegueFormats
import SeguePixels
import SegueTestSupport

/// A small file with its properties.
struct InfoFile {
  let name: String
  let bytes: [UInt8]
  let info: ImageInfo

  /// Small files of all formats that are read without ffmpeg, each with its properties.
  static func small() throws -> [InfoFile] {
    let size = PixelSize(width: 19, height: 14)
    var files: [InfoFile] = []
    func add(_ name: String, _ bytes: [UInt8], _ info: ImageInfo) {
      files.append(InfoFile(name: name, bytes: bytes, info: info))
    }
    for isOpaque in [false, true] {
      let bitmap = try Bitmap(
        width: size.width, height: size.height, rgba: MadePicture.noise(size, opaque: isOpaque, seed: 3))
      add(
        "PNG", try bitmap.encoded(as: .png),
        ImageInfo(Formats.PNG.self, size: size, hasAlpha: !isOpaque, depth: 8))
      add(
        "JPEG", try bitmap.encoded(as: .jpeg),
        ImageInfo(Formats.JPEG.self, size: size, hasAlpha: false, depth: 8))
      guard segue_has_webp() else { continue }
      for isLossless in [false, true] {
        add(
          "WebP", try bitmap.encoded(as: Formats.WebP(isLossless: isLossless)),
          ImageInfo(Formats.WebP.self, size: size, hasAlpha: !isOpaque, depth: 8))
      }
    }
    for made in MadeGIF.all {
      let first = made.frames[0]
      let hasAlpha =
        made.frames.contains { $0.transparent != nil || $0.disposal == 2 } || first.left + first.top > 0
        || first.disposal > 2
        || first.width < made.size.width || first.height < made.size.height
      add(
        "GIF", made.made.bytes,
        ImageInfo(Formats.GIF.self, size: made.size, count: made.frames.count, hasAlpha: hasAlpha, depth: 8))
    }
    let texts: [(String, [UInt8], hasAlpha: Bool, depth: Int)] = [
      ("P2 2 1 1000 5 6", [], false, 10), ("P5 2 1 255\n", [1, 2], false, 8), ("P1 2 1 10", [], false, 1),
      ("P6 2 1 65535\n", [UInt8](repeating: 7, count: 12), false, 16),
      (
        "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n", [1, 2, 3, 4, 5, 6, 7, 8],
        true, 8
      ),
      ("P7\nWIDTH 2\nHEIGHT 1\nDEPTH 2\nMAXVAL 1\nENDHDR\n", [1, 0, 1, 1], true, 1),
      ("Pf 2 1 -1\n", [UInt8](repeating: 0, count: 8), false, 32),
      ("Ph 2 1 -1\n", [UInt8](repeating: 0, count: 4), false, 16),
    ]
    for (text, bytes, hasAlpha, depth) in texts {
      add(
        "PNM", Array(text.utf8) + bytes,
        ImageInfo(Formats.PNM.self, size: PixelSize(width: 2, height: 1), hasAlpha: hasAlpha, depth: depth))
    }
    for channels in [3, 4] as [UInt8] {
      let end: [UInt8] = [0xc0, 0, 0, 0, 0, 0, 0, 0, 1]
      add(
        "QOI", Array("qoif".utf8) + bigEndian(1) + bigEndian(1) + [channels, 0] + end,
        ImageInfo(
          Formats.QOI.self, size: PixelSize(width: 1, height: 1), hasAlpha: channels == 4, depth: 8))
    }
    func bmp(_ depth: Int, _ masks: [Int], _ pixels: [UInt8]) -> [UInt8] {
      let head = 40 + 4 * masks.count
      return Array("BM".utf8) + little32(14 + head + pixels.count) + little32(0) + little32(14 + head)
        + little32(head) + little32(1) + little32(1) + little16(1) + little16(depth)
        + little32(masks.isEmpty ? 0 : 3) + [UInt8](repeating: 0, count: 20) + masks.flatMap(little32)
        + pixels
    }
    for (depth, masks, hasAlpha, bits) in [
      (24, [], false, 8), (32, [], false, 8), (16, [], false, 5),
      (32, [0xff, 0xff00, 0xff0000, 0xff00_0000], true, 8),
      (16, [0xf800, 0x7e0, 0x1f, 0], false, 6), (32, [0x3ff, 0xffc00, 0x3ff0_0000, 0], false, 10),
    ] as [(Int, [Int], Bool, Int)] {
      add(
        "BMP", bmp(depth, masks, [1, 2, 3, 4]),
        ImageInfo(
          Formats.BMP.self, size: PixelSize(width: 1, height: 1), hasAlpha: hasAlpha, depth: bits))
    }
    return files
  }

  /// A TIFF file of three pages.
  static var pages: (bytes: [UInt8], sizes: [PixelSize]) {
    let pictures = [
      MadeTIFF(), MadeTIFF(width: 7, height: 5, bits: 16), MadeTIFF(photometric: 1, samples: 1),
    ]
    return (
      pictures[0].file(pictures), pictures.map { PixelSize(width: $0.width, height: $0.height) }
    )
  }
}
