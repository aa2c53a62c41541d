/// Something that can be assigned: a variable or a part of it.
package struct LValue: Sendable {
  /// A step from a value to a part of it; as the expressions of these names.
  package enum Step: Sendable {
    /// Components of a vector, all different.
    case swizzle([Int])
    case element(Expression)
    case field(Int)
  }

  package let variable: Variable.ID
  /// From the whole variable inwards.
  package let path: [Step]
  /// Of the part.
  package let type: ShaderType
  package let location: SourcePosition

  /// The indices that are no literals, from the outermost inwards.
  var indices: [Expression] {
    path.compactMap { step in
      guard case .element(let index) = step else { return nil }
      if case .literal = index.kind { return nil }
      return index
    }
  }
}
