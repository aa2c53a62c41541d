/// An expression with its type and its position in the source.
package struct Expression: Sendable {
  package indirect enum Kind: Sendable {
    case literal(Literal)
    case variable(Variable.ID)
    /// One to four components of a vector, given by their indices; also for `v.x` and `v[1]`.
    case swizzle(Expression, [Int])
    /// An element of a vector, of a matrix (a column) or of an array, by an `int` or `uint`. An index out of
    /// range must not trap; its result is undefined.
    case element(Expression, Expression)
    /// A member of a structure by index.
    case field(Expression, Int)

    /// A scalar or vector with each component converted to the type's scalar. Floats to integers truncate;
    /// numbers to `bool` compare with zero; `bool` to numbers gives 0 and 1.
    case convert(Expression)
    /// A vector or matrix with every component equal to a scalar of the component type.
    case splat(Expression)
    /// A matrix with a float on the diagonal and zeros elsewhere.
    case diagonal(Expression)
    /// A matrix from a matrix of another size, cut or extended by the identity.
    case resize(Expression)
    /// A vector or matrix from the components of scalars, vectors and matrices in order, by columns.
    /// Together, the components have the scalar type and the component count of the result.
    case compose([Expression])
    /// An array from its elements.
    case array([Expression])
    /// A structure from its members.
    case structure([Expression])

    case unary(UnaryOperator, Expression)
    case binary(BinaryOperator, Expression, Expression)
    /// `a && b`: `b` is evaluated only if `a` is true.
    case and(Expression, Expression)
    /// `a || b`: `b` is evaluated only if `a` is false.
    case or(Expression, Expression)
    /// `condition ? a : b` with a scalar condition: only the chosen operand is evaluated.
    case select(Expression, Expression, Expression)
    /// Evaluates the first expression for its side effects; has the value of the second expression.
    case sequence(Expression, Expression)

    /// Assigns and gives the new value, which has the target's type.
    case assign(LValue, Expression)
    /// `target op= value`: evaluates the target once and gives the new value; the operands are as in
    /// `binary`.
    case update(LValue, BinaryOperator, Expression)
    /// `++` and `--`: adds 1 or −1 to each component; gives the old value if `postfix`, else the new one.
    case step(LValue, by: Int, postfix: Bool)

    case call(Function.ID, [CallArgument])
    /// A call of a built-in function. In componentwise functions, every argument has the result's component
    /// count: scalars are wrapped in `splat`.
    case builtin(Builtin, [Expression])
  }

  package let kind: Kind
  package let type: ShaderType
  package let location: SourcePosition
}

extension Expression {
  /// Whether evaluation may assign a variable, also by a call.
  var mayAssign: Bool {
    switch kind {
    case .literal, .variable: false
    case .assign, .update, .step, .call: true
    case .swizzle(let a, _), .field(let a, _), .convert(let a), .splat(let a), .diagonal(let a),
      .resize(let a), .unary(_, let a):
      a.mayAssign
    case .element(let a, let b), .binary(_, let a, let b), .and(let a, let b), .or(let a, let b),
      .sequence(let a, let b):
      a.mayAssign || b.mayAssign
    case .select(let a, let b, let c): a.mayAssign || b.mayAssign || c.mayAssign
    case .compose(let parts), .array(let parts), .structure(let parts), .builtin(_, let parts):
      parts.contains(where: \.mayAssign)
    }
  }
}

/// An argument of a call.
package enum CallArgument: Sendable {
  /// The value of an `in` parameter.
  case value(Expression)
  /// The target of an `out` or `inout` parameter, of the parameter's exact type. Indices of the target are
  /// evaluated at the call; the target is written at the return.
  case lvalue(LValue)
}
