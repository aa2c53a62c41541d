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

  @Test(arguments: texts) func textsAreParsed(text: String, name: String, values: [String]) throws {
    let specification = try #require(Specification(text))
    #expect(specification.name == name)
    #expect(specification.values.flatMap { [$0.key, $0.value] } == values)
  }

  @Test(arguments: ["blur:", "blur:a", "blur:=1", "blur:,a=1", "blur:a==1"])
  func malformedTextsAreRefused(text: String) { #expect(Specification(text) == nil) }
}
