import SegueGraph
import SegueLaneProgram

extension Builtin {
  /// Functions for angles and trigonometry.
  static let trigonometric = [
    Builtin("radians", .genType(.genType)) { lowering, arguments in
      lowering.scaled(arguments[0], by: lowering.graph.float(.pi / 180))
    },
    Builtin("degrees", .genType(.genType)) { lowering, arguments in
      lowering.scaled(arguments[0], by: lowering.graph.float(180 / .pi))
    },
    Builtin("sin", .genType(.genType), each: .sin),
    Builtin("cos", .genType(.genType), each: .cos),
    Builtin("tan", .genType(.genType), each: .tan),
    Builtin("asin", .genType(.genType), each: .asin),
    Builtin("acos", .genType(.genType), each: .acos),
    Builtin("atan", .genType(.genType), each: .atan),
    Builtin("atan", .genType(.genType, .genType), each: .atan2),
    Builtin("sinh", .genType(.genType), each: .sinh),
    Builtin("cosh", .genType(.genType), each: .cosh),
    Builtin("tanh", .genType(.genType), each: .tanh),
    Builtin("asinh", .genType(.genType), each: .asinh),
    Builtin("acosh", .genType(.genType), each: .acosh),
    Builtin("atanh", .genType(.genType), each: .atanh),
  ]
}
