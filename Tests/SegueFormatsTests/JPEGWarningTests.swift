import SegueFormats
import SeguePixels
import Testing

/// Files that libjpeg decodes with a warning.
@Suite("JPEG warnings")
struct JPEGWarningTests {
  private let made = MadeJPEG.gray(43, 29)
  private let progressive = MadeJPEG.gray(43, 29, .progressive)

  @Test("A sequential scan's bytes for progressive files are left aside: many Samsung phones write 0, 0, 0")
  func spectralBytes() throws {
    for last: [UInt8] in [[0, 0, 0], [1, 5, 0], [0, 63, 0x10]] {
      var bytes = made.bytes
      let end = try #require(bytes.firstRange(of: [0, 63, 0])?.lowerBound)
      bytes.replaceSubrange(end..<end + 3, with: last)
      #expect(try Bitmap(decoding: bytes) == Bitmap(decoding: made.bytes))
    }
  }

  @Test("A future version of JFIF, and bytes between two segments, do not touch the pixels")
  func harmless() throws {
    let plain = try Bitmap(decoding: made.bytes)
    var future = made
    future.segments = MadeJPEG.segment(0xe0, Array("JFIF".utf8) + [0, 7, 1, 0, 0, 1, 0, 1, 0, 0])
    #expect(try Bitmap(decoding: future.bytes) == plain)
    #expect(try Bitmap(decoding: made.bytes.dropLast(2) + [1, 2, 3, 0xff, 0xd9]) == plain)
  }

  @Test("A transform that Adobe does not define is damage: what the colors stand for would be a guess")
  func adobeTransform() {
    let made = MadeJPEG(width: 8, height: 8, components: [[9], [99], [199]], adobeTransform: 7)
    expectDamage(made.bytes, "Unknown Adobe color transform code 7")
  }

  @Test("A progressive file without its first scan is damage")
  func progression() throws {
    var bytes = progressive.bytes
    let scans = bytes.indices.filter { bytes[$0...].starts(with: [0xff, 0xda]) }
    try #require(scans.count == 2)
    bytes.removeSubrange(scans[0]..<scans[1])
    expectDamage(bytes, "Inconsistent progression sequence for component 0 coefficient 0")
  }

  @Test("A code that is not in the table, and a scan that ends early, are damage")
  func entropyCodedData() throws {
    let start = try #require(made.bytes.firstRange(of: [0, 63, 0])?.upperBound)
    let head = Array(made.bytes[..<start]), end: [UInt8] = [0xff, 0xd9]
    let ones = [[UInt8]](repeating: [0xff, 0], count: 200).flatMap(\.self)
    expectDamage(head + ones + end, "Corrupt JPEG data: bad Huffman code")
    expectDamage(head + end, "Corrupt JPEG data: premature end of data segment")
  }

  @Test("Restart markers that are announced and missing are damage")
  func restarts() {
    var made = made
    made.segments = MadeJPEG.segment(0xdd, [0, 1])
    let error = decodingError(made.bytes)
    guard case .damaged = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  private func expectDamage(
    _ bytes: [UInt8], _ detail: String, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      decodingError(bytes) == .damaged(file: "image", detail: detail), sourceLocation: location)
  }
}
