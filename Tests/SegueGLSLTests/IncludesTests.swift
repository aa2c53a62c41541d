import Foundation
import SegueFiles
import SegueGLSL
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

@Suite struct IncludesTests {
  /// The file exists, but outside the shader's folder.
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
    #expect(error?.message == "\(folder.file("own/a.frag")):1:1: \(error?.diagnostics.first?.message ?? "")")
  }

  @Test(
    "White space and comments around an include change nothing",
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

  /// Includes are nested at most 64 deep.
  @Test(arguments: [(1, true), (64, true), (65, false)]) func filesAreIncluded64Deep(
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
          == "1: files include one another more than 64 deep")
    }
  }

  @Test("Paths are relative to the including file, else to the shader, and stay in the shader's folder")
  func namesCountFromTheirFiles() throws {
    let folder = try TemporaryFolder()
    for name in ["own/lib/math", "own/lib/space"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    func write(_ text: String, _ name: String) throws { try folder.write(Array(text.utf8), name) }
    try write("float outside() { return 1.0; }", "outside.glsl")
    try write("#ifndef HALF\n#define HALF 0.5\n#endif", "own/lib/math/half.glsl")
    try write("#include \"../math/half.glsl\"\n#include \"./beside.glsl\"", "own/lib/space/all.glsl")
    try write(
      "#include \"lib/math/half.glsl\"\nfloat value() { return HALF * 0.4; }", "own/lib/space/beside.glsl")
    func red(_ name: String) throws -> UInt8 {
      let source = "#include \"\(name)\"\nvoid main() { gl_FragColor = vec4(value()); }"
      return try pixel(Shader(contentsOf: folder.write(Array(source.utf8), "own/a.frag"))).red
    }
    #expect(try red("lib/space/all.glsl") == 51)
    #expect(try red("lib/math/../space/all.glsl") == 51)
    try write("#include \"../../../outside.glsl\"", "own/lib/space/all.glsl")
    let error = #expect(throws: ShaderError.self) { try red("lib/space/all.glsl") }
    #expect(
      error?.diagnostics.map { "\($0.file):\($0.line): \($0.message)" } == [
        "lib/space/all.glsl:1: there is no such file in the folder of the shader"
      ])
  }

  @Test("Excluded includes are not read, and a guarded file is included once")
  func conditionsAroundFiles() throws {
    let source = """
      #ifdef NOTHING
      #include "missing.glsl"
      #include "value.glsl"
      #endif
      #include "value.glsl"
      #include "value.glsl"
      #include "other.glsl"
      void main() { gl_FragColor = vec4(value() * other()); }
      """
    let files: KeyValuePairs = [
      "value.glsl": "#ifndef VALUE\n#define VALUE\nfloat value() { return 0.2; }\n#endif",
      "other.glsl": "#include \"value.glsl\"\n#ifdef VALUE\nfloat other() { return 1.0; }\n#endif",
    ]
    #expect(try pixel(shader(source, files)).red == 51)
  }

  @Test("A guarded file counts once toward the size of the source") func guardedFiles() throws {
    let space = repeated(" ", 300_000)
    let value =
      "// Half.\n#ifndef V\n#define V\nfloat value() { return 0.2; }\n#ifdef W\n#endif\(space)\n#endif // V\n"
    let source = repeated("#include \"value.glsl\"\n", 40) + "void main() { gl_FragColor = vec4(value()); }"
    #expect(try pixel(shader(source, ["value.glsl": value])).red == 51)
    // Code after the guard is included every time.
    let rest = "#ifndef V\n#define V\nfloat v = 0.0;\n#endif\nvoid f() { }"
    #expect(
      errors("#include \"a.glsl\"\n#include \"a.glsl\"\nvoid main() { }", ["a.glsl": rest])
        == ["a.glsl:5: the function 'f' with these parameters is already there in line 5"])
  }

  @Test("Files that include each other twice are an error") func filesThatGrow() {
    let twice = "#include \"b.glsl\"\n#include \"b.glsl\"\n"
    let messages = errors("\(twice)void main() { }", ["b.glsl": twice])
    #expect(messages.first?.hasSuffix("files include one another more than 64 deep") == true)
    let wide = (0..<40).map { "#include \"\($0 + 1).glsl\"\n#include \"\($0 + 1).glsl\"\n" }
    let folder = try? TemporaryFolder()
    for (number, text) in wide.enumerated() { _ = try? folder?.write(Array(text.utf8), "\(number).glsl") }
    _ = try? folder?.write(Array(repeated(" ", 100).utf8), "40.glsl")
    let error = #expect(throws: ShaderError.self) {
      let path = try folder?.write(Array("#include \"0.glsl\"\nvoid main() { }".utf8), "a.frag") ?? ""
      _ = try Shader(contentsOf: path)
    }
    #expect(
      error?.diagnostics.last?.message
        == "the source with the files that it includes is larger than 1048576 bytes")
  }

  /// Makes a shader with files beside it.
  private func shader(_ source: String, _ files: KeyValuePairs<String, String>) throws -> Shader {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(Array(text.utf8), name) }
    return try Shader(contentsOf: folder.write(Array(source.utf8), "a.frag"))
  }

  private func pixel(_ shader: Shader) throws -> Pixel {
    try (Bitmap(width: 1, height: 1) --> #require(ShaderFilter(shader))).frame()[0, 0]
  }

  /// Returns the errors with their lines, and with the names of included files.
  private func errors(_ source: String, _ files: KeyValuePairs<String, String>) -> [String] {
    let error = #expect(throws: ShaderError.self) { try shader(source, files) }
    return error?.diagnostics.map { diagnostic in
      "\(diagnostic.file.hasSuffix("/a.frag") ? "" : diagnostic.file):\(diagnostic.line): \(diagnostic.message)"
    } ?? []
  }

  @Test("Lines of all files end with LF, CR or both", arguments: ["\n", "\r\n", "\r"])
  func linesEndWithAnyBreak(end: String) throws {
    func text(_ lines: String...) -> String { lines.map { $0 + end }.joined() }
    let value = text("float value()", "{ return 0.2; }")
    let whole = text("#include \"value.glsl\"", "", "void main() { gl_FragColor = vec4(value()); }")
    #expect(try pixel(shader(whole, ["value.glsl": value])).red == 51)
    let wrong = text("#include \"value.glsl\"", "", "void main() { x; }")
    #expect(errors(wrong, ["value.glsl": value]) == [":3: 'x' is not declared"])
    #expect(
      errors(whole, ["value.glsl": text("float value()", "{ return y; }")])
        == ["value.glsl:2: 'y' is not declared"])
  }

  @Test("A byte order mark is ignored in every file")
  func marksArePassedOver() throws {
    let source = "\u{FEFF}#include \"value.glsl\"\nvoid main() { gl_FragColor = vec4(value()); }"
    #expect(try pixel(shader(source, ["value.glsl": "\u{FEFF}float value() { return 0.2; }"])).red == 51)
  }

  @Test("Lines in a message are numbered in their own file")
  func linesInMessagesAreThoseOfTheirFiles() {
    let source = """
      #include "noise.glsl"
      float a;
      float a;
      float noise() { return 1.0; }
      int grain() { return 1; }
      float level() { return 1.0; }
      struct { float x; } s;
      void main() { s.y; }
      """
    let noise = "\nfloat noise() { return 0.5; }\nfloat grain() { return 0.5; }\nfloat level;\n"
    #expect(
      errors(source, ["noise.glsl": noise]) == [
        ":3: 'a' is already declared in line 2",
        ":4: the function 'noise' with these parameters is already there in line 2 of noise.glsl",
        ":5: the function 'grain' is declared otherwise in line 3 of noise.glsl",
        ":6: 'level' is already declared in line 4 of noise.glsl",
        ":8: 'struct at 7:1' has no member 'y'",
      ])
  }

  @Test("Errors in an included file show its line, and name structures by their position in it")
  func includedLinesAreShown() {
    let source = "\n\n#include \"lib.glsl\"\nvoid main() { s.y; }"
    #expect(
      errors(source, ["lib.glsl": "\n struct { float x; } s;\n"]) == [
        ":4: 'struct at lib.glsl:2:2' has no member 'y'"
      ])
    let value = "float zero() { return 0.0; }\nfloat value() { return y; }"
    let error = #expect(throws: ShaderError.self) { try shader(source, ["lib.glsl": value]) }
    #expect(error?.diagnostics.map(\.sourceLine) == ["float value() { return y; }", "void main() { s.y; }"])
  }

  @Test("Two dots within a name do not leave the folder") func namesWithPoints() throws {
    let source = "#include \"a..b.glsl\"\nvoid main() { gl_FragColor = vec4(value()); }"
    #expect(try pixel(shader(source, ["a..b.glsl": "float value() { return 0.2; }"])).red == 51)
  }

  @Test("#line is relative to the file that contains it") func lineIsOfItsFile() throws {
    let source = """
      #include "value.glsl"
      #line 50
      void main() { gl_FragColor = vec4(__LINE__, value(), 0.0, 255.0) / 255.0; }
      """
    let pixel = try pixel(shader(source, ["value.glsl": "\n\n\nfloat value() { return 7.0; }\n"]))
    #expect(pixel == Pixel(red: 51, green: 7, blue: 0))
  }

  @Test("__LINE__ is the line in the file that contains it")
  func numbersOfLinesAreThoseOfTheirFiles() throws {
    let source =
      "#include \"line.glsl\"\nvoid main() { gl_FragColor = vec4(line(), __LINE__, 0.0, 255.0) / 255.0; }"
    let pixel = try pixel(shader(source, ["line.glsl": "\n\n\nfloat line() { return float(__LINE__); }\n"]))
    #expect(pixel == Pixel(red: 4, green: 2, blue: 0))
  }
}
