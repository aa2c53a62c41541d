/// A structure declared by a shader.
///
/// Two structures are the same type when their declaration is.
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

  /// Counts the structures of a shader, from 0.
  package let id: Int
  /// The name in the source.
  package let name: String
  /// At least one; never a sampler.
  package let fields: [Field]

  package init(id: Int, name: String, fields: [Field]) {
    self.id = id
    self.name = name
    self.fields = fields
  }

  package static func == (a: Structure, b: Structure) -> Bool { a.id == b.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
