/// An assignable variable, or a part of an assignable variable.
package struct LValue: Sendable {
  /// A step from a value to a part of it; the cases correspond to cases of `Expression.Kind`.
  package enum Step: Sendable {
    /// Components of a vector, all different.
    case swizzle([Int])
    case element(Expression)
    case field(Int)
  }

  package let variable: Variable.ID
  /// The steps from the whole variable inwards.
  package let path: [Step]
  /// The type of the variable, or of the part to which `path` leads.
  package let type: ShaderType
  package let location: SourcePosition

  /// The indices that are not literals, from the outermost inwards.
  var indices: [Expression] {
    path.compactMap { step in
      guard case .element(let index) = step else { return nil }
      if case .literal = index.kind { return nil }
      return index
    }
  }
}
