package enum UnaryOperator: Hashable, Sendable {
  /// `-` of each component; integers wrap.
  case negate
  /// `!` of a scalar bool.
  case not
  /// `~` of each component.
  case complement
}

/// Operators on two operands that are always both evaluated, the left one first.
package enum BinaryOperator: Hashable, Sendable {
  /// Component by component on two operands of one type, which is the result's; integers wrap. What dividing an
  /// integer by zero gives is the host's choice; it must not trap.
  case add, subtract, multiply, divide, remainder
  /// The linear product: matrix · matrix, matrix · column vector, or row vector · matrix.
  case product
  /// Component by component on two integer operands of one type.
  case bitAnd, bitOr, bitXor
  /// Component by component; the second operand may be `int` where the first is `uint`, and the other way round. Only
  /// the lowest five bits of the second count. Right shifts of `int` keep the sign.
  case shiftLeft, shiftRight
  /// Of two scalars of one type; gives a bool.
  case less, lessOrEqual, greater, greaterOrEqual
  /// Of two whole values of one type, down to the last component; gives a bool.
  case equal, notEqual
  /// `^^` of two scalar bools.
  case xor
}
