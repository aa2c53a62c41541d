import CSegueCodecs
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("WebP files", .enabled(if: segue_has_webp(), "built without libwebp: apt-get install libwebp-dev"))
struct WebPFileTests {
  /// WebP Container Specification, "Extended WebP file header": the bits E and X of the flags.
  @Test("The header's flags match the metadata in the file")
  func flags() throws {
    let picture = try Bitmap.noise(9, 6, seed: 4, opaque: true)
    let exif = MadeExif(orientation: 1, small: nil).bytes
    for (metadata, flags) in [
      (Metadata(exif: exif), 0x08), (Metadata(xmp: "<a/>"), 0x04), (Metadata(exif: exif, xmp: "<a/>"), 0x0c),
    ] as [(Metadata, UInt8)] {
      let bytes = try picture.encoded(as: Formats.WebP(), metadata: metadata) {
        Issue.record("warned: \($0)")
      }
      #expect(bytes[12..<16].elementsEqual("VP8X".utf8))
      #expect(bytes[20] == flags)
      // Only JPEG has a prefix before EXIF.
      let chunks = bytes.indices.filter { bytes[$0...].starts(with: "EXIF".utf8) }
      #expect(
        chunks.map { Array(bytes[$0 + 8..<$0 + 12]) } == (metadata.exif == nil ? [] : [Array(exif.prefix(4))])
      )
    }
  }

  private func chunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little32(payload.count) + payload + (payload.count % 2 == 1 ? [0] : [])
  }

  private func riff(_ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + little32(4 + chunks.count) + Array("WEBP".utf8) + chunks
  }

  private func withXMP(_ file: [UInt8]) -> [UInt8] {
    Formats.WebP().adding(Metadata(xmp: "<a/>"), to: file, named: "image") { Issue.record("warned: \($0)") }
  }

  /// RFC 6386, 9.1: a side has 14 bits, followed by two bits of scale; RFC 9649, 3.4.
  @Test("A new header takes size and alpha from the bitstream")
  func sizes() {
    let lossy = chunk("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a] + little16(300 | 1 << 14) + little16(17 | 2 << 14))
    let lossless = chunk("VP8L", [0x2f] + little32(299 | 16 << 14 | 1 << 28))
    let opaque = chunk("VP8L", [0x2f] + little32(299 | 16 << 14))
    let sides = little32(299).prefix(3) + little32(16).prefix(3)
    for (picture, flags) in [(lossy, 4), (lossless, 0x14), (opaque, 4)] as [([UInt8], UInt8)] {
      let header = chunk("VP8X", [flags, 0, 0, 0] + sides)
      #expect(withXMP(riff(picture)) == riff(header + picture + chunk("XMP ", Array("<a/>".utf8))))
    }
    // An existing header is kept, except for its metadata flags.
    let (before, after) = (
      chunk("VP8X", [0x22, 0, 0, 0] + sides), chunk("VP8X", [0x26, 0, 0, 0] + sides)
    )
    #expect(
      withXMP(riff(before + lossless))
        == riff(after + lossless + chunk("XMP ", Array("<a/>".utf8))))
  }

  /// WebP Container Specification, "Extended File Format".
  @Test("A profile precedes the picture, EXIF and XMP follow, all at even offsets")
  func order() throws {
    let picture = try Bitmap.noise(9, 6, seed: 4, opaque: true)
    let exif = MadeExif(orientation: 1, small: nil).bytes
    for (more, xmp) in [(0, "<a/>"), (1, "<a/>"), (0, "<ab/>"), (1, "<ab/>")] {
      let metadata = Metadata(exif: exif + [UInt8](repeating: 0, count: more), xmp: xmp)
      let format = Formats.WebP(isLossless: true, profile: .srgb)
      let bytes = try picture.encoded(as: format, metadata: metadata)
      var (names, place): ([String], Int) = ([], 12)
      while place + 8 <= bytes.count {
        names.append(String(decoding: bytes[place..<place + 4], as: UTF8.self))
        let count = bytes[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
        place += 8 + count + count % 2
      }
      #expect(names == ["VP8X", "ICCP", "VP8L", "EXIF", "XMP "] && place == bytes.count)
      #expect(Array(bytes[4..<8]) == little32(bytes.count - 8))
      let back = try Metadata(decoding: bytes)
      #expect(back.xmp == xmp && back.exif?.count == exif.count + more)
    }
  }

  /// Exif 2.32, 4.6.4 A; orientations without mirroring.
  @Test(
    "The picture and its resolution are turned by EXIF, with or without its prefix",
    arguments: [1, 3, 6, 8])
  func turned(orientation: Int) throws {
    let picture = try Bitmap.noise(9, 6, seed: 5, opaque: true)
    let exif = MadeExif(orientation: orientation, small: nil).bytes
    let plain = try picture.encoded(as: Formats.WebP(isLossless: true))
    for name in ["", "Exif\0\0"] {
      let file = Formats.WebP().adding(
        Metadata(exif: Array(name.utf8) + exif), to: plain, named: "image"
      ) { Issue.record("warned: \($0)") }
      let upright = try Bitmap(decoding: file)
      #expect(upright.size == (orientation > 4 ? PixelSize(width: 6, height: 9) : picture.size))
      for y in 0..<upright.height {
        for x in 0..<upright.width {
          let (column, row) = [3: (8 - x, 5 - y), 6: (y, 5 - x), 8: (8 - y, x)][orientation] ?? (x, y)
          #expect(upright[x, y] == picture[column, row])
        }
      }
      let metadata = try Metadata(decoding: file)
      let sides = orientation > 4 ? (150.0, 300.0) : (300, 150)
      #expect(metadata.resolution == Metadata.Resolution(across: sides.0, down: sides.1))
      #expect(metadata.exif?.count == exif.count && metadata.exif?.starts(with: "MM".utf8) == true)
    }
  }

  @Test("A file of unknown size stays unchanged")
  func unknownSizes() {
    for chunks in [
      [], chunk("ABCD", [UInt8](repeating: 1, count: 20)), chunk("VP8L", [0x2f, 1, 2, 3]),
      chunk("VP8 ", [UInt8](repeating: 1, count: 9)), Array("VP8L".utf8) + little32(99) + [0x2f],
    ] as [[UInt8]] {
      #expect(withXMP(riff(chunks)) == riff(chunks))
    }
  }
}
