import CSegueCodecs
import Foundation
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("GIF")
struct GIFTests {
  /// Encodes frames to a GIF, as an export does.
  private func file(
    _ frames: [Bitmap], _ format: Formats.GIF = .gif, _ rate: FrameRate = FrameRate(25), alpha: Bool = false,
    level: SIMDLevel = .preferred
  ) throws -> [UInt8] {
    let animation = AnimationDescription(
      size: frames[0].size, frameCount: frames.count, rate: rate, hasAlpha: alpha)
    let encoder = format.makeEncoder(of: animation, level: level)
    var bytes = try format.header(of: animation, named: "file")
    for (number, frame) in frames.enumerated() {
      let difference = FrameDifference(frame, after: number > 0 ? frames[number - 1] : nil)
      try encoder.encode(difference, number: number, named: "frame")
      bytes += try encoder.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
    }
    return bytes + format.trailer(named: "file")
  }

  /// Computes the PSNR of the color channels in dB; 99 if all are equal.
  private func decibels(_ rgba: [UInt8], _ frame: Bitmap) -> Double {
    let squares = zip(rgba, frame.straightBytes).reduce(0) { sum, pair in
      sum + (Int(pair.0) - Int(pair.1)) * (Int(pair.0) - Int(pair.1))
    }
    guard squares > 0 else { return 99 }
    return 10 * log10(255 * 255 / (Double(squares) / Double(3 * frame.width * frame.height)))
  }

  @Test("Frames of up to 255 colors decode exactly, and store only changes", arguments: 1...120)
  func exact(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let size = PixelSize(
      width: .random(in: 1...60, using: &random), height: .random(in: 1...60, using: &random))
    let colors = (0..<Int.random(in: 1...255, using: &random)).map { _ in
      Pixel.random(opaque: true, using: &random)
    }
    var frames = [try Bitmap(size)]
    func paint(_ frame: inout Bitmap, _ x: ClosedRange<Int>, _ y: ClosedRange<Int>) {
      for y in y { for x in x { frame[x, y] = colors.randomElement(using: &random) ?? .white } }
    }
    paint(&frames[0], 0...size.width - 1, 0...size.height - 1)
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      var next = frames[frames.count - 1]
      if Bool.random(using: &random) {
        let (x, y) = (
          Int.random(in: 0..<size.width, using: &random), Int.random(in: 0..<size.height, using: &random)
        )
        paint(
          &next, x...Int.random(in: x..<size.width, using: &random),
          y...Int.random(in: y..<size.height, using: &random))
      }
      frames.append(next)
    }
    let decoded = try ReferenceGIF(file(frames, .init(loops: Int(seed) + 1)))
    #expect(decoded.width == size.width && decoded.height == size.height && decoded.repetitions == Int(seed))
    try #require(decoded.frames.count == frames.count)
    for (number, frame) in decoded.frames.enumerated() {
      #expect(frame.rgba == frames[number].straightBytes)
      #expect(frame.disposal == 1 && frame.hundredths == 4)
      let part = FrameDifference(frames[number], after: number > 0 ? frames[number - 1] : nil).part
      let found = PixelRectangle(
        x: Double(frame.x), y: Double(frame.y), width: Double(frame.width), height: Double(frame.height))
      #expect(found == part)
    }
  }

  @Test("A full frame of 256 colors is exact, and palettes have the least size")
  func sizesOfPalettes() throws {
    for count in [1, 2, 3, 4, 5, 128, 129, 255, 256] {
      let frame = try Bitmap(count, 2) { x, _ in [x, 255 - x, x / 2] }
      let decoded = try ReferenceGIF(file([frame, frame]))
      #expect(decoded.frames[0].rgba == frame.straightBytes)
      #expect(decoded.frames[0].colors == [2, 4, 8, 128, 256].first { $0 >= count })
      #expect(!decoded.frames[0].hasTransparentIndex)
      #expect(decoded.frames[1].width == 1 && decoded.frames[1].colors == 2)
      #expect(decoded.frames[1].rgba == frame.straightBytes)
    }
  }

  @Test("All small sizes decode exactly, and long rows", arguments: 1...9)
  func sizes(width: Int) throws {
    for height in 1...9 {
      let frames = try (0..<3).map { try Bitmap.noise(width, height, seed: UInt64($0), opaque: true) }
      let decoded = try ReferenceGIF(file(frames))
      #expect(decoded.frames.map(\.rgba) == frames.map(\.straightBytes))
    }
    let long = try Bitmap.noise(300 * width + 1, 1, seed: 1, opaque: true)
    let decoded = try ReferenceGIF(file([long]))
    #expect(decoded.frames[0].width == 300 * width + 1)
  }

  @Test("Unchanged pixels keep their color, at little cost in bytes")
  func unchanged() throws {
    // The frames have more colors than a palette holds, so pixels that are encoded again would change.
    let noise = try Bitmap.noise(64, 48, seed: 3, opaque: true)
    var next = noise
    for y in 0..<48 { next[0, y] = .white }
    for y in 0..<48 { next[63, y] = .black }
    let bytes = try file([noise, next])
    let decoded = try ReferenceGIF(bytes)
    let (first, second) = (decoded.frames[0], decoded.frames[1])
    #expect(second.width == 64 && second.colors == 4)
    for y in 0..<48 {
      let row = 4 * 64 * y
      #expect(first.rgba[row + 4..<row + 252] == second.rgba[row + 4..<row + 252])
      #expect(
        second.rgba[row..<row + 4] == [255, 255, 255, 255]
          && second.rgba[row + 252..<row + 256] == [0, 0, 0, 255])
    }
    #expect(try bytes.count < file([noise]).count + 1000)
  }

  /// Bounds are 0.5 dB below the measured PSNR.
  ///
  /// ffmpeg's palettegen and paletteuse reach 43.0, 33.7, 38.4 and 32.3 dB.
  @Test(
    "Photographs reach a PSNR", .needsCorpora,
    arguments: [("kodim02", 43.4), ("kodim05", 36), ("kodim19", 39.6), ("kodim23", 35.1)])
  func photographs(name: String, least: Double) throws {
    let photo = try Bitmap(contentsOf: corpusFile("photos/\(name).png"))
    let decoded = try ReferenceGIF(file([photo]))
    #expect(decibels(decoded.frames[0].rgba, photo) > least)
  }

  @Test("Gradients are dithered, without banding")
  func gradients() throws {
    let plane = try Bitmap(256, 256) { x, y in [x, y, 128] }
    let decoded = try ReferenceGIF(file([plane])).frames[0].rgba
    #expect(decibels(decoded, plane) > 31)
    // The mean of each block is exact, even for colors between palette entries.
    for blockY in 2..<30 {
      for blockX in 2..<30 {
        for channel in 0..<2 {
          var error = 0
          for y in 8 * blockY..<8 * blockY + 8 {
            for x in 8 * blockX..<8 * blockX + 8 {
              error += Int(decoded[4 * (256 * y + x) + channel]) - (channel == 0 ? x : y)
            }
          }
          #expect(abs(error) <= 64 * 9)
        }
      }
    }
    let gray = try Bitmap(256, 20) { x, _ in [x, x, x] }
    #expect(try ReferenceGIF(file([gray])).frames[0].rgba == gray.straightBytes)
  }

  @Test("Alpha 128 or more is opaque; pixels that become transparent disappear", arguments: 1...40)
  func transparency(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let (width, height) = (Int.random(in: 1...20, using: &random), Int.random(in: 1...9, using: &random))
    let frames = try (0..<4).map { _ in
      var bytes: [UInt8] = []
      for _ in 0..<width * height {
        for _ in 0..<3 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
        let alphas: [UInt8] = [0, 1, 127, 128, 254, 255]
        bytes.append(alphas.randomElement(using: &random) ?? 0)
      }
      return try Bitmap(straightBytes: bytes, width, height)
    }
    let decoded = try ReferenceGIF(file(frames, alpha: true))
    for (frame, source) in zip(decoded.frames, frames) {
      let bytes = source.straightBytes
      let expected = stride(from: 0, to: bytes.count, by: 4).flatMap { start -> [UInt8] in
        bytes[start + 3] >= 128 ? bytes[start..<start + 3] + [255] : [0, 0, 0, 0]
      }
      #expect(frame.rgba == expected && frame.disposal == 2)
    }
  }

  @Test("All levels give the same bytes, also with a reused encoder")
  func levels() throws {
    let frames = try (0..<3).map { try Bitmap.noise(90, 70, seed: $0) }
    let expected = try file(frames, alpha: true, level: .reference)
    for level in SIMDLevel.available { #expect(try file(frames, alpha: true, level: level) == expected) }
    // Frame 2 is encoded equally after two others and alone.
    let opaque = try (0..<3).map { try Bitmap.noise(90, 70, seed: $0, opaque: true) }
    let three = try ReferenceGIF(file(opaque)).frames[2].rgba
    #expect(try three == ReferenceGIF(file([opaque[2]])).frames[0].rgba)
  }

  @Test(
    "Frame times are rounded to hundredths without drift",
    arguments: [50, 49.5, 30, 29.97, 24, 7, 1, 0.3])
  func timing(rate: Double) throws {
    let frames = [Bitmap](
      repeating: try Bitmap(PixelSize(width: 1, height: 1), filledWith: .white), count: 60)
    let decoded = try ReferenceGIF(file(frames, .gif, FrameRate(rate)))
    var end = 0
    for (number, frame) in decoded.frames.enumerated() {
      #expect(frame.hundredths >= 2)
      end += frame.hundredths
      #expect(abs(Double(end) - 100 * Double(number + 1) / FrameRate(rate).perSecond) <= 0.5)
    }
    let slow = try ReferenceGIF(file(Array(frames.prefix(1)), .gif, FrameRate(0.001)))
    #expect(slow.frames[0].hundredths == 65535)
  }

  @Test(
    "Frames have at most the given number of colors, and fewer make smaller files", arguments: [2, 5, 64])
  func colors(most: Int) throws {
    let picture = try Bitmap.noise(60, 40, seed: 9, opaque: true)
    let format = Formats.GIF(colors: most)
    let bytes = try file([picture], format)
    let shown = try Bitmap(decoding: bytes, named: "file.gif")
    let found = Set((0..<2400).map { shown[$0 % 60, $0 / 60] })
    #expect(found.count <= most && found.count > most / 2)
    #expect(bytes.count < (try file([picture])).count)
    #expect(Formats.GIF(colors: 999).colors == 256 && Formats.GIF(colors: 1).colors == 2)
  }

  @Test("The file stores the repetitions after the first playback")
  func loops() throws {
    let frame = try Bitmap(PixelSize(width: 1, height: 1), filledWith: .white)
    for (loops, repetitions) in [(0, 0), (1, nil), (2, 1), (65535, 65534)] {
      #expect(try ReferenceGIF(file([frame], .init(loops: loops))).repetitions == repetitions)
    }
    #expect(Formats.GIF(loops: -1).loops == 0 && Formats.GIF(loops: 65536).loops == 65535)
  }

  @Test("Frame rates above 50 drop frames, but not the first or last")
  func rates() {
    for (count, rate, shown) in [
      (61, 60.0, 51), (2, 60, 2), (1, 60, 1), (121, 120, 50), (10, 1e9, 2), (301, 59.94, 251),
    ] {
      let (numbers, rate) = Formats.GIF().frames(of: 7..<7 + count, rate: FrameRate(rate))
      #expect(numbers.count == shown && rate == FrameRate(50))
      #expect(numbers.first == 7 && numbers.last == 6 + count)
      #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    }
    for rate in [50, 49.9, 1] {
      #expect(Formats.GIF().frames(of: 3..<9, rate: FrameRate(rate)) == (Array(3..<9), FrameRate(rate)))
    }
    #expect(Formats.APNG().frames(of: 3..<9, rate: FrameRate(100)) == (Array(3..<9), FrameRate(100)))
  }

  @Test("Sizes beyond the format's limits are refused")
  func sidesThatEnd() {
    #expect(throws: ExportError.unsupported(file: "a.gif", reason: "GIF ends at 65535 pixels a side")) {
      try Formats.GIF().header(
        of: AnimationDescription(
          size: PixelSize(width: 1, height: 65536), frameCount: 1, rate: FrameRate(1), hasAlpha: false),
        named: "a.gif")
    }
  }

  /// A ninth of the data is long; a third in `scripts/soak whole`.
  @Test("LZW data decodes exactly for all depths, lengths and degrees of disorder", arguments: 1...300)
  func lzw(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let depth = Int.random(in: 2...8, using: &random)
    let most = Int.random(in: 0..<1 << depth, using: &random)
    // From long runs of one color to noise; short data ends at every code width.
    let count = Int.random(in: 1...(seed % (isWhole ? 3 : 9) == 0 ? 40_000 : 700), using: &random)
    let change = Double.random(in: 0...1, using: &random)
    var indices: [UInt8] = [UInt8(most)]
    while indices.count < count {
      let isNew = Double.random(in: 0...1, using: &random) < change
      indices.append(isNew ? UInt8(Int.random(in: 0...most, using: &random)) : indices[indices.count - 1])
    }
    let encoder = segue_gif_encoder_create()
    var output = segue_buffer()
    defer {
      segue_gif_encoder_free(encoder)
      segue_buffer_free(&output)
    }
    // An encoder restarts for every picture.
    var first: [UInt8] = []
    for _ in 0..<2 {
      output.count = 0
      #expect(segue_gif_append_lzw(encoder, &output, indices, indices.count, Int32(depth)))
      let bytes = Array(UnsafeBufferPointer(start: output.data, count: output.count))
      guard first.isEmpty else {
        #expect(bytes == first)
        continue
      }
      first = bytes
      var (at, packed): (Int, [UInt8]) = (1, [])
      while bytes[at] > 0 {
        packed += bytes[at + 1..<at + 1 + Int(bytes[at])]
        at += 1 + Int(bytes[at])
      }
      #expect(bytes[0] == UInt8(depth) && at == bytes.count - 1)
      #expect(try ReferenceGIF.decodeLZW(packed, depth: depth) == indices)
    }
  }
}
