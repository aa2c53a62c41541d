import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// What is looked at before ffmpeg gets a file, and what it hands over.
@Suite("OpenEXR") struct OpenEXRTests {
  private static let behind = ImageError.truncated(
    file: "image", detail: "a piece of the picture begins behind the end of the file")

  /// OpenEXR File Layout, "Chunk Layout": as many rows as are packed together.
  @Test(
    "The last piece is looked for, by the rows that a piece has, and none behind it",
    arguments: zip(UInt8(0)...9, [1, 1, 1, 16, 32, 16, 32, 32, 32, 256]))
  func pieces(compression: UInt8, rows: Int) {
    let count = (300 + rows - 1) / rows
    var made = MadeEXR(height: 300, compression: compression)
    made.places = [count - 1: (low: 1 << 20, high: 0)]
    #expect(decodingError(made.bytes) == Self.behind)
    made.places = [count: (low: 1 << 20, high: 0)]
    #expect(decodingError(made.bytes) != Self.behind)
  }

  @Test("A way of packing that there is not is damage", arguments: [10, 11, 255] as [UInt8])
  func packing(compression: UInt8) {
    #expect(
      decodingError(MadeEXR(compression: compression).bytes)
        == .damaged(file: "image", detail: "its compression is number \(compression)"))
  }

  @Test func aPieceBeginsWithinTheFile() {
    let count = MadeEXR().bytes.count
    for place in [(low: count, high: 0), (low: 0, high: 1)] {
      #expect(decodingError(MadeEXR(places: [1: place]).bytes) == Self.behind)
    }
    #expect(
      decodingError(MadeEXR(places: [1: (low: count - 1, high: 0)]).bytes)
        == .truncated(file: "image", detail: "the file ends too early"))
  }

  @Test(
    "Whole numbers are no light", .enabled(if: hasFFmpeg, ffmpegMissing), arguments: ["Y", "BGR", "ABGR"])
  func wholeNumbers(channels: String) {
    #expect(
      decodingError(MadeEXR(channels: channels, kind: 0).bytes)
        == .unsupported(file: "image", detail: "an OpenEXR image of whole numbers"))
  }

  /// sRGB's samples of a half and a quarter of light.
  @Test(
    "One channel is gray, and so are three alike", .enabled(if: hasFFmpeg, ffmpegMissing),
    arguments: ["Y", "BGR"])
  func gray(channels: String) throws {
    let bitmap = try Bitmap(decoding: MadeEXR(channels: channels).bytes)
    #expect(bitmap.size == PixelSize(width: 2, height: 2))
    let row: [UInt8] = [188, 188, 188, 255, 137, 137, 137, 255]
    #expect(bitmap.straightBytes == row + row)
  }
}
