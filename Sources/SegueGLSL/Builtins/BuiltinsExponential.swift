import SegueGraph
import SegueLaneProgram

extension Builtin {
  /// Functions for powers, exponentials, logarithms and roots.
  static let exponential = [
    Builtin("pow", .genType(.genType, .genType), each: .pow),
    Builtin("exp", .genType(.genType), each: .exp),
    Builtin("log", .genType(.genType), each: .log),
    Builtin("exp2", .genType(.genType), each: .exp2),
    Builtin("log2", .genType(.genType), each: .log2),
    Builtin("sqrt", .genType(.genType), each: .sqrt),
    Builtin("inversesqrt", .genType(.genType), each: .inversesqrt),
  ]
}
