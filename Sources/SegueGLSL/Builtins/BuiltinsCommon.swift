import SegueGraph
import SegueLaneProgram

extension Builtin {
  /// The common functions of the specification, except the functions in `floatingPoint`.
  static let common = [
    Builtin("abs", .genType(.genType), each: .abs),
    Builtin("abs", .genIType(.genIType), each: .iabs),
    Builtin("sign", .genType(.genType), each: .sign),
    Builtin("sign", .genIType(.genIType), each: .isign),
    Builtin("floor", .genType(.genType), each: .floor),
    Builtin("ceil", .genType(.genType), each: .ceil),
    trunc,
    // Ties round to even; the specification leaves the direction open.
    Builtin("round", .genType(.genType), each: .roundEven),
    Builtin("roundEven", .genType(.genType), each: .roundEven),
    Builtin("fract", .genType(.genType), each: .fract),
    Builtin("mod", .genType(.genType, .genType), .genType(.genType, .splat(.float)), each: .mod),
    Builtin("min", .genType(.genType, .genType), .genType(.genType, .splat(.float)), each: .min),
    Builtin("min", .genIType(.genIType, .genIType), .genIType(.genIType, .splat(.int)), each: .imin),
    Builtin("min", .genUType(.genUType, .genUType), .genUType(.genUType, .splat(.uint)), each: .umin),
    Builtin("max", .genType(.genType, .genType), .genType(.genType, .splat(.float)), each: .max),
    Builtin("max", .genIType(.genIType, .genIType), .genIType(.genIType, .splat(.int)), each: .imax),
    Builtin("max", .genUType(.genUType, .genUType), .genUType(.genUType, .splat(.uint)), each: .umax),
    Builtin(
      "clamp", .genType(.genType, .genType, .genType), .genType(.genType, .splat(.float), .splat(.float)),
      each: .clamp),
    Builtin(
      "clamp", .genIType(.genIType, .genIType, .genIType), .genIType(.genIType, .splat(.int), .splat(.int))
    ) { lowering, arguments in
      lowering.each(.imin, lowering.each(.imax, arguments[0], arguments[1]), arguments[2])
    },
    Builtin(
      "clamp", .genUType(.genUType, .genUType, .genUType), .genUType(.genUType, .splat(.uint), .splat(.uint))
    ) { lowering, arguments in
      lowering.each(.umin, lowering.each(.umax, arguments[0], arguments[1]), arguments[2])
    },
    Builtin(
      "mix", .genType(.genType, .genType, .genType), .genType(.genType, .genType, .splat(.float)), each: .mix),
    Builtin("mix", .genType(.genType, .genType, .genBType)) { lowering, arguments in
      lowering.each(.select, [arguments[2], arguments[1], arguments[0]])
    },
    Builtin("step", .genType(.genType, .genType), .genType(.splat(.float), .genType), each: .step),
    Builtin(
      "smoothstep", .genType(.genType, .genType, .genType),
      .genType(.splat(.float), .splat(.float), .genType),
      each: .smoothstep),
  ]

  /// Truncation toward zero, which the checker also uses to rewrite calls of `modf`.
  static let trunc = Builtin("trunc", .genType(.genType), each: .trunc)

  /// Functions that test for NaN and infinity, and functions that reinterpret bits as another type.
  static let floatingPoint = [
    Builtin("isnan", .genBType(.genType), each: .isNaN),
    Builtin("isinf", .genBType(.genType), each: .isInf),
    Builtin("floatBitsToInt", .genIType(.genType)) { _, arguments in arguments[0] },
    Builtin("floatBitsToUint", .genUType(.genType)) { _, arguments in arguments[0] },
    Builtin("intBitsToFloat", .genType(.genIType)) { _, arguments in arguments[0] },
    Builtin("uintBitsToFloat", .genType(.genUType)) { _, arguments in arguments[0] },
  ]
}
