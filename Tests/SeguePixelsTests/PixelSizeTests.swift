import SeguePixels
import Testing

@Suite struct PixelSizeTests {
  @Test func sizesAreRead() {
    #expect(PixelSize("1920x1080") == PixelSize(width: 1920, height: 1080))
    for text in ["", "x", "10", "10x", "0x5", "-1x5", "5x5x5", "10 x 10", "1e3x5"] {
      #expect(PixelSize(text) == nil, "\(text)")
    }
  }
}
