import Foundation
import SegueFiles
import SegueShaders
import SegueTestSupport
import Testing

@Suite struct IncludesTests {
  /// A file is there, and yet outside of the shader's folder.
  @Test(arguments: ["../outside.glsl", "lib/../../outside.glsl", "/lib/inside.glsl"])
  func nothingOutsideOfTheFolderIsRead(name: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("own/lib"), withIntermediateDirectories: true)
    let value = Array("float value() { return 0.25; }".utf8)
    try folder.write(value, "outside.glsl")
    try folder.write(value, "own/lib/inside.glsl")
    func shader(_ name: String) throws -> Shader {
      let source = "#include \"\(name)\"\nvoid main() { gl_FragColor = vec4(value()); }"
      return try Shader(contentsOf: folder.write(Array(source.utf8), "own/a.frag"))
    }
    #expect(throws: Never.self) { try shader("lib/inside.glsl") }
    let error = #expect(throws: ShaderError.self) { try shader(name) }
    #expect(
      error?.diagnostics.map { "\($0.line): \($0.message)" } == [
        "1: there is no such file in the folder of the shader"
      ])
  }

  @Test(
    "White space and words about a file change nothing",
    arguments: [
      "#include \"lib.glsl\"", "#include<lib.glsl>", "\t#include\t\"lib.glsl\"",
      " \t #include \t <lib.glsl> // it",
    ]) func linesThatNameFiles(line: String) throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Array("float value() { return 0.25; }".utf8), "lib.glsl")
    let source = "void other() { }\n\(line)\nvoid main() { gl_FragColor = vec4(value()); }"
    #expect(throws: Never.self) { try Shader(contentsOf: folder.write(Array(source.utf8), "a.frag")) }
  }

  /// Files within files end somewhere.
  @Test(arguments: [(1, true), (16, true), (17, false)]) func filesAreIncludedSixteenDeep(
    depth: Int, isRight: Bool
  ) throws {
    let folder = try TemporaryFolder()
    for number in 1...depth {
      let text = number == depth ? "float value() { return 0.25; }" : "#include \"\(number + 1).glsl\""
      try folder.write(Array(text.utf8), "\(number).glsl")
    }
    let source = "#include \"1.glsl\"\nvoid main() { gl_FragColor = vec4(value()); }"
    let path = try folder.write(Array(source.utf8), "a.frag")
    do {
      _ = try Shader(contentsOf: path)
      #expect(isRight)
    } catch let error as ShaderError {
      #expect(!isRight)
      #expect(
        error.diagnostics.first.map { "\($0.line): \($0.message)" }
          == "1: there is no such file in the folder of the shader")
    }
  }
}
