import SegueGraph
import SegueLaneProgram

extension Builtin {
  /// Functions for lengths, angles and directions of vectors.
  static let geometric = [
    Builtin("length", .float(.genType)) { lowering, arguments in [lowering.length(arguments[0])] },
    Builtin("distance", .float(.genType, .genType)) { lowering, arguments in
      [lowering.length(lowering.each(.sub, arguments[0], arguments[1]))]
    },
    Builtin("dot", .float(.genType, .genType)) { lowering, arguments in
      [lowering.dot(arguments[0], arguments[1])]
    },
    Builtin("cross", .vec3(.vec3, .vec3)) { lowering, arguments in
      let (a, b) = (arguments[0], arguments[1])
      return [(1, 2), (2, 0), (0, 1)].map { i, j in
        let first = lowering.graph.emit(.mul, a[i], b[j])
        return lowering.graph.emit(.sub, first, lowering.graph.emit(.mul, b[i], a[j]))
      }
    },
    Builtin("normalize", .genType(.genType)) { lowering, arguments in
      let a = arguments[0]
      return switch a.count {
      case 1: [lowering.graph.emit(.sign, a[0])]
      case 2: lowering.graph.emit(.normalize2, a)
      case 3: lowering.graph.emit(.normalize3, a)
      default: lowering.scaled(a, by: lowering.graph.emit(.inversesqrt, lowering.dot(a, a)))
      }
    },
    Builtin("faceforward", .genType(.genType, .genType, .genType)) { lowering, arguments in
      let angle = lowering.dot(arguments[2], arguments[1])
      let away = lowering.graph.emit(.lt, angle, lowering.graph.float(0))
      return arguments[0].map { lowering.graph.emit(.select, away, $0, lowering.graph.emit(.neg, $0)) }
    },
    Builtin("reflect", .genType(.genType, .genType)) { lowering, arguments in
      let (a, normal) = (arguments[0], arguments[1])
      let two = lowering.graph.float(2)
      let twice = lowering.graph.emit(.mul, two, lowering.dot(normal, a))
      return lowering.each(.sub, a, lowering.scaled(normal, by: twice))
    },
    Builtin("refract", .genType(.genType, .genType, .float)) { lowering, arguments in
      let (a, normal, eta) = (arguments[0], arguments[1], arguments[2][0])
      let cosine = lowering.dot(normal, a)
      let one = lowering.graph.float(1)
      let sine = lowering.graph.emit(.sub, one, lowering.graph.emit(.mul, cosine, cosine))
      let square = lowering.graph.emit(.mul, eta, eta)
      let k = lowering.graph.emit(.sub, one, lowering.graph.emit(.mul, square, sine))
      let along = lowering.graph.emit(.mul, eta, cosine)
      let factor = lowering.graph.emit(.add, along, lowering.graph.emit(.sqrt, k))
      let zero = lowering.graph.float(0)
      let isTotal = lowering.graph.emit(.lt, k, zero)
      let refracted = lowering.each(.sub, lowering.scaled(a, by: eta), lowering.scaled(normal, by: factor))
      return refracted.map { lowering.graph.emit(.select, isTotal, zero, $0) }
    },
  ]
}

extension Lowering {
  fileprivate mutating func length(_ a: [SSAValue]) -> SSAValue {
    switch a.count {
    case 1: graph.emit(.abs, a[0])
    case 2: graph.emit(.length2, a)[0]
    case 3: graph.emit(.length3, a)[0]
    default: graph.emit(.sqrt, dot(a, a))
    }
  }

  /// Returns a dot product, summed from the last component to the first, as Mesa does.
  fileprivate mutating func dot(_ a: [SSAValue], _ b: [SSAValue]) -> SSAValue {
    var sum = graph.emit(.mul, a[a.count - 1], b[a.count - 1])
    for i in a.indices.dropLast().reversed() { sum = graph.emit(.add, sum, graph.emit(.mul, a[i], b[i])) }
    return sum
  }
}
