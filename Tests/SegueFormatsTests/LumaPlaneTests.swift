import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite("Luma planes")
struct LumaPlaneTests {
  /// Computes luma with the weights of BT.601.
  private func luma(_ color: [Double]) -> Double { 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2] }

  @Test(
    "A PNG of any layout gives the luma of its straight colors, at 16 bits",
    arguments: MadePNG.all(13, 11, seed: 1) + MadePNG.all(13, 11, seed: 2))
  func png(made: MadePNG) throws {
    let expected = try ReferencePNG(made.bytes, keepingColors: true).colors.map(luma)
    let plane = try LumaPlane(decoding: made.bytes)
    #expect(plane.size == PixelSize(width: 13, height: 11))
    let furthest = zip(plane.values, expected).map { abs(Double($0) - $1) }.max() ?? 1
    // libpng computes the luma of 16-bit colors with 15-bit weights; its weight of blue is 0.55 / 32768 too
    // small.
    #expect(furthest < (made.depth == 16 ? 0.56 / 32768 + 0.5 / 65535 : 1e-6))
    if made.depth == 16 && [0, 4].contains(made.colorType) { #expect(furthest < 1e-7) }
  }

  @Test("16-bit gray keeps all 65536 values distinct")
  func sixteenBits() throws {
    let samples = (0..<65536).flatMap { value -> [UInt8] in [UInt8(value >> 8), UInt8(value & 0xff)] }
    let rows = (0..<256).flatMap { row -> [UInt8] in [0] + samples[512 * row..<512 * row + 512] }
    let file = PNGChunk.file([
      .header(256, 256, depth: 16, colorType: 0), PNGChunk(name: "IDAT", data: deflated(rows)),
      PNGChunk(name: "IEND", data: []),
    ])
    let expected = (0..<65536).map { Float($0) / 65535 }
    #expect(try LumaPlane(decoding: file).values == expected)
    let folder = try TemporaryFolder()
    let read = try ParameterFile(contentsOf: folder.write(file, "map.png"))
    #expect(try read.lumaPlane()?.values == expected)
  }

  @Test("A color profile has no effect on a map")
  func profiles() throws {
    var made = MadeJPEG.gray(40, 24)
    let plain = try LumaPlane(decoding: made.bytes)
    made.segments = MadeJPEG.segments(MadeProfile.gray(gamma: 1).bytes, parts: 1).flatMap(\.self)
    #expect(try LumaPlane(decoding: made.bytes).values == plain.values)
    #expect(try LumaPlane(of: Bitmap(decoding: made.bytes)).values != plain.values)
  }

  @Test("A damaged file is the same error as for a bitmap", arguments: SmallFile.png + SmallFile.jpeg)
  func damage(file: SmallFile) throws {
    let plane = try LumaPlane(decoding: file.bytes)
    #expect(try plane.size == Bitmap(decoding: file.bytes).size)
    for count in [0, 3, 20, 33, file.bytes.count / 2, file.bytes.count - 3] {
      let cut = Array(file.bytes.prefix(count))
      let error = #expect(throws: ImageError.self) { try LumaPlane(decoding: cut) }
      #expect(error == decodingError(cut))
    }
    let options = DecodeOptions(maxPixels: 100)
    let error = #expect(throws: ImageError.self) { try LumaPlane(decoding: file.bytes, options: options) }
    #expect(error == decodingError(file.bytes, options: options))
  }

  @Test("A missing page is the same error for a bitmap, a map and metadata")
  func noSuchPicture() throws {
    var files = [
      MadePNG(5, 4, 0, 8, interlaced: false, seed: 1).bytes,
      MadePNG(5, 4, 0, 16, interlaced: false, seed: 1).bytes,
      Array("P2 1 1 9 5".utf8), MadeJPEG.gray(8, 8).bytes, MadeGIF.all[0].made.bytes,
    ]
    if Formats.WebP.unavailable == nil { files.append(try Bitmap(width: 2, height: 2).encoded(as: .webp)) }
    var options = DecodeOptions()
    options.page = 1
    let expected = ImageError.unsupported(file: "image", detail: "it has one picture, [0]")
    for file in files {
      #expect(decodingError(file, options: options) == expected)
      #expect(throws: expected) { try LumaPlane(decoding: file, options: options) }
      #expect(throws: expected) { try Metadata(decoding: file, options: options) }
    }
  }

  @Test("A bitmap gives the luma of its straight colors, exact for grays")
  func bitmap() throws {
    var bitmap = try Bitmap(width: 4, height: 1)
    bitmap[0, 0] = Pixel(red: 64, green: 32, blue: 16, alpha: 128)
    bitmap[1, 0] = Pixel(red: 200, green: 100, blue: 50)
    bitmap[3, 0] = Pixel(red: 77, green: 77, blue: 77)
    let values = LumaPlane(of: bitmap).values.map(Double.init)
    let expected = [luma([0.5, 0.25, 0.125]), luma([200, 100, 50]) / 255, 0, 77 / 255.0]
    #expect(zip(values, expected).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(values[3] == Double(Float(77) / 255))
    // Colors of transparent pixels count.
    let decoded = try Bitmap(straightBytes: [255, 255, 255, 0, 0, 0, 0, 0], 2, 1)
    #expect(LumaPlane(of: decoded).values == [1, 0])
  }

  @Test("A plane must have as many values as pixels")
  func counts() {
    #expect(LumaPlane(PixelSize(width: 2, height: 2), values: [0, 0, 0, 1])?.values.last == 1)
    #expect(LumaPlane(PixelSize(width: 2, height: 2), values: [0, 0, 0]) == nil)
    #expect(LumaPlane(PixelSize(width: 0, height: 0), values: []) == nil)
    #expect(LumaPlane(PixelSize(width: -1, height: -1), values: [0]) == nil)
  }

  /// Positions outside are clamped to the edge.
  @Test("Stretching interpolates between pixel centers")
  func stretched() throws {
    let plane = try #require(LumaPlane(PixelSize(width: 2, height: 2), values: [0, 1, 0.5, 0.25]))
    let frame = PixelSize(width: 8, height: 4)
    func row(_ y: Int, of frame: PixelSize) -> [Float] {
      var values = [Float](repeating: -1, count: frame.width)
      var span = values.mutableSpan
      plane.stretch(row: y, of: frame, into: &span)
      return values
    }
    let across: [Float] = [0, 0, 0.125, 0.375, 0.625, 0.875, 1, 1]
    #expect(row(0, of: frame) == across)
    #expect(row(3, of: frame) == across.map { 0.5 - 0.25 * $0 })
    #expect(
      zip(row(1, of: frame), across).allSatisfy { abs($0 - ($1 * 0.75 + (0.5 - 0.25 * $1) * 0.25)) < 1e-6 })
    // At its own size the plane is unchanged.
    #expect((0..<2).flatMap { row($0, of: plane.size) } == plane.values)
  }
}
