import SegueGraph
import SegueLaneProgram

extension Builtin {
  /// Functions that compare vectors component by component, and functions of vectors of bools.
  static let relational = [
    Builtin("lessThan", .bvec(.vec, .vec), each: .lt),
    Builtin("lessThan", .bvec(.ivec, .ivec), each: .ilt),
    Builtin("lessThan", .bvec(.uvec, .uvec), each: .ult),
    Builtin("lessThanEqual", .bvec(.vec, .vec), each: .le),
    Builtin("lessThanEqual", .bvec(.ivec, .ivec), each: .ile),
    Builtin("lessThanEqual", .bvec(.uvec, .uvec), each: .ule),
    Builtin("greaterThan", .bvec(.vec, .vec)) { lowering, arguments in
      lowering.each(.lt, arguments[1], arguments[0])
    },
    Builtin("greaterThan", .bvec(.ivec, .ivec)) { lowering, arguments in
      lowering.each(.ilt, arguments[1], arguments[0])
    },
    Builtin("greaterThan", .bvec(.uvec, .uvec)) { lowering, arguments in
      lowering.each(.ult, arguments[1], arguments[0])
    },
    Builtin("greaterThanEqual", .bvec(.vec, .vec)) { lowering, arguments in
      lowering.each(.le, arguments[1], arguments[0])
    },
    Builtin("greaterThanEqual", .bvec(.ivec, .ivec)) { lowering, arguments in
      lowering.each(.ile, arguments[1], arguments[0])
    },
    Builtin("greaterThanEqual", .bvec(.uvec, .uvec)) { lowering, arguments in
      lowering.each(.ule, arguments[1], arguments[0])
    },
    Builtin("equal", .bvec(.vec, .vec), each: .eq),
    Builtin("equal", .bvec(.ivec, .ivec), .bvec(.uvec, .uvec), .bvec(.bvec, .bvec), each: .ieq),
    Builtin("notEqual", .bvec(.vec, .vec), each: .ne),
    Builtin("notEqual", .bvec(.ivec, .ivec), .bvec(.uvec, .uvec), .bvec(.bvec, .bvec), each: .ine),
    Builtin("any", .bool(.bvec)) { lowering, arguments in
      [arguments[0].dropFirst().reduce(arguments[0][0]) { lowering.graph.emit(.or, $0, $1) }]
    },
    Builtin("all", .bool(.bvec)) { lowering, arguments in
      [arguments[0].dropFirst().reduce(arguments[0][0]) { lowering.graph.emit(.and, $0, $1) }]
    },
    Builtin("not", .bvec(.bvec), each: .not),
  ]
}
