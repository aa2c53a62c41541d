import Glibc
import Segue
import SegueLettering
import SeguePixels
import Testing

@Suite struct ContactSheetTests {
  @Test func thereAreAtMostAsManyColumnsAsFrames() {
    let frame = PixelSize(width: 160, height: 90)
    let times = FrameTimes(frames: 3)
    let one = ContactSheet(times: times, columns: 9, tileWidth: 80, gap: 10)
    #expect(one.columns == 3 && one.size(for: frame) == PixelSize(width: 260, height: 45))
    let all = ContactSheet(times: times, columns: 0, tileWidth: 80, gap: 10)
    #expect(all.columns == 1 && all.size(for: frame) == PixelSize(width: 80, height: 155))
    // The height of a tile is proportional, and rounded: 80 · 91/160 is 45.5.
    #expect(one.size(for: PixelSize(width: 160, height: 91)).height == 46)
    // A tile of a very flat frame has one row.
    #expect(one.size(for: PixelSize(width: 1000, height: 1)).height == 1)
    #expect(all.size(for: PixelSize(width: 1000, height: 1)).height == 23)
  }

  /// Frames are taken at equal times, with the transition's own curve.
  @Test func framesAreEased() throws {
    let size = PixelSize(width: 80, height: 45)
    let renderer = try TransitionRenderer(
      from: Bitmap(size, filledWith: .black), to: Bitmap(size, filledWith: .white), Transitions.FadeIn())
    let sheet = ContactSheet(times: FrameTimes(frames: 5), columns: 5, tileWidth: 80, gap: 0)
    let picture = try sheet.render(renderer)
    for index in 0..<5 {
      let frame = try renderer.frame(at: TimingCurve.easeInOut(at: Double(index) / 4))
      #expect(picture[80 * index + 40, 20] == frame[40, 20], "\(index)")
    }
  }

  @Test func framesAreArrangedInRows() throws {
    let red = Pixel(red: 255, green: 0, blue: 0)
    let blue = Pixel(red: 0, green: 0, blue: 255)
    let renderer = try TransitionRenderer(
      from: Bitmap(PixelSize(width: 160, height: 90), filledWith: red),
      to: Bitmap(PixelSize(width: 160, height: 90), filledWith: blue), Transitions.CrossDissolve())
    let sheet = ContactSheet(times: FrameTimes(frames: 5), columns: 3, tileWidth: 80, gap: 10)
    #expect(sheet.size(for: renderer.size) == PixelSize(width: 260, height: 100))
    let picture = try sheet.render(renderer, threads: 2)
    #expect(picture.size == PixelSize(width: 260, height: 100))
    #expect(picture[40, 20] == red && picture[130, 80] == blue)
    for (x, y) in [(85, 20), (40, 50), (220, 80)] {
      #expect(picture[x, y] == ContactSheet.standardBackground, "\(x),\(y)")
    }
  }

  @Test func translucentFramesAreOverTheBackground() throws {
    let half = Pixel(red: 0, green: 0, blue: 128, alpha: 128)
    let size = PixelSize(width: 80, height: 45)
    let renderer = try TransitionRenderer(
      from: Bitmap(size), to: Bitmap(size, filledWith: half), Transitions.CrossDissolve())
    for background in [Pixel.white, .black, .clear] {
      let sheet = ContactSheet(times: [0, 1], tileWidth: 80, gap: 4, background: background)
      let picture = try sheet.render(renderer)
      #expect(picture[40, 20] == background && picture[82, 20] == background)
      #expect(picture[120, 20] == half.over(background))
    }
  }

  @Test func withoutTimesTheSheetHasTheStart() throws {
    let sheet = ContactSheet(times: [], tileWidth: 80, gap: 10)
    #expect(sheet.times == [0] && sheet.columns == 1)
    #expect(sheet.size(for: PixelSize(width: 160, height: 90)) == PixelSize(width: 80, height: 45))
  }

  private static let plain = PixelSize(width: 240, height: 120)

  private func lettered(
    _ times: some Sequence<Double>, tileWidth: Int = 240, background: Pixel = .white,
    showsProgress: Bool = true,
    title: String? = nil, curve: TimingCurve = .linear
  ) throws -> Bitmap {
    let color = Pixel(red: 200, green: 40, blue: 40)
    let renderer = try TransitionRenderer(
      from: Bitmap(Self.plain, filledWith: color), to: Bitmap(Self.plain, filledWith: color),
      Transitions.CrossDissolve(), timing: Timing(curve: curve))
    return try ContactSheet(
      times: times, tileWidth: tileWidth, gap: 6, background: background, showsProgress: showsProgress,
      title: title
    ).render(renderer)
  }

  @Test func progressIsWrittenBelowEachFrame() throws {
    // Letters and the margin are 10 pixels high; a label takes 20.
    let sheet = try lettered([0, 0.45, 1], curve: .easeIn)
    #expect(sheet.size == PixelSize(width: 3 * 240 + 2 * 6 + 2 * 10, height: 120 + 20 + 2 * 10))
    var expected = try Bitmap(sheet.size, filledWith: .white)
    for (index, text) in ["0.00", "0.26", "1.00"].enumerated() {
      let left = 10 + index * 246
      for y in 10..<130 {
        for x in left..<left + 240 { expected[x, y] = Pixel(red: 200, green: 40, blue: 40) }
      }
      expected.draw(PenText(text, Float(left + 120), 130 + 16, size: 10, .center), .black)
    }
    #expect(abs(TimingCurve.easeIn(at: 0.45) - 0.263) < 0.001)
    #expect(sheet == expected)
  }

  @Test func labelsMayBeBelow0() throws {
    // The curve starts backwards, and swings beyond the end.
    let curve = TimingCurve.cubicBezier(0.3, -1, 0.7, 2)
    #expect(curve(at: 0.2) < -0.05 && curve(at: 0.8) > 1.05)
    let hundredths = Int((-100 * curve(at: 0.2)).rounded())
    let sheet = try lettered([0.2], curve: curve)
    var expected = try Bitmap(sheet.size, filledWith: .white)
    for y in 10..<130 { for x in 10..<250 { expected[x, y] = Pixel(red: 200, green: 40, blue: 40) } }
    let text = "-0.\(hundredths < 10 ? "0" : "")\(hundredths)"
    expected.draw(PenText(text, 130, 146, size: 10, .center), .black)
    #expect(sheet == expected, "\(text)")
  }

  @Test func theTitleIsAboveTheFrames() throws {
    let sheet = try lettered([0, 1], showsProgress: false, title: "hero")
    #expect(sheet.size == PixelSize(width: 2 * 240 + 6 + 2 * 10, height: 2 * 15 + 120 + 2 * 10))
    var expected = try Bitmap(sheet.size, filledWith: .white)
    for left in [10, 256] {
      for y in 40..<160 {
        for x in left..<left + 240 { expected[x, y] = Pixel(red: 200, green: 40, blue: 40) }
      }
    }
    expected.draw(PenText("hero", 10, 25, size: 15), .black)
    #expect(sheet == expected)
  }

  /// Words are complete for any width of frames: none is at the sheet's edge, or over another label.
  @Test(arguments: [1, 12, 30, 100, 1000])
  func labelsAreCompleteAtAnyWidth(_ tileWidth: Int) throws {
    for title in [nil, "a transition with a long name.glsl"] {
      let sheet = try lettered([0, 0.5, 1], tileWidth: tileWidth, title: title)
      for x in 0..<sheet.width { #expect(sheet[x, 0] == .white && sheet[x, sheet.height - 1] == .white) }
      for y in 0..<sheet.height { #expect(sheet[0, y] == .white && sheet[sheet.width - 1, y] == .white) }
      // Three labels below the last frame, with wider gaps between them than within.
      let bottom = sheet.height - max(9, tileWidth / 24, 6) - 2 * max(9, tileWidth / 24)
      let inked = (0..<sheet.width).filter { x in (bottom..<sheet.height).contains { sheet[x, $0].red < 128 }
      }
      let breaks = zip(inked, inked.dropFirst()).count { $1 - $0 > max(9, tileWidth / 24) * 5 / 8 }
      #expect(breaks == 2, "\(inked)")
    }
  }

  /// WCAG requires a contrast of 4.5 for small text.
  @Test func labelsHaveContrastOnEveryColor() throws {
    func luminance(_ pixel: Pixel) -> Double {
      func linear(_ channel: UInt8) -> Double {
        let value = Double(channel) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(pixel.red) + 0.7152 * linear(pixel.green) + 0.0722 * linear(pixel.blue)
    }
    let grays = (0...255).map { Pixel(red: $0, green: $0, blue: $0) }
    let colors = Pixel.names.compactMap { Pixel($0) }.filter { $0.alpha == 255 }
    for background in grays + colors {
      let sheet = try lettered([0], tileWidth: 1, background: background)
      let ends = (0..<sheet.height).flatMap { y in (0..<sheet.width).map { luminance(sheet[$0, y]) } }
      // The frame is a single pixel, neither the darkest nor the lightest beside its own label.
      let contrast = max(
        (ends.max()! + 0.05) / (luminance(background) + 0.05),
        (luminance(background) + 0.05) / (ends.min()! + 0.05))
      #expect(contrast >= 4.4, "\(background)")
    }
    // On a transparent background, letters have an outline.
    let clear = try lettered([0], background: .clear)
    let below = (130..<clear.height).flatMap { y in (0..<clear.width).map { clear[$0, y] } }
    #expect(below.contains(.black) && below.contains(.white))
  }

  @Test func defaultsAreThoseOfTheDocumentation() {
    let sheet = ContactSheet(times: FrameTimes(frames: 6))
    #expect(sheet.columns == 4 && sheet.tileWidth == 320 && sheet.gap == 8)
    #expect(sheet.background == Pixel(red: 224, green: 224, blue: 224))
    #expect(!sheet.showsProgress && sheet.title == nil)
    let frame = PixelSize(width: 640, height: 360)
    #expect(sheet.size(for: frame) == PixelSize(width: 4 * 320 + 3 * 8, height: 2 * 180 + 8))
    let least = ContactSheet(times: FrameTimes(frames: 6), columns: -1, tileWidth: -7, gap: -5)
    #expect(least.columns == 1 && least.tileWidth == 1 && least.gap == 0)
    #expect(least.size(for: frame) == PixelSize(width: 1, height: 6))
  }

  @Test func aProgressThatRoundsTo0HasNoSign() throws {
    let curve = TimingCurve.cubicBezier(0.3, -1, 0.7, 2)
    let time = try #require(
      stride(from: 0, to: 0.1, by: 1e-5).first { (-0.004 ... -0.002).contains(curve(at: $0)) })
    #expect(try lettered([time], curve: curve) == lettered([0]))
  }

  /// A translucent background counts as composited over white.
  @Test(arguments: [
    (Pixel.clear, Pixel.black), (Pixel(red: 0, green: 0, blue: 0, alpha: 64), .black),
    (Pixel(red: 0, green: 0, blue: 0, alpha: 200), .white),
  ])
  func labelsOnTranslucentBackgroundsHaveAnOutline(background: Pixel, ink: Pixel) throws {
    let sheet = try lettered([0], background: background)
    var expected = try Bitmap(sheet.size, filledWith: background)
    for y in 10..<130 { for x in 10..<250 { expected[x, y] = Pixel(red: 200, green: 40, blue: 40) } }
    expected.draw(
      PenText("0.00", 130, 146, size: 10, .center), ink, outline: ink == .black ? .white : .black)
    #expect(sheet == expected)
  }
}
