import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// Tests the check of headers before ffmpeg runs, and ffmpeg's output.
@Suite("OpenEXR") struct OpenEXRTests {
  private static let behind = ImageError.truncated(
    file: "image", detail: "a piece of the picture begins behind the end of the file")

  /// OpenEXR File Layout, "Chunk Layout": rows per chunk, by compression.
  @Test(
    "The offset of the last chunk is checked for all compressions, and no later one",
    arguments: zip(UInt8(0)...9, [1, 1, 1, 16, 32, 16, 32, 32, 32, 256]))
  func pieces(compression: UInt8, rows: Int) {
    let count = (300 + rows - 1) / rows
    var made = MadeEXR(height: 300, compression: compression)
    made.places = [count - 1: (low: 1 << 20, high: 0)]
    #expect(decodingError(made.bytes) == Self.behind)
    made.places = [count: (low: 1 << 20, high: 0)]
    #expect(decodingError(made.bytes) != Self.behind)
  }

  @Test("Floats of 32 bits in DWAA and DWAB, which ffmpeg decodes wrongly, are unsupported")
  func lossyFloats() {
    for compression in [8, 9] as [UInt8] {
      #expect(
        decodingError(MadeEXR(height: 32, compression: compression).bytes)
          == .unsupported(
            file: "image", detail: "an OpenEXR image of 32 bits with compression DWAA or DWAB"))
    }
  }

  @Test("Infinities are limited", .enabled(if: hasFFmpeg, ffmpegMissing))
  func infinities() throws {
    let bytes = MadeEXR(row: [.infinity, -.infinity]).bytes
    var options = DecodeOptions.withPrograms
    options.depth = nil
    let read = try Bitmap(decoding: bytes, options: options)
    #expect(try read.floats().allSatisfy { $0.isFinite && abs($0) <= 1e9 })
    let half = try read.encoded(as: Formats.EXR())
    #expect(try Bitmap(decoding: half, options: options).floats().allSatisfy { abs($0) < 1000 })
  }

  @Test("An unknown compression is damage", arguments: [10, 11, 255] as [UInt8])
  func packing(compression: UInt8) {
    #expect(
      decodingError(MadeEXR(compression: compression).bytes)
        == .damaged(file: "image", detail: "its compression is number \(compression)"))
  }

  @Test func offsetsOfBlocksAreWithinTheFile() {
    let count = MadeEXR().bytes.count
    for place in [(low: count, high: 0), (low: 0, high: 1)] {
      #expect(decodingError(MadeEXR(places: [1: place]).bytes) == Self.behind)
    }
    #expect(
      decodingError(MadeEXR(places: [1: (low: count - 1, high: 0)]).bytes)
        == .truncated(file: "image", detail: "the file ends too early"))
  }

  @Test(
    "Integers are unsupported", .enabled(if: hasFFmpeg, ffmpegMissing), arguments: ["Y", "BGR", "ABGR"])
  func wholeNumbers(channels: String) {
    #expect(
      decodingError(MadeEXR(channels: channels, kind: 0).bytes)
        == .unsupported(file: "image", detail: "an OpenEXR image of whole numbers"))
  }

  /// 188 and 137 are sRGB samples of linear 0.5 and 0.25.
  @Test(
    "One channel, or three equal ones, give gray", .enabled(if: hasFFmpeg, ffmpegMissing),
    arguments: ["Y", "BGR"])
  func gray(channels: String) throws {
    let bitmap = try Bitmap(decoding: MadeEXR(channels: channels).bytes, options: .withPrograms)
    #expect(bitmap.size == PixelSize(width: 2, height: 2))
    let row: [UInt8] = [188, 188, 188, 255, 137, 137, 137, 255]
    #expect(bitmap.straightBytes == row + row)
  }

  /// Replaces the data window and the display window: first column, first row, last column, last row.
  private func with(_ made: MadeEXR, data: [Int], display: [Int]) throws -> [UInt8] {
    var bytes = made.bytes
    for (name, window) in [("dataWindow", data), ("displayWindow", display)] {
      let name = Array("\(name)\0box2i\0".utf8)
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: name) }) + name.count + 4
      bytes.replaceSubrange(place..<place + 16, with: [0, 1, 2, 3].flatMap { little32(window[$0]) })
    }
    // A chunk begins with the number of its row.
    let piece = 8 + 4 * made.row.count * made.channels.count
    for y in 0..<made.height {
      let place = bytes.count - (made.height - y) * piece
      bytes.replaceSubrange(place..<place + 4, with: little32(data[1] + y))
    }
    return bytes
  }

  @Test("A picture has the size of the display window and the rows of the data window")
  func windows() throws {
    for (data, display, width, height) in [
      ([0, 0, 1, 1], [0, 0, 7, 10], 8, 11), ([3, 4, 4, 5], [2, 3, 6, 5], 5, 3),
      ([-2, -1, -1, 0], [-3, -2, 0, 1], 4, 4),
    ] {
      let size = PixelSize(width: width, height: height)
      #expect(
        decodingError(try with(MadeEXR(), data: data, display: display), options: DecodeOptions(maxPixels: 1))
          == .tooLarge(file: "image", size: size, limit: 1))
    }
    for data in [[0, 0, 1, -1], [0, 5, 1, 2]] {
      #expect(
        decodingError(try with(MadeEXR(), data: data, display: [0, 0, 1, 1]))
          == .damaged(file: "image", detail: "its data window has no rows"))
    }
    // The file has two rows; the offset of the third one is missing.
    let third = try with(MadeEXR(), data: [0, 0, 1, 2], display: [0, 0, 1, 1])
    #expect(decodingError(third) == Self.behind)
  }

  @Test("Pixels outside the data window are black", .enabled(if: hasFFmpeg, ffmpegMissing))
  func besideTheRows() throws {
    let bytes = try with(MadeEXR(), data: [1, 1, 2, 2], display: [0, 0, 3, 3])
    let (black, row): ([UInt8], [UInt8]) = ([0, 0, 0, 255], [188, 188, 188, 255, 137, 137, 137, 255])
    let (line, middle) = (black + black + black + black, black + row + black)
    #expect(
      try Bitmap(decoding: bytes, options: .withPrograms).straightBytes == line + middle + middle + line)
  }

  /// OpenEXR File Layout, "Version Field": bits 9 to 12 are flags.
  @Test(
    "Tiled, deep and multipart files are unsupported, unlike long names", arguments: [2, 8, 16, 4] as [UInt8])
  func kinds(flag: UInt8) {
    var bytes = MadeEXR().bytes
    bytes[5] |= flag
    let error = decodingError(bytes, options: DecodeOptions(maxPixels: 1))
    if flag == 4 {
      #expect(error == .tooLarge(file: "image", size: PixelSize(width: 2, height: 2), limit: 1))
    } else {
      let detail = "an OpenEXR image of tiles, of several parts or of depths"
      #expect(error == .unsupported(file: "image", detail: detail))
    }
  }

  /// 12.92 · 0.002 · 255 is 6.6.
  @Test(
    "Light above 1 is white, negative light and NaN are black, and dark light is linear",
    .enabled(if: hasFFmpeg, ffmpegMissing))
  func extremes() throws {
    let row: [Float] = [2, .infinity, -1, .nan, 0, 0.002]
    let levels: [UInt8] = [255, 255, 0, 0, 0, 7]
    #expect(
      try Bitmap(decoding: MadeEXR(row: row, height: 1).bytes, options: .withPrograms).straightBytes
        == levels.flatMap { [$0, $0, $0, 255] })
    // With four equal channels, straight colors are white wherever alpha is positive.
    let covered = try Bitmap(
      decoding: MadeEXR(row: [0.5, 2, 0, .nan], height: 1, channels: "ABGR").bytes, options: .withPrograms)
    #expect(
      covered.straightBytes
        == [255, 255, 255, 128, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test(
    "The origin of the windows has no effect", .enabled(if: hasFFmpeg, ffmpegMissing),
    arguments: [(10, 20), (-10, -20), (0, 5), (7, 0), (Int(Int32.max) - 1, Int(Int32.min))])
  func origins(x: Int, y: Int) throws {
    let moved = MadeEXR(origin: (x, y)).bytes
    #expect(
      try Bitmap(decoding: moved, options: .withPrograms)
        == Bitmap(decoding: MadeEXR().bytes, options: .withPrograms))
  }
}
