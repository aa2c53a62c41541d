import Segue
import Testing

@Suite struct FrameTemplateTests {
  @Test func names() {
    #expect(FrameTemplate("out/%04d.png")?.name(of: 7) == "out/0007.png")
    #expect(FrameTemplate("out/%04d.png")?.name(of: 123_456) == "out/123456.png")
    #expect(FrameTemplate("%d")?.name(of: 0) == "0")
    #expect(FrameTemplate("100%%-%03d.png")?.name(of: 5) == "100%-005.png")
    #expect(FrameTemplate(single: "a.png")?.name(of: 0) == "a.png")
  }

  @Test("A number has 20 digits at most, and a percent sign stands where it was written")
  func digitsAndSigns() {
    let nineteen = String(repeating: "0", count: 19)
    #expect(FrameTemplate("%020d")?.name(of: 7) == nineteen + "7" && FrameTemplate("%021d") == nil)
    #expect(FrameTemplate("%0d.png")?.name(of: 7) == "7.png")
    #expect(FrameTemplate("%00004d.png")?.name(of: 7) == "0007.png")
    #expect(FrameTemplate("a%d%%b%%.png")?.name(of: 7) == "a7%b%.png")
    #expect(FrameTemplate("%%%d%%")?.name(of: 12) == "%12%")
    #expect(FrameTemplate(single: "a.png")?.name(of: 12) == "a.png")
    for name in ["%d", "a%%", "%"] { #expect(FrameTemplate(single: name) == nil, "\(name)") }
  }

  @Test(arguments: ["a.png", "%", "%%", "%4d.png", "%s.png", "%0d%0d", "%x", "%099d.png", "%d/a.png", "%-d"])
  func refuses(text: String) { #expect(FrameTemplate(text) == nil) }
}
