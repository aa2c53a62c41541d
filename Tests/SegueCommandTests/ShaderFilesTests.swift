import Foundation
import SegueTestSupport
import Testing

@Suite("Folders of shaders")
struct ShaderFilesTests {
  @Test("A shader's name is its file's name up to the last dot")
  func dots() throws {
    let folder = try TemporaryFolder()
    let shader = "vec4 transition(vec2 uv) { return getFromColor(uv); }"
    try folder.write(Array(shader.utf8), "still.v2.glsl")
    let path = ["--shader-path", folder.path]
    let list = try runSegue(["list", "transitions"] + path)
    expectSuccess(list)
    #expect(list.text.contains("\n  still.v2 ") && !list.text.contains("\n  still "))
    let frame = ["frame", from, to, "-t", "still.v2", "--progress", "0.5", "-o", folder.file("a.png")]
    expectSuccess(try runSegue(frame + path))
    #expect(try straightBytes(of: folder.file("a.png")) == straightBytes(of: from))
  }
}
