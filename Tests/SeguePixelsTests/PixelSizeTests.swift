import SeguePixels
import Testing

@Suite struct PixelSizeTests {
  @Test func sizesAreRead() {
    #expect(PixelSize("1920x1080") == PixelSize(width: 1920, height: 1080))
    for text in ["", "x", "10", "10x", "0x5", "5x0", "-1x5", "5x5x5", "10 x 10", "1e3x5"] {
      #expect(PixelSize(text) == nil, "\(text)")
    }
  }

  @Test func sizesHaveNames() {
    #expect(PixelSize("720p") == PixelSize(width: 1280, height: 720))
    #expect(PixelSize("1080P") == PixelSize(width: 1920, height: 1080))
    #expect(PixelSize("4K") == PixelSize("uhd") && PixelSize("uhd") == PixelSize(width: 3840, height: 2160))
    #expect(PixelSize("720p") == .hd && PixelSize("1080p") == .fullHD && PixelSize("uhd") == .uhd)
    for (name, size) in PixelSize.named {
      #expect(PixelSize(name) == size && PixelSize(name.uppercased()) == size)
    }
    for text in ["720", "720q", "p", "4 k", "8k"] { #expect(PixelSize(text) == nil, "\(text)") }
  }

  @Test func tooLargePixelCountsAreNil() {
    #expect(PixelSize(width: 1 << 32, height: 1 << 30).pixelCount == 1 << 62)
    #expect(PixelSize(width: 1 << 32, height: 1 << 32).pixelCount == nil)
    #expect(PixelSize(width: .max, height: 2).pixelCount == nil)
  }
}
