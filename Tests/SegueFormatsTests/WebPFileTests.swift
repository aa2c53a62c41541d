import CSegueCodecs
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("WebP files", .enabled(if: segue_has_webp(), "built without libwebp: apt-get install libwebp-dev"))
struct WebPFileTests {
  /// WebP Container Specification, "Extended WebP file header": the bits E and X of the flags.
  @Test("The header says which metadata the file has, and no other")
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
    }
  }
}
