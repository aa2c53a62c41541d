import Foundation
import SegueFormats
import SeguePixels
import SegueTestSupport
import Synchronization
import Testing

/// Files that libjpeg decodes with a warning.
@Suite("JPEG warnings")
struct JPEGWarningTests {
  private let made = MadeJPEG.gray(43, 29)
  private let progressive = MadeJPEG.gray(43, 29, .progressive)

  @Test("The spectral bytes of a sequential scan are ignored: many Samsung phones write 0, 0, 0")
  func spectralBytes() throws {
    for last: [UInt8] in [[0, 0, 0], [1, 5, 0], [0, 63, 0x10]] {
      var bytes = made.bytes
      let end = try #require(bytes.firstRange(of: [0, 63, 0])?.lowerBound)
      bytes.replaceSubrange(end..<end + 3, with: last)
      #expect(try Bitmap(decoding: bytes) == Bitmap(decoding: made.bytes))
    }
  }

  @Test("A future JFIF version, and bytes between segments, do not affect pixels")
  func harmless() throws {
    let plain = try Bitmap(decoding: made.bytes)
    var future = made
    future.segments = MadeJPEG.segment(0xe0, Array("JFIF".utf8) + [0, 7, 1, 0, 0, 1, 0, 1, 0, 0])
    #expect(try Bitmap(decoding: future.bytes) == plain)
    #expect(try Bitmap(decoding: made.bytes.dropLast(2) + [1, 2, 3, 0xff, 0xd9]) == plain)
  }

  @Test("An Adobe transform that is undefined is damage, since the color space is unknown")
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

  @Test("An invalid Huffman code, and a scan that ends early, are damage")
  func entropyCodedData() throws {
    let start = try #require(made.bytes.firstRange(of: [0, 63, 0])?.upperBound)
    let head = Array(made.bytes[..<start]), end: [UInt8] = [0xff, 0xd9]
    let ones = [[UInt8]](repeating: [0xff, 0], count: 200).flatMap(\.self)
    expectDamage(head + ones + end, "Corrupt JPEG data: bad Huffman code")
    expectDamage(head + end, "Corrupt JPEG data: premature end of data segment")
  }

  @Test("Missing restart markers are damage")
  func restarts() {
    var made = made
    made.segments = MadeJPEG.segment(0xdd, [0, 1])
    let error = decodingError(made.bytes)
    guard error?.code == .imageDamaged else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Collects the warnings of `decode`.
  private func warnings(_ decode: (DecodeOptions) throws -> Void) throws -> [String] {
    let said = Mutex<[String]>([])
    try decode(DecodeOptions { line in said.withLock { $0.append(line) } })
    return said.withLock { $0 }
  }

  @Test("A missing end marker causes one warning, in all ways of decoding")
  func endMarker() throws {
    let expected = ["a.jpg: its end marker is missing; all pixels are there"]
    var turned = MadeJPEG.gray(43, 29)
    turned.segments = MadeJPEG.segment(0xe1, Array("Exif\0\0".utf8) + MadeExif(small: nil).bytes)
    var inks = MadeJPEG(width: 16, height: 16, components: [], adobeTransform: 2)
    inks.components = [UInt8](arrayLiteral: 9, 60, 120, 200).map { start in (0..<4).map { start + $0 } }
    var refined = progressive
    refined.refinedCoefficients = 63
    refined.refinedBits = 7  // 441 scans; 500 are allowed
    for made in [made, progressive, refined, turned, inks] {
      for missing in 1...2 {
        let bytes = Array(made.bytes.dropLast(missing))
        var (picture, frame): (Bitmap?, Bitmap?)
        let said = try warnings { picture = try Bitmap(decoding: bytes, named: "a.jpg", options: $0) }
        #expect(try picture == Bitmap(decoding: made.bytes) && said == expected)
        // A much smaller frame is fitted while rows are decoded.
        let framing = Framing(size: PixelSize(width: 3, height: 2))
        let fitted = try warnings {
          frame = try Bitmap(decoding: bytes, named: "a.jpg", fittedTo: framing, Execution(decoding: $0))
        }
        #expect(try frame == Bitmap(decoding: made.bytes, named: "a.jpg", fittedTo: framing))
        #expect(fitted == expected)
      }
    }
    let file = try contents(of: projectFolder + "/Tests/Pictures/no-eoi.jpg")
    #expect(
      try warnings { _ = try Bitmap(decoding: file, named: "a.jpg", options: $0) } == expected)
  }

  @Test("A file that ends between progressive scans is truncated")
  func endsBetweenScans() throws {
    // All coefficients have refinement scans; the last scans are cut off.
    var refined = progressive
    refined.refinedCoefficients = 63
    refined.refinedBits = 7  // 441 scans; 500 are allowed
    for made in [progressive, refined] {
      let bytes = made.bytes
      let scans = bytes.indices.filter { bytes[$0...].starts(with: [0xff, 0xda]) }
      for scan in scans.dropFirst().suffix(3) {
        #expect(
          decodingError(Array(bytes[..<scan]))
            == .truncated(file: "image", detail: "Premature end of JPEG file"))
      }
    }
  }

  @Test("A component without a scan is damage, with or without an end marker")
  func componentsWithoutScans() throws {
    // The only scan has two of the three components.
    var made = MadeJPEG(width: 8, height: 8, components: [[9], [99], [199]], adobeTransform: 0)
    made.kind = .baseline
    let bytes = made.bytes
    let start = try #require(bytes.firstRange(of: [0xff, 0xda])?.lowerBound)
    var two = made
    two.components = [[9], [99]]
    let other = two.bytes
    let scan = try #require(other.firstRange(of: [0xff, 0xda])?.lowerBound)
    let cut = Array(bytes[..<start]) + other[scan...]
    expectDamage(cut, "a scan of a component is missing")
    #expect(
      decodingError(Array(cut.dropLast(2))) == .truncated(file: "image", detail: "Premature end of JPEG file")
    )
  }

  private func expectDamage(
    _ bytes: [UInt8], _ detail: String, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      decodingError(bytes) == .damaged(file: "image", detail: detail), sourceLocation: location)
  }
}
