import CSegueCodecs
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("Animated WebP", .enabled(if: segue_has_webp(), "built without libwebp: apt-get install libwebp-dev"))
struct MovingWebPTests {
  /// Makes a file of random frames, each a part of the canvas; two bits of `ways` are the blending and
  /// disposal of a frame.
  private func file(_ ways: Int, opaque: Bool, seed: UInt64) throws -> [UInt8] {
    var generator = SeededGenerator(seed)
    var frames: [UInt8] = []
    for index in 0..<5 {
      let isWhole = index % 3 == Int(seed % 3)
      let (x, y) =
        isWhole
        ? (0, 0)
        : (2 * Int.random(in: 0...5, using: &generator), 2 * Int.random(in: 0...4, using: &generator))
      let size = PixelSize(
        width: isWhole ? 24 : .random(in: 1...24 - x, using: &generator),
        height: isWhole ? 18 : .random(in: 1...18 - y, using: &generator))
      let picture = try Bitmap(
        width: size.width, height: size.height,
        rgba: MadePicture.noise(size, opaque: opaque || index == 2, seed: seed + UInt64(index)))
      let still = try picture.encoded(as: Formats.WebP(isLossless: true))
      // Skips the RIFF header and, if present, the VP8X chunk.
      let data = still[12...].starts(with: Array("VP8X".utf8)) ? still[30...] : still[12...]
      func three(_ number: Int) -> [UInt8] { Array(little32(number).prefix(3)) }
      frames +=
        Array("ANMF".utf8) + little32(16 + data.count) + three(x / 2) + three(y / 2) + three(size.width - 1)
        + three(size.height - 1) + three(40) + [UInt8(ways >> (2 * index) & 3)] + data
    }
    let body =
      Array("WEBPVP8X".utf8) + little32(10) + [0x12, 0, 0, 0, 23, 0, 0, 17, 0, 0] + Array("ANIM".utf8)
      + little32(6)
      + [9, 8, 7, 6, 0, 0] + frames
    return Array("RIFF".utf8) + little32(body.count) + body
  }

  @Test(
    "Frames equal those of libwebp's own decoder", .enabled(if: Pillow.isHere, Pillow.hint),
    arguments: [false, true])
  func frames(opaque: Bool) throws {
    for (index, ways) in [0, 0x3ff, 0x155, 0x2aa, 0x1b4, 0x2d1, 0x0e7, 0x31a, 0x269].enumerated() {
      let bytes = try file(ways, opaque: opaque, seed: UInt64(index))
      let theirs = try Pillow.bytes(
        of: """
          for number in range(image.n_frames):
              image.seek(number)
              out.write(image.convert("RGBA").tobytes())
          """, bytes)
      #expect(theirs.count == 5 * 4 * 24 * 18)
      for number in 0..<5 {
        var options = DecodeOptions()
        options.page = UInt32(number)
        let ours = try Bitmap(decoding: bytes, options: options).straightBytes
        let expected = theirs[4 * 24 * 18 * number..<4 * 24 * 18 * (number + 1)]
        #expect(ours == Array(expected), "frame \(number) of \(ways)")
      }
    }
  }
}
