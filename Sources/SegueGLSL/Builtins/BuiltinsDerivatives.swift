import SegueGraph
import SegueLaneProgram

extension Builtin {
  /// Functions for derivatives, computed as differences within the pixel's quad of 2 × 2 pixels.
  package static let derivatives = [
    Builtin("dFdx", .genType(.genType), only: kinds) { lowering, arguments in
      lowering.each(.ddx, [arguments[0]])
    },
    Builtin("dFdy", .genType(.genType), only: kinds) { lowering, arguments in
      lowering.each(.ddy, [arguments[0]])
    },
    Builtin("fwidth", .genType(.genType), only: kinds) { lowering, arguments in
      let across = lowering.each(.abs, [lowering.each(.ddx, [arguments[0]])])
      return lowering.each(.add, [across, lowering.each(.abs, [lowering.each(.ddy, [arguments[0]])])])
    },
  ]

  private static let kinds = EntryPoint.Kind.allCases.filter { !$0.isPointwise }
}
