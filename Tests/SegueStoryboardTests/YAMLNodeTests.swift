import SegueStoryboard
import Testing

@Suite struct YAMLNodeTests {
  private func fault(_ text: String) -> String {
    do throws(YAMLNode.Fault) {
      _ = try YAMLNode.root(of: text)
      return "none"
    } catch {
      return "\(error.line): \(error.reason)"
    }
  }

  @Test func nodesHaveTheLineOfTheirFirstCharacter() throws {
    let root = try #require(try YAMLNode.root(of: "\u{FEFF}# a comment\na: 1\nb:\n  - x\n  - [y,\n     z]\n"))
    let pairs = try #require(root.mapping)
    #expect(pairs.map(\.key.line) == [2, 3])
    let list = try #require(pairs[1].value.sequence)
    #expect(list.map(\.line) == [4, 5])
    #expect(list[1].sequence?.map(\.line) == [5, 6])
  }

  @Test func scalarsKeepTheirSpelling() throws {
    let root = try #require(try YAMLNode.root(of: #"[1.50, '1.50', "a\0b", "", ~, é, "\u00e9\n"]"#))
    let scalars = try #require(root.sequence).compactMap(\.scalar)
    #expect(scalars.map(\.string) == ["1.50", "1.50", "a", "", "~", "é", "é\n"])
    #expect(scalars.map(\.isPlain) == [true, false, false, false, true, true, false])
    #expect(scalars.map(\.hasNUL) == [false, false, true, false, false, false, false])
  }

  @Test func aliasesEqualTheirAnchors() throws {
    let root = try #require(try YAMLNode.root(of: "a: &x [1, &y 2]\nb: *x\nc: *y\nd: &y 3\ne: *y\n"))
    let values = try #require(root.mapping).map(\.value)
    #expect(values[1].sequence?.compactMap(\.scalar?.string) == ["1", "2"])
    #expect(values[1].line == 1)
    #expect(values[2].scalar?.string == "2")
    #expect(values[4].scalar?.string == "3", "the last anchor of a name applies")
  }

  @Test func emptyTextsHaveNoRoot() throws {
    for text in ["", "\n", "# only a comment\n", "\u{FEFF}"] {
      #expect(try YAMLNode.root(of: text).map(\.line) == nil, "\(text)")
    }
  }

  @Test func errorsHaveLines() {
    #expect(fault("a: 1\nb: *none").hasPrefix("2: not YAML: found undefined alias"))
    #expect(fault("a: &a [*a]").hasPrefix("1: not YAML: found undefined alias"))
    #expect(fault("a: 1\n---\nb: 2") == "2: not YAML: but found another document")
    #expect(fault("x:\n  a: 1\n  b: 2\n  a: 3") == "2: the key a is given twice")
    #expect(fault("a: [1\n").hasPrefix("2: not YAML: did not find expected ',' or ']'"))
    #expect(fault("a: \u{1}").hasPrefix("1: not YAML: control characters are not allowed"))
    #expect(fault("a: 'x").hasPrefix("1: not YAML: found unexpected end of stream"))
  }

  /// Nested aliases and deep nesting are rejected quickly.
  @Test func sizesAreBounded() {
    let levels = (1...40).map { level in
      let aliases = [String](repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      return "a\(level): &a\(level) [\(aliases)]"
    }
    let laughs = fault("a0: &a0 [x]\n" + levels.joined(separator: "\n"))
    #expect(laughs.hasSuffix("not YAML: more than a million values, repeated by aliases"))
    #expect(fault(String(repeating: "[", count: 100_000)).contains("not YAML: "))
    #expect(fault(String(repeating: "- ", count: 100_000)).contains("not YAML: "))
    #expect(fault(String(repeating: "{a: ", count: 900) + String(repeating: "}", count: 900)) == "none")
  }
}
