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

  @Test(arguments: ["a.png", "%", "%%", "%4d.png", "%s.png", "%0d%0d", "%x", "%099d.png", "%d/a.png", "%-d"])
  func refuses(text: String) { #expect(FrameTemplate(text) == nil) }
}
