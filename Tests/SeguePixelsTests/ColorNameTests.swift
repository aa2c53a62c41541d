import SeguePixels
import Testing

@Suite struct ColorNameTests {
  @Test func colorsAreRead() {
    #expect(Pixel("#ff8000") == Pixel(red: 255, green: 128, blue: 0))
    #expect(Pixel("#f80") == Pixel(red: 255, green: 136, blue: 0))
    #expect(Pixel("#ff800080") == Pixel(red: 128, green: 64, blue: 0, alpha: 128))
    #expect(Pixel("Tomato") == Pixel(red: 255, green: 99, blue: 71))
    #expect(Pixel("transparent") == .clear)
    for text in ["", "#", "#12", "#12345", "ff8000", "#ggg", "#+12345", "no-color"] {
      #expect(Pixel(text) == nil)
    }
  }
}
