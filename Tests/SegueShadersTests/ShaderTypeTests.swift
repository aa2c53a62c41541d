import SegueShaders
import Testing

@Suite struct ShaderTypeTests {
  @Test func componentsAreCountedIntoArraysAndStructures() {
    let fields = [
      Structure.Field(name: "a", type: .matrix(columns: 3, rows: 3)),
      Structure.Field(name: "b", type: .array(.vector(.int, 2), 5)),
    ]
    #expect(ShaderType.structure(Structure(id: 0, name: "S", fields: fields)).componentCount == 19)
  }
}
