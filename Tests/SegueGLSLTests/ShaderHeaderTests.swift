import SegueGLSL
import Testing

@Suite struct ShaderHeaderTests {
  @Test("The first line of a key counts, and its value may have colons")
  func firstLinesCount() throws {
    let source = """
      /// Fades.
      // License: MIT
      // License: BSD
      // Source: https://example.com/book
      // Source: a film
      // Example: a=1:2
      // Example: b=2
      // And more.
      void main() { }
      """
    #expect(
      try checked(source).header
        == ShaderHeader(
          license: "MIT", source: "https://example.com/book", example: "a=1:2", summary: "Fades."))
  }

  @Test func headersAreRead() throws {
    let header = try checked(samples[0]).header
    #expect(
      header
        == ShaderHeader(
          author: "Nobody in particular", license: "MIT", summary: "Waves that run over the picture."))
    let block = try checked(
      "/* license : BSD\n * AUTHOR: a <b@c>\n *\n * Two: three\n * It fades. */\n\n// no\nvoid main() { }"
    ).header
    #expect(block == ShaderHeader(author: "a <b@c>", license: "BSD", summary: "It fades."))
    let one = try checked("// Fades.\n\n// Author: x\n\n\n// License: y\nvoid main() { }").header
    #expect(one == ShaderHeader(summary: "Fades."))
    let empty = try checked("// Source:\n// Author: \n// It fades.\n// Author: y\nvoid main() { }").header
    #expect(empty == ShaderHeader(author: "y", summary: "It fades."))
    #expect(try checked("void main() { }\n// Author: x").header == ShaderHeader())
    let two = try checked("// Fades.\n/*\n Author: x\n\n*/\n// License: y\nvoid main() { }").header
    #expect(two == ShaderHeader(author: "x", license: "y", summary: "Fades."))
  }
}
