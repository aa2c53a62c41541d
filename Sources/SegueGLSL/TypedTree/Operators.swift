package enum UnaryOperator: Hashable, Sendable {
  /// `-` of each component; integers wrap.
  case negate
  /// `!` of a scalar bool.
  case not
  /// `~` of each component.
  case complement
}

/// Binary operators that always evaluate both operands, the left operand first.
package enum BinaryOperator: Hashable, Sendable {
  /// Componentwise operations on two operands of one type, which is also the result's type; integers wrap.
  /// Integer division by zero must not trap; its result is undefined.
  case add, subtract, multiply, divide, remainder
  /// The linear product: matrix · matrix, matrix · column vector, or row vector · matrix.
  case product
  /// Componentwise operations on two integer operands of one type.
  case bitAnd, bitOr, bitXor
  /// Componentwise shifts; one operand may be `int` and the other `uint`. Shift counts are taken modulo 32.
  /// Right shifts of `int` keep the sign.
  case shiftLeft, shiftRight
  /// Comparisons of two scalars of one type; the result is a bool.
  case less, lessOrEqual, greater, greaterOrEqual
  /// Comparisons of all components of two values of one type; the result is a bool.
  case equal, notEqual
  /// `^^` of two scalar bools.
  case xor
}
