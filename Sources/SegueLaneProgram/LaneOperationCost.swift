extension LaneOperation {
  /// The run time of the operation, in units of the time of an addition, measured on 256 lanes.
  ///
  /// The cost of a branch's operations determines whether the branch becomes a jump.
  package var cost: Int {
    switch self {
    case .fetch: 30
    case .fetchFloats: 100
    case .fetchRow, .fetchRowFloats: 6
    case .sin, .cos, .tan, .asin, .acos, .atan, .atan2, .sinh, .cosh, .tanh, .asinh, .acosh, .atanh, .pow: 16
    case .exp, .exp2, .log, .log2, .idiv, .imod, .udiv, .umod: 10
    case .sqrt, .inversesqrt, .div, .mod, .smoothstep: 4
    default: 1
    }
  }
}
