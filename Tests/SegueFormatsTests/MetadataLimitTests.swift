import SegueFormats
import SeguePixels
import SegueTestSupport
import Synchronization
import Testing

/// Metadata that is too long, and formats without metadata.
@Suite("Limits of metadata") struct MetadataLimitTests {
  /// Reads metadata, and collects the warnings.
  private func read(_ bytes: [UInt8]) throws -> (metadata: Metadata, warnings: [String]) {
    let said = Mutex<[String]>([])
    let options = DecodeOptions { line in said.withLock { $0.append(line) } }
    let metadata = try Metadata(decoding: bytes, named: "photo", options: options)
    return (metadata, said.withLock { $0 })
  }

  /// Makes a WebP file of metadata chunks only.
  private func webp(_ chunks: [(name: String, data: [UInt8])]) -> [UInt8] {
    var body = Array("WEBP".utf8)
    for chunk in chunks {
      body += Array(chunk.name.utf8) + little32(chunk.data.count)
      body += chunk.data + [UInt8](repeating: 0, count: chunk.data.count % 2)
    }
    return Array("RIFF".utf8) + little32(body.count) + body
  }

  @Test("EXIF and XMP of 16 MiB are read; longer ones are left out, with a warning")
  func sixteenMebibytes() throws {
    let most = 1 << 24
    let short = MadeExif(small: nil).bytes
    let exif = short + [UInt8](repeating: 0, count: most - short.count)
    let xmp = [UInt8](repeating: UInt8(ascii: "x"), count: most)
    let (metadata, warnings) = try read(webp([("EXIF", exif), ("XMP ", xmp)]))
    #expect(metadata.exif?.count == most && metadata.xmp?.utf8.count == most && warnings == [])
    let longer = try read(webp([("EXIF", exif + [0]), ("XMP ", xmp + xmp.prefix(1))]))
    #expect(longer.metadata == Metadata())
    #expect(
      longer.warnings == [
        "photo: its EXIF has more than 16 MiB; it is left out",
        "photo: its XMP has more than 16 MiB; it is left out",
      ])
    // XMP that is too long does not affect EXIF.
    let one = try read(webp([("EXIF", short), ("XMP ", xmp + xmp.prefix(1))]))
    #expect(one.metadata.exif?.count == short.count && one.metadata.xmp == nil)
    #expect(one.warnings == ["photo: its XMP has more than 16 MiB; it is left out"])
  }

  @Test("Formats without metadata give none, without a warning")
  func formatsWithout() throws {
    var bmp = Array("BM".utf8) + [58, 0, 54, 40, 1, 1].flatMap(little32) + little16(1) + little16(24)
    bmp += [UInt8](repeating: 0, count: 24)
    bmp += [1, 2, 3, 0]
    let gif = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6]
    let frame: [UInt8] = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0, 0x3b]
    let qoi = Array("qoif".utf8) + bigEndian(1) + bigEndian(1) + [3, 0, 0xfe, 1, 2, 3]
    for bytes in [
      bmp, gif + frame, qoi + [0, 0, 0, 0, 0, 0, 0, 1], Array("P5 1 1 255\n".utf8) + [7],
    ] as [[UInt8]] {
      #expect(try Bitmap(decoding: bytes).size == PixelSize(width: 1, height: 1))
      let (metadata, warnings) = try read(bytes)
      #expect(metadata == Metadata() && warnings == [])
    }
  }

  @Test("EXIF that ends with the file is read, and is missing if cut by a byte")
  func lastBytes() throws {
    let exif = MadeExif(orientation: 1, small: nil).bytes
    for file in [
      Array("RIFF\0\0\0\0WEBPEXIF".utf8) + little32(exif.count) + exif,
      [0xff, 0xd8] + MadeJPEG.segment(0xe1, Array("Exif\0\0".utf8) + exif),
      PNGChunk.file([.header(3, 2), PNGChunk(name: "eXIf", data: exif)]),
    ] {
      let (metadata, warnings) = try read(file)
      #expect(metadata.exif?.count == exif.count && warnings == [])
      let cut = try read(file.dropLast())
      #expect(cut.metadata == Metadata() && cut.warnings == [])
    }
  }

  /// WebP Container Specification, "RIFF file format": a chunk of odd length is followed by a padding byte.
  @Test("A WebP chunk begins at an even offset, after chunks of any length", arguments: 0...5)
  func evenPlaces(count: Int) throws {
    let exif = MadeExif(orientation: 1, small: nil).bytes
    let other = (name: "ABCD", data: [UInt8](repeating: 7, count: count))
    let (metadata, warnings) = try read(webp([other, ("EXIF", exif), other, ("XMP ", Array("<a/>".utf8))]))
    #expect(metadata.exif?.count == exif.count && metadata.xmp == "<a/>" && warnings == [])
  }
}
