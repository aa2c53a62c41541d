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

  @Test("A number of the form 0xrrggbb is an opaque color")
  func numbers() {
    let colors = [0xff8000, 0x000000, 0xffffff, 0x0102fe, 0x80, 0xff00_0001].map { Pixel(rgb: $0) }
    let texts = ["#ff8000", "#000", "#fff", "#0102fe", "#000080", "#000001"]
    #expect(colors == texts.compactMap { Pixel($0) })
  }

  /// The 148 names of CSS: a checksum of their values in order of names, computed from another library's
  /// table.
  @Test func colorNamesEqualThoseOfCSS() throws {
    let names = Pixel.names.filter { $0 != "transparent" }
    #expect(names.count == 148)
    let sum = try names.reduce(UInt32(0)) { sum, name in
      let color = try #require(Pixel(name))
      return sum &* 31 &+ UInt32(color.red) << 16 &+ UInt32(color.green) << 8 &+ UInt32(color.blue)
    }
    #expect(sum == 3_551_382_740)
  }

  /// Digits are doubled, channels are multiplied by alpha and rounded, and the description reverses this.
  @Test func alphaIsMultipliedIn() throws {
    for alpha in 0...255 {
      for (red, green, blue) in [(255, 128, 1), (17, 200, 99), (254, 3, 90)] {
        func hex(_ value: Int) -> String { (value < 16 ? "0" : "") + String(value, radix: 16) }
        let color = try #require(Pixel("#" + [red, green, blue, alpha].map(hex).joined()))
        func times(_ value: Int) -> UInt8 { UInt8((Double(value) * Double(alpha) / 255).rounded()) }
        #expect(
          color
            == Pixel(red: times(red), green: times(green), blue: times(blue), alpha: UInt8(alpha)))
        #expect(Pixel(color.description) == color)
        // The description has the straight value nearest to the premultiplied one.
        let straight = alpha == 0 ? 0 : Int((Double(times(green)) * 255 / Double(alpha)).rounded())
        #expect(color.description.dropFirst(3).prefix(2) == hex(straight), "\(color)")
      }
    }
    for digit in "0123456789abcdef" {
      let other = digit == "0" ? "f" : "0"
      #expect(
        Pixel("#\(other)\(digit)\(other)") == Pixel("#\(other)\(other)\(digit)\(digit)\(other)\(other)"))
    }
  }
}
