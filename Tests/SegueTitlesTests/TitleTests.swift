import Foundation
import SegueErrors
import SeguePixels
import SegueRendering
import SegueTestSupport
import SegueTitles
import Testing

@Suite struct TitleTests {
  private let size = PixelSize(width: 320, height: 180)

  private func style(_ text: String = "") throws -> TitleStyle {
    try TitleStyle(
      "font=DejaVu Sans:bold,outline=0,shadow=0,margin=20,size=20" + (text.isEmpty ? "" : ",\(text)"))
  }

  /// White letters on black.
  private func frame(_ text: String, _ style: TitleStyle, _ execution: Execution = .standard) throws -> Bitmap
  {
    let black = try Bitmap(size, filledWith: .black)
    return try Title(text, style).apply(to: black, at: 0).rendered(execution)
  }

  /// The smallest rectangle with pixels above a level; nil if there are none.
  private func ink(_ frame: Bitmap, above level: UInt8 = 60) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    var (xs, ys): ([Int], [Int]) = ([], [])
    for y in 0..<frame.height {
      for x in 0..<frame.width where frame[x, y].green > level {
        xs.append(x)
        ys.append(y)
      }
    }
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
      return nil
    }
    return (left...right, top...bottom)
  }

  @Test("A text is drawn at each of nine positions, within the margins", arguments: TitleStyle.Place.allCases)
  func places(_ place: TitleStyle.Place) throws {
    let ink = try #require(ink(try frame("HxH", style("place=\(place)"))))
    let name = "\(place)"
    if name.contains("left") { #expect((20...23).contains(ink.x.lowerBound)) }
    if name.contains("right") { #expect((296...300).contains(ink.x.upperBound)) }
    if !name.contains("left"), !name.contains("right") {
      #expect(abs(ink.x.lowerBound + ink.x.upperBound - 319) <= 3)
    }
    // The ascent of DejaVu is 0.93 of the size, and capitals have 0.73.
    if name.hasPrefix("top") { #expect((23...25).contains(ink.y.lowerBound)) }
    if name.hasPrefix("bottom") { #expect((154...157).contains(ink.y.upperBound)) }
    if ["left", "center", "right"].contains(name) {
      #expect(abs(ink.y.lowerBound + ink.y.upperBound - 180) <= 4)
    }
    #expect((13...16).contains(ink.y.count), "capitals of 20 pixels")
  }

  @Test("A long text breaks at spaces to fit between the margins; a word longer than a line breaks anywhere")
  func lines() throws {
    let one = try #require(ink(try frame("Hxx", style("place=top"))))
    for text in [
      "The quick brown fox jumps over the lazy dog", String(repeating: "x", count: 60),
      "日本語の文字は単語の間に空白がありません日本語の文字は単語", "a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p-q-r-s-t-u-v-w",
    ] {
      let ink = try #require(ink(try frame(text, style("place=top"))))
      #expect(ink.x.lowerBound >= 19 && ink.x.upperBound <= 300, "\(text)")
      #expect(ink.y.count > one.y.count + 20, "\(text)")
    }
    let two = try #require(ink(try frame("Hxx\nHxx", style("place=top"))))
    // The distance of lines of DejaVu is 1.164 of the size.
    #expect((22...25).contains(two.y.upperBound - one.y.upperBound))
    #expect(two.x == one.x)
    let wide = try #require(ink(try frame("Hxx\nHxx", style("place=top,line-height=2"))))
    #expect((45...48).contains(wide.y.upperBound - one.y.upperBound))
  }

  /// Columns of a frame, from the first column with ink on.
  private func columns(_ frame: Bitmap, _ count: Int) throws -> [[UInt8]] {
    let start = try #require(ink(frame, above: 0)).x.lowerBound
    return (start..<start + count).map { x in (0..<frame.height).map { frame[x, $0].green } }
  }

  @Test("Hebrew runs from right to left, and Arabic letters are joined")
  func rightToLeft() throws {
    let left = try style("place=left")
    // The last letter is the leftmost.
    #expect(try columns(frame("של", left), 8) == columns(frame("ל", left), 8))
    #expect(try columns(frame("לש", left), 8) != columns(frame("ל", left), 8))
    // Latin words within Hebrew keep their direction, and stand to the left of the preceding text.
    #expect(try columns(frame("של ab", left), 12) == columns(frame("ab", left), 12))
    func width(_ text: String) throws -> Int { try #require(ink(try frame(text, left))).x.count }
    let joiner = "\u{200c}"
    #expect(try width("سلام") + 6 < width("س\(joiner)ل\(joiner)ا\(joiner)م"))
  }

  @Test("Frames are equal for any SIMD level and number of threads, and colors do not exceed alpha")
  func bytes() throws {
    let title = Title(
      "Grüße 12", try TitleStyle("font=DejaVu Serif,box=#20408080,color=gold,place=center,size=15%"))
    let noise = try Bitmap.noise(320, 180, seed: 8)
    let rows = title.apply(to: noise, at: 0)
    let expected = try rows.rendered(Execution(threads: 1, level: .reference))
    #expect(expected != noise)
    for level in SIMDLevel.available {
      for threads in [1, 3] {
        #expect(try rows.rendered(Execution(threads: threads, level: level)) == expected)
      }
    }
    let drawn = try title.apply(to: Bitmap(size), at: 0).rendered()
    for y in 0..<180 {
      for x in 0..<320 {
        let pixel = drawn[x, y]
        #expect(max(pixel.red, pixel.green, pixel.blue) <= pixel.alpha)
      }
    }
  }

  @Test("Letters, outline, shadow and box are drawn over each other in their colors")
  func colors() throws {
    let text = "IIII"
    func count(_ style: String, _ isCounted: (Pixel) -> Bool) throws -> Int {
      let gray = try Bitmap(size, filledWith: Pixel(red: 128, green: 128, blue: 128))
      let frame = try Title(text, TitleStyle("font=DejaVu Sans:bold,size=60,place=center," + style))
        .apply(to: gray, at: 0).rendered()
      return (0..<180 * 320).count { isCounted(frame[$0 % 320, $0 / 320]) }
    }
    let (red, blue) = (Pixel(red: 255, green: 0, blue: 0), Pixel(red: 0, green: 0, blue: 255))
    let letters = try count("color=red,outline=0,shadow=0") { $0 == red }
    // Four strokes of about 11 × 44 pixels.
    #expect((1500...2400).contains(letters))
    #expect(try count("color=red,outline=3,outline-color=blue,shadow=0") { $0 == red } == letters)
    let outlined = try count("color=red,outline=3,outline-color=blue,shadow=0") { $0 == blue }
    #expect((900...1600).contains(outlined))
    let shaded = try count("color=red,outline=0,shadow=8,shadow-color=black") {
      $0.red < 120 && $0.red == $0.blue
    }
    #expect(shaded > 1500)
    let boxed = try count("color=red,outline=0,shadow=0,box=blue") { $0 == blue }
    #expect(boxed > 2 * letters)
  }

  @Test("The opacity may follow the progress; a text is drawn once for a frame size")
  func opacity() throws {
    var title = Title("Hello", try style("place=center"))
    let black = try Bitmap(size, filledWith: .black)
    let whole = try title.apply(to: black, at: 0).rendered()
    title.opacity = .progress
    #expect(title.apply(to: black, at: 0).bitmap == black)
    #expect(try title.apply(to: black, at: 1).rendered() == whole)
    let half = try title.apply(to: black, at: 0.5).rendered()
    for y in 0..<180 {
      for x in 0..<320 { #expect(abs(2 * Int(half[x, y].red) - Int(whole[x, y].red)) <= 2) }
    }
    // Once the text is drawn, a 4K frame takes a few milliseconds.
    let large = try Bitmap(PixelSize(width: 3840, height: 2160), filledWith: .black)
    try title.prepare(for: large.size)
    let copied = try processorTime { _ = try title.apply(to: large, at: 1).rendered() }
    #expect(copied < 0.5)
  }

  @Test(
    "A text with more lines than a frame shows is cut off, and one of more than 10000 characters is an error")
  func large() throws {
    let long = try frame(String(repeating: "x\n", count: 4_900), style("place=top"))
    #expect(try #require(ink(long)).y.upperBound == 179)
    let error = #expect(throws: TitleError.self) {
      try Title(String(repeating: "x", count: 10_001), style()).prepare(for: size)
    }
    #expect(error?.code == .titleInvalid)
  }

  @Test("prepare(for:) returns the characters without a glyph")
  func missing() throws {
    #expect(
      try Title("a\u{e123}b\u{f0000}\u{e123}", style()).prepare(for: size).map(\.value) == [0xe123, 0xf0000])
    #expect(try Title("Grüße, Жизнь, سلام, שלום", style()).prepare(for: size).isEmpty)
  }

  @Test("A font is a name or a file; an unknown font is an error")
  func fonts() throws {
    let file = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
    if FileManager.default.fileExists(atPath: file) {
      var named = try style("place=center")
      let expected = try frame("Text", named)
      named.font = file
      #expect(try frame("Text", named) == expected)
      named.font = "DejaVu Serif"
      #expect(try frame("Text", named) != expected)
    }
    for (font, code) in [
      ("No Such Font", ErrorCode.titleNoFont), ("/etc/passwd", .titleNoFont), ("a.ttf", .titleNoFont),
    ] {
      let error = #expect(throws: TitleError.self) {
        try Title("a", TitleStyle("font=\(font)")).prepare(for: size)
      }
      #expect(error?.code == code && error?.message.contains(font) == true)
    }
  }

  @Test(
    "An invalid style is an error that names the key",
    arguments: [
      ("size", "key=value"), ("sise=3", "there is no key 'sise'"), ("size=big", "size is 'big'"),
      ("size=-1", "pixels"), ("color=blu", "color is 'blu'"), ("place=middle", "top-left, top"),
      ("margin=200%", "percent"), ("line-height=0", "0.1…10"), ("size=nan", "size"),
    ])
  func styles(text: String, words: String) {
    let error = #expect(throws: TitleError.self) { try TitleStyle(text) }
    #expect(error?.message.contains(words) == true && error?.code == .titleInvalid)
  }
}
