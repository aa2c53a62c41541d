import CSegueCodecs
import Glibc
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// TIFF files of L*, a* and b*.
///
/// - Source: TIFF 6.0, section 23; Adobe's TIFF Technical Note 4; ICC.1:2022, 6.3.4.2.
@Suite(
  "L*a*b* in TIFF",
  .enabled(
    if: segue_has_tiff() && segue_has_lcms(),
    "built without libtiff or lcms2: apt-get install libtiff-dev liblcms2-dev"))
struct LabTests {
  /// Makes a TIFF with one color in each column.
  private func file(_ colors: [[Double]], photometric: Int, bits: Int, isBigEndian: Bool = false) -> MadeTIFF
  {
    var made = MadeTIFF(width: colors.count, height: 6, bits: bits, photometric: photometric)
    made.isBigEndian = isBigEndian
    made.made = { x, _, c in
      let value = colors[x][c]
      switch (c, photometric, bits) {
      case (0, 9, 16): return Int((value * 652.8).rounded())
      case (0, _, _): return Int((value / 100 * Double(1 << bits - 1)).rounded())
      case (_, 9, 8): return Int(value.rounded()) + 128
      case (_, 9, _): return Int(((value + 128) * 256).rounded())
      case (_, _, 8): return Int(value.rounded()) & 0xff
      default: return Int((value * 256).rounded()) & 0xffff
      }
    }
    return made
  }

  @Test("Grays match sRGB of their L*, from black to white", arguments: [8, 9], [8, 16])
  func grays(photometric: Int, bits: Int) throws {
    let levels = stride(from: 0.0, through: 100, by: 2.5).map { [$0, 0, 0] } + [[53.585, 0, 0]]
    for isBigEndian in [false, true] {
      let picture = try Bitmap(
        decoding: file(levels, photometric: photometric, bits: bits, isBigEndian: isBigEndian).bytes)
      for (x, color) in levels.enumerated() {
        let light = color[0] > 8 ? pow((color[0] + 16) / 116, 3) : color[0] / 903.3
        let expected = 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
        let pixel = picture[x, 3]
        // One step of 8-bit L* is 0.4.
        for sample in [pixel.red, pixel.green, pixel.blue] {
          #expect(
            abs(Double(sample) - expected) <= (bits == 8 ? 1.2 : 0.7), "\(color[0]): \(pixel), \(expected)")
        }
      }
      #expect(picture[40, 0] == .white)
    }
  }

  /// Expected values are from Bruce Lindbloom's calculator, under D50.
  @Test("Colors are converted from D50", arguments: [8, 9], [8, 16])
  func colors(photometric: Int, bits: Int) throws {
    let known: [(lab: [Double], srgb: [Int])] = [
      ([54.29, 80.81, 69.89], [255, 0, 0]), ([87.82, -79.28, 80.99], [0, 255, 0]),
      ([29.57, 68.30, -112.03], [0, 0, 255]), ([97.61, -15.75, 93.39], [255, 255, 0]),
    ]
    let picture = try Bitmap(decoding: file(known.map(\.lab), photometric: photometric, bits: bits).bytes)
    for (x, color) in known.enumerated() {
      let pixel = picture[x, 0]
      let found = [pixel.red, pixel.green, pixel.blue].map(Int.init)
      #expect(
        zip(found, color.srgb).allSatisfy { abs($0 - $1) <= (bits == 8 ? 14 : 4) }, "\(found), \(color)")
    }
    // L*a*b* is converted even with color conversion off.
    let options = DecodeOptions(color: .ignore)
    #expect(
      try Bitmap(
        decoding: file(known.map(\.lab), photometric: photometric, bits: bits).bytes, options: options)
        == picture)
  }

  @Test("Alpha is kept; premultiplied alpha and ITULab are refused")
  func refused() throws {
    var made = file([[100, 0, 0], [50, 10, 20]], photometric: 8, bits: 8)
    let plain = made.made
    made.samples = 4
    made.extra = 2
    made.made = { x, y, c in c == 3 ? 100 + x : plain?(x, y, c) ?? 0 }
    let picture = try Bitmap(decoding: made.bytes)
    #expect(picture[0, 0] == Pixel(red: 100, green: 100, blue: 100, alpha: 100) && picture[1, 5].alpha == 101)
    made.extra = 1
    #expect(
      decodingError(made.bytes)
        == .unsupported(file: "image", detail: "L*a*b* that is multiplied by its opacity"))
    guard decodingError(file([[100, 0, 0]], photometric: 10, bits: 8).bytes)?.code == .imageUnsupported else {
      Issue.record("ITULab is read")
      return
    }
  }

  @Test("A reported file whose white was decoded wrongly")
  func reported() throws {
    let picture = try Bitmap(decoding: contents(of: projectFolder + "/Tests/Pictures/lab8.tif"))
    #expect(picture[28, 4] == .white)
    #expect(picture[36, 4] == Pixel(red: 128, green: 128, blue: 128))
  }
}
