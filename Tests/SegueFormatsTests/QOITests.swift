import SegueFiles
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("QOI") struct QOITests {
  /// Encodes straight RGBA by the specification, independently of the library.
  static func file(_ straight: [UInt8], _ size: PixelSize, channels: UInt8, space: UInt8 = 0) -> [UInt8] {
    var out = Array("qoif".utf8) + bigEndian(size.width) + bigEndian(size.height) + [channels, space]
    var seen = [[Int]](repeating: [0, 0, 0, 0], count: 64)
    var before = [0, 0, 0, 255]
    var run = 0
    let pixels = stride(from: 0, to: straight.count, by: 4).map { straight[$0..<$0 + 4].map(Int.init) }
    for (index, pixel) in pixels.enumerated() {
      if pixel == before {
        run += 1
        if run == 62 || index == pixels.count - 1 {
          out.append(UInt8(0xc0 | (run - 1)))
          run = 0
        }
        continue
      }
      if run > 0 {
        out.append(UInt8(0xc0 | (run - 1)))
        run = 0
      }
      let place = (pixel[0] * 3 + pixel[1] * 5 + pixel[2] * 7 + pixel[3] * 11) % 64
      let step = (0..<3).map { Int(Int8(truncatingIfNeeded: pixel[$0] - before[$0])) }
      let (red, blue) = (step[0] - step[1], step[2] - step[1])
      if seen[place] == pixel {
        out.append(UInt8(place))
      } else if pixel[3] != before[3] {
        out += [0xff] + pixel.map { UInt8($0) }
      } else if step.allSatisfy((-2...1).contains) {
        out.append(UInt8(0x40 | (step[0] + 2) << 4 | (step[1] + 2) << 2 | (step[2] + 2)))
      } else if (-32...31).contains(step[1]), (-8...7).contains(red), (-8...7).contains(blue) {
        out += [UInt8(0x80 | (step[1] + 32)), UInt8((red + 8) << 4 | (blue + 8))]
      } else {
        out += [0xfe] + pixel.prefix(3).map { UInt8($0) }
      }
      seen[place] = pixel
      before = pixel
    }
    return out + [0, 0, 0, 0, 0, 0, 0, 1]
  }

  static let made = [(1, 1), (7, 5), (64, 3), (13, 11)].flatMap { width, height in
    [true, false].map { opaque in
      let size = PixelSize(width: width, height: height)
      let straight = MadePicture.noise(size, opaque: opaque, seed: UInt64(width))
      let bytes = file(straight, size, channels: opaque ? 3 : 4, space: opaque ? 1 : 0)
      return MadePicture(
        testDescription: "\(size) \(opaque ? "RGB" : "RGBA")", bytes: bytes, size: size, straight: straight)
    }
  }

  @Test(arguments: made) func reading(made: MadePicture) throws {
    try checkReading(made, least: 4, sides: (4, 4, false))
  }

  @Test(
    "ffmpeg decodes the same pixels, and its files are read", .enabled(if: hasFFmpeg, ffmpegMissing),
    arguments: made)
  func ffmpeg(made: MadePicture) throws {
    #expect(try decodedByFFmpeg(made.bytes, as: "qoi_pipe") == made.straight)
    let theirs = try encodedByFFmpeg(made.straight, made.size, as: "qoi")
    #expect(try Bitmap(decoding: theirs).straightBytes == made.straight)
  }

  /// The pixel before the first is opaque black, and a run of it at the start enters the index.
  @Test func aRunAtTheStartEntersTheIndex() throws {
    let start = Array("qoif".utf8) + bigEndian(3) + bigEndian(1) + [4, 0]
    // A run of one, a color, and the index entry of opaque black, 255 · 11 mod 64.
    let bytes = start + [0xc0, 0xfe, 1, 2, 3, 53] + [0, 0, 0, 0, 0, 0, 0, 1]
    #expect(try Bitmap(decoding: bytes).straightBytes == [0, 0, 0, 255, 1, 2, 3, 255, 0, 0, 0, 255])
  }

  /// The shortest files: runs only.
  @Test(arguments: [1, 61, 62, 63, 123, 124, 125, 186]) func filesOfRunsAreDecoded(count: Int) throws {
    let straight = (0..<count).flatMap { _ in [0, 0, 0, 255] as [UInt8] }
    let bytes = Self.file(straight, PixelSize(width: count, height: 1), channels: 4)
    #expect(bytes.count == 14 + (count + 61) / 62 + 8)
    #expect(try Bitmap(decoding: bytes).straightBytes == straight)
  }

  @Test("A file of three channels is opaque, for any pixels")
  func threeChannels() throws {
    let size = PixelSize(width: 9, height: 9)
    let straight = MadePicture.noise(size, opaque: false, seed: 3)
    #expect(try Bitmap(decoding: Self.file(straight, size, channels: 3)).hasOpaquePixels)
    #expect(try !Bitmap(decoding: Self.file(straight, size, channels: 4)).hasOpaquePixels)
  }

  @Test func errorsNameTheFault() throws {
    let good = Self.file([1, 2, 3, 255, 9, 9, 9, 255], PixelSize(width: 2, height: 1), channels: 3)
    func message(_ place: Int, _ value: UInt8) -> String? {
      var bytes = good
      bytes[place] = value
      return decodingError(bytes)?.description
    }
    #expect(message(12, 5) == "image: damaged: it has 5 channels, not 3 or 4")
    #expect(message(13, 2) == "image: damaged: its color space is number 2, not 0 or 1")
    #expect(message(good.count - 1, 7) == "image: damaged: the end is not where the last pixel is")
    // A run of 62 pixels that replaces the last pixel.
    let last = good.count - 9
    let run = Array(good[..<14]) + [0xfe, 1, 2, 3, 0xfd] + good.suffix(8)
    #expect(
      last > 14 && decodingError(run)?.description == "image: damaged: a run goes on behind the last pixel")
    #expect(message(5, 1)?.hasPrefix("image: truncated: 65538x1 pixels are more than ") == true)
  }
}
