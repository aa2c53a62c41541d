import CSegueCodecs
import Foundation
import SegueFormats
import SegueTestSupport
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
}
