import SegueGLSL
import SegueShaders
import Testing

@Suite struct ShaderTypeTests {
  @Test func componentsOfStructuresAndArraysAreCounted() {
    let fields = [
      Structure.Field(name: "a", type: .matrix(columns: 3, rows: 3)),
      Structure.Field(name: "b", type: .array(.vector(.int, 2), 5)),
    ]
    #expect(ShaderType.structure(Structure(id: 0, name: "S", fields: fields)).componentCount == 19)
  }

  @Test("Square matrices have two names each")
  func squareMatrices() throws {
    for side in 2...4 {
      let ones = Array(repeating: "0.5", count: side * side).joined(separator: ", ")
      let sources = ["mat\(side)", "mat\(side)x\(side)"].map { name in
        "vec4 effect(vec2 uv) { \(name) m = \(name)(\(ones)); return vec4((m * m)[1][1]); }"
      }
      for source in sources { _ = try Shader(source: source, file: "matrix.glsl") }
    }
  }
}
