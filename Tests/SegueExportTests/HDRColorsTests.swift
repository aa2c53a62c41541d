import SegueExport
import SeguePixels
import SegueRendering
import Testing

@Suite struct HDRColorsTests {
  @Test("White has 203 nits, black stays, and colors have the primaries of BT.2020")
  func colors() throws {
    #expect(HDRColors(nil) == nil)
    let (pq, hlg) = (try #require(HDRColors("smpte2084")), try #require(HDRColors("arib-std-b67")))
    let white = Pixel(red: 255, green: 255, blue: 255)
    // 58.07 % and 75 % of the code values.
    #expect(pq.coded(white) == Pixel(red: 148, green: 148, blue: 148))
    #expect(hlg.coded(white) == Pixel(red: 191, green: 191, blue: 191))
    for colors in [pq, hlg] {
      #expect(colors.coded(.black) == .black && colors.coded(.clear) == .clear)
      let red = colors.coded(Pixel(red: 255, green: 0, blue: 0))
      #expect(red.red > red.green && red.green > red.blue && red.blue > 0)
      let half = colors.coded(Pixel(red: 128, green: 128, blue: 128, alpha: 128))
      #expect(abs(2 * Int(half.red) - Int(colors.coded(white).red)) <= 1 && half.alpha == 128)
    }
  }

  @Test("Texts and fades over HDR have its code values")
  func covers() throws {
    struct HDR: HDRFrames {
      let hdrTransfer: String?
      let size = PixelSize(width: 2, height: 2)
      let count = 2
      let level = SIMDLevel.preferred
      func rows(of index: Int) throws -> any RowSource { try Bitmap(size, filledWith: .black) }
    }
    let fade = FadeCover(of: 2, rate: 1, in: 1, out: 0, color: Pixel(red: 255, green: 255, blue: 255))
    for (transfer, level) in [(nil, 255), ("smpte2084", 148)] as [(String?, UInt8)] {
      let frames = CoveredFrames(HDR(hdrTransfer: transfer), [fade])
      #expect(try frames.rows(of: 0).rendered()[0, 0].green == level)
      #expect(try frames.rows(of: 1).rendered()[0, 0] == .black)
    }
  }
}
