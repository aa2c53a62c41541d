/// A structure declared by a shader; two structures are the same type only if they have the same declaration.
package struct Structure: Hashable, Sendable {
  /// A member of a structure.
  package struct Field: Hashable, Sendable {
    package let name: String
    package let type: ShaderType

    package init(name: String, type: ShaderType) {
      self.name = name
      self.type = type
    }
  }

  /// The number of the structure in its shader, from 0.
  package let id: Int
  /// The name in the source.
  package let name: String
  /// The members: at least one, never a sampler.
  package let fields: [Field]

  package init(id: Int, name: String, fields: [Field]) {
    self.id = id
    self.name = name
    self.fields = fields
  }

  package static func == (a: Structure, b: Structure) -> Bool { a.id == b.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
