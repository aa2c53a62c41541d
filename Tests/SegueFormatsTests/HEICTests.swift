import CSegueCodecs
import Foundation
import SegueFormats
import SeguePixels
import SegueTestSupport
import Synchronization
import Testing

@Suite("HEIC", .enabled(if: segue_has_heif(), "built without libheif: apt-get install libheif-dev"))
struct HEICTests {
  /// The number before EXIF counts what stands between: nothing as our file has it, the word of a JPEG's segment in others.
  @Test func exifBeginsWhereItIsSaid() throws {
    let sound = try contents(of: projectFolder + "/Tests/Pictures/metadata.avif")
    var file = sound
    func replace(_ old: [UInt8], _ new: [UInt8]) throws {
      let place = try #require(Data(file).range(of: Data(old)))
      file.replaceSubrange(place, with: new)
    }
    let word = Array("Exif\0\0".utf8)
    try replace(bigEndian(0) + Array("MM".utf8), bigEndian(6) + word + Array("MM".utf8))
    // EXIF is longer by that; XMP, which comes next, is farther back, and the box of both is larger.
    try replace(bigEndian(0x9a), bigEndian(0x9a + 6))
    try replace(bigEndian(0x24e), bigEndian(0x24e + 6))
    try replace(bigEndian(0x188) + Array("mdat".utf8), bigEndian(0x188 + 6) + Array("mdat".utf8))
    let metadata = try Metadata(decoding: file)
    #expect(try metadata == Metadata(decoding: sound))
    #expect(metadata.resolution == Metadata.Resolution(across: 300, down: 150) && metadata.xmp != nil)
  }

  @Test func twelveBits() throws {
    // ffmpeg -f lavfi -i color=c=0x306090:s=64x48 -frames:v 1 -pix_fmt yuv444p12le -c:v libaom-av1 -still-picture 1
    let file = projectFolder + "/Tests/Pictures/twelve-bits.avif"
    let picture = try Bitmap(contentsOf: file)
    let expected = try Bitmap(
      PixelSize(width: 64, height: 48), filledWith: Pixel(red: 0x30, green: 0x60, blue: 0x90))
    #expect(picture.size == expected.size && picture.largestDifference(from: expected) <= 2)
  }

  /// The number before EXIF counts as its bytes.
  @Test("EXIF and XMP of 16 MiB are read, and of a byte more left out, which is said", arguments: [0, 1])
  func limits(more: Int) throws {
    var file = try contents(of: projectFolder + "/Tests/Pictures/metadata.avif")
    let (exif, xmp) = (Array(file[0x1b4..<0x1b4 + 0x9a]), Array(file[0x24e..<0x24e + 0xcb]))
    let length = 1 << 24 + more
    // Where each of them is, in one part, and how long it is: they come behind all else now.
    for (old, place) in [((0x1b4, 0x9a), file.count), ((0x24e, 0xcb), file.count + length)] {
      let entry = bigEndian(old.0) + [0, 1] + bigEndian(0) + bigEndian(old.1)
      let range = try #require(Data(file).range(of: Data(entry)))
      file.replaceSubrange(range, with: bigEndian(place) + [0, 1] + bigEndian(0) + bigEndian(length))
    }
    file += exif + [UInt8](repeating: 0, count: length - exif.count)
    file += xmp + [UInt8](repeating: UInt8(ascii: " "), count: length - xmp.count)
    let said = Mutex<[String]>([])
    let options = DecodeOptions { line in said.withLock { $0.append(line) } }
    let metadata = try Metadata(decoding: file, named: "photo", options: options)
    #expect(metadata.exif?.count == (more == 0 ? length - 4 : nil))
    #expect(metadata.xmp?.utf8.count == (more == 0 ? length : nil))
    #expect(
      said.withLock { $0 }
        == (more == 0
          ? [] : ["photo: its EXIF is damaged; it is left out", "photo: its XMP is damaged; it is left out"]))
  }
}
