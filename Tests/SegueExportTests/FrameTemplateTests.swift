import Segue
import SegueExport
import Testing

@Suite struct FrameTemplateTests {
  @Test func names() {
    #expect(FrameTemplate("out/%04d.png")?.name(of: 7) == "out/0007.png")
    #expect(FrameTemplate("out/%04d.png")?.name(of: 123_456) == "out/123456.png")
    #expect(FrameTemplate("%d")?.name(of: 0) == "0")
    #expect(FrameTemplate("100%%-%03d.png")?.name(of: 5) == "100%-005.png")
    #expect(FrameTemplate(single: "a.png")?.name(of: 0) == "a.png")
  }

  @Test("A number has at most 20 digits, and percent signs keep their places")
  func digitsAndSigns() {
    let nineteen = String(repeating: "0", count: 19)
    #expect(FrameTemplate("%020d")?.name(of: 7) == nineteen + "7" && FrameTemplate("%021d") == nil)
    #expect(FrameTemplate("%0d.png")?.name(of: 7) == "7.png")
    #expect(FrameTemplate("%00004d.png")?.name(of: 7) == "0007.png")
    #expect(FrameTemplate("a%d%%b%%.png")?.name(of: 7) == "a7%b%.png")
    #expect(FrameTemplate("%%%d%%")?.name(of: 12) == "%12%")
    #expect(FrameTemplate(single: "a.png")?.name(of: 12) == "a.png")
    for name in ["%d", "a%04d", "%5d", "%d%d", "{name}", "50%-{name}"] {
      #expect(FrameTemplate(single: name) == nil && FrameTemplate.name(ofOne: name) == nil, "\(name)")
    }
    for (text, name) in [("a%%", "a%"), ("%%d", "%d"), ("{names}", "{names}")] {
      #expect(FrameTemplate(single: text)?.name(of: 3) == name, "\(text)")
      #expect(FrameTemplate.name(ofOne: text) == name, "\(text)")
    }
    for text in ["%", "50%-a%%", "%x"] {
      #expect(FrameTemplate(single: text) == nil && FrameTemplate.name(ofOne: text) == text, "\(text)")
    }
  }

  @Test("Outputs of inputs have a number, the input's name or both, in the file name only")
  func inputs() {
    func name(_ text: String) -> String? { FrameTemplate(inputs: text)?.name(of: 7, stem: "a%d") }
    #expect(name("q/%03d.png") == "q/007.png" && name("q/{name}.png") == "q/a%d.png")
    #expect(name("50%%-{name}-%d.png") == "50%-a%d-7.png" && name("{name}{name}") == "a%da%d")
    for text in ["a.png", "%d%d", "{name}/a.png", "%d/{name}.png", "50%{name}", "%5d", "{name}-%x"] {
      #expect(name(text) == nil, "\(text)")
    }
    #expect(FrameTemplate("{name}-%d.png") == nil)
    let folder = FrameTemplate(inputsInto: "50%d", extension: "jpg")
    #expect(folder.name(of: 0, stem: "a") == "50%d/a.jpg" && folder.hasStem)
    #expect(FrameTemplate(inputs: folder.text)?.name(of: 0, stem: "a") == "50%d/a.jpg")
  }

  @Test(arguments: ["a.png", "%", "%%", "%4d.png", "%s.png", "%0d%0d", "%x", "%099d.png", "%d/a.png", "%-d"])
  func textsWithoutOneNumberAreRefused(text: String) { #expect(FrameTemplate(text) == nil) }
}
