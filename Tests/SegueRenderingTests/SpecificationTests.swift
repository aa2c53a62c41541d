import SegueRendering
import Testing

@Suite struct SpecificationTests {
  static let texts: [(text: String, name: String, values: [String])] = [
    ("blur", "blur", []), ("blur:a=1", "blur", ["a", "1"]), ("blur:a=1,b=2", "blur", ["a", "1", "b", "2"]),
    ("blur:center=0.5,progress,b=2", "blur", ["center", "0.5,progress", "b", "2"]),
    ("blur:a=min(1,b==2),c=if(x<=1,2,3),4", "blur", ["a", "min(1,b==2)", "c", "if(x<=1,2,3),4"]),
    ("blur:a=min(1,b=2),c=3", "blur", ["a", "min(1,b=2)", "c", "3"]),
    ("blur:a=1,b>=2", "blur", ["a", "1,b>=2"]), ("blur:a=1,b!=2", "blur", ["a", "1,b!=2"]),
    ("blur:a=min(1,b=2", "blur", ["a", "min(1", "b", "2"]),
    ("blur:map=a(1.png,b=2", "blur", ["map", "a(1.png", "b", "2"]),
    ("blur:a=)1(,b=2", "blur", ["a", ")1(", "b", "2"]),
    ("blur:map=c:/x=y.png", "blur", ["map", "c:/x=y.png"]), ("blur:a=", "blur", ["a", ""]),
    ("own.glsl", "own.glsl", []), ("a:b/own.frag", "a:b/own.frag", []),
    ("a:b/own.glsl:x=1,y=2", "a:b/own.glsl", ["x", "1", "y", "2"]), ("", "", []), ("tabs/", "tabs/", []),
    ("a/tabs/:iTime=1", "a/tabs/", ["iTime", "1"]), ("export.json:iTime=1", "export.json", ["iTime", "1"]),
  ]

  static let quoted: [(text: String, values: [String])] = [
    (#"text:a="x, y=1""#, ["a", "x, y=1"]), (#"text:a="x",b=2"#, ["a", "x", "b", "2"]),
    (#"text:a="1) (, b=2",c=3"#, ["a", "1) (, b=2", "c", "3"]),
    (#"text:a="x\n\"y\"\\n\t\q""#, ["a", "x\n\"y\"\\n\t\\q"]),
    (#"text:a="see x.glsl: y""#, ["a", "see x.glsl: y"]), (#"text:a="","#, ["a", ","]),
    (#"text:a="open,b=2"#, ["a", "\"open", "b", "2"]), (#"text:a="x"y,b=2"#, ["a", "\"x\"y", "b", "2"]),
    (#"text:a=x "y, z", b=2"#, ["a", "x \"y, z\"", " b", "2"]),
  ]

  @Test("Values in quotation marks may have commas, parentheses and escape sequences", arguments: quoted)
  func quotations(text: String, values: [String]) throws {
    let specification = try #require(Specification(text))
    #expect(specification.name == "text")
    #expect(specification.values.flatMap { [$0.key, $0.value] } == values)
  }

  @Test("A quotation in a list belongs to its item")
  func quotationsInLists() throws {
    let list = try #require(Specification.list(#"sepia,text:text="a, b=(1",size=8%, swirl:angle=1"#))
    #expect(list.map(\.name) == ["sepia", "text", "swirl"])
    #expect(list[1].values.map(\.value) == ["a, b=(1", "8%"])
  }

  @Test("A text form gives the values again, whatever they are")
  func everyValue() throws {
    let parts = [
      ",", "\"", "=", "(", ")", "\\", "\n", "\r\n", "\t", " ", ":", "a", "n", "x=", "b.glsl:", "é", "\u{301}",
      "日", "👩‍👩‍👧",
      "'", "=\"", "0.5", "\u{1}", "%", "#", "{", "]", "\u{feff}",
    ]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let values = ["text", "b"].map { key -> (key: String, value: String) in
        let count = Int.random(in: 0...6, using: &random)
        return (key, (0..<count).map { _ in parts.randomElement() ?? "" }.joined())
      }
      let specification = Specification(name: "text", values: values)
      let read = try #require(Specification(specification.text), "\(specification.text)")
      #expect(read.name == "text", "\(specification.text)")
      let expected = values.flatMap { [$0.key, $0.value] }.map { Array($0.unicodeScalars) }
      #expect(
        read.values.flatMap { [$0.key, $0.value] }.map { Array($0.unicodeScalars) } == expected,
        "\(specification.text)")
    }
    let plain = Specification(name: "swirl", values: [("center", "0.5,progress"), ("angle", "min(1,2)")])
    #expect(plain.text == "swirl:center=0.5,progress,angle=min(1,2)")
  }

  @Test(arguments: texts) func textsAreParsed(text: String, name: String, values: [String]) throws {
    let specification = try #require(Specification(text))
    #expect(specification.name == name)
    #expect(specification.values.flatMap { [$0.key, $0.value] } == values)
  }

  @Test(arguments: ["blur:", "blur:a", "blur:=1", "blur:,a=1", "blur:a==1"])
  func malformedTextsAreRefused(text: String) { #expect(Specification(text) == nil) }
}
