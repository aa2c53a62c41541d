import SegueGraph

extension Builtin {
  /// A type in a signature, in the terms of the specification.
  enum GenericType: Hashable, Sendable {
    /// A scalar or vector of 1…4 components (`genType`, `genIType`, …); all such types of a signature have
    /// the same count.
    case components(Scalar)
    /// A vector of 2…4 components (`vec`, `ivec`, …); all such types of a signature have the same count.
    case vector(Scalar)
    /// A square matrix; all matrices of a signature have the same size.
    case mat
    /// A scalar argument, which is broadcast to the component count of the signature.
    case splat(Scalar)
    /// A fixed type, such as `vec3`.
    case exactly(ShaderType)

    static let genType = GenericType.components(.float)
    static let genIType = GenericType.components(.int)
    static let genUType = GenericType.components(.uint)
    static let genBType = GenericType.components(.bool)
    static let vec = GenericType.vector(.float)
    static let ivec = GenericType.vector(.int)
    static let uvec = GenericType.vector(.uint)
    static let bvec = GenericType.vector(.bool)
    static let float = GenericType.exactly(.float)
    static let int = GenericType.exactly(.int)
    static let vec2 = GenericType.exactly(.vector(.float, 2))
    static let vec3 = GenericType.exactly(.vector(.float, 3))
    static let vec4 = GenericType.exactly(.vector(.float, 4))
    static let ivec2 = GenericType.exactly(.vector(.int, 2))
    static let sampler2D = GenericType.exactly(.sampler2D)
    static let samplerCube = GenericType.exactly(.samplerCube)

    /// Returns the type for a count of components or columns.
    fileprivate func type(_ count: Int) -> ShaderType {
      switch self {
      case .components(let scalar), .vector(let scalar): .components(scalar, count)
      case .mat: .matrix(columns: count, rows: count)
      case .splat(let scalar): .scalar(scalar)
      case .exactly(let type): type
      }
    }

    /// Returns the type of an argument at lowering, after scalars are broadcast.
    fileprivate func shape(_ count: Int) -> ShaderType {
      if case .splat(let scalar) = self { .components(scalar, count) } else { type(count) }
    }
  }

  /// A function's result and parameter types, written as `.genType(.genType, .float)`.
  struct Signature: Sendable {
    let parameters: [GenericType]
    let result: GenericType

    private static func returns(_ result: GenericType, _ parameters: [GenericType]) -> Signature {
      Signature(parameters: parameters, result: result)
    }

    static func genType(_ parameters: GenericType...) -> Signature { returns(.genType, parameters) }
    static func genIType(_ parameters: GenericType...) -> Signature { returns(.genIType, parameters) }
    static func genUType(_ parameters: GenericType...) -> Signature { returns(.genUType, parameters) }
    static func genBType(_ parameters: GenericType...) -> Signature { returns(.genBType, parameters) }
    static func bvec(_ parameters: GenericType...) -> Signature { returns(.bvec, parameters) }
    static func mat(_ parameters: GenericType...) -> Signature { returns(.mat, parameters) }
    static func float(_ parameters: GenericType...) -> Signature { returns(.float, parameters) }
    static func bool(_ parameters: GenericType...) -> Signature { returns(.exactly(.bool), parameters) }
    static func vec3(_ parameters: GenericType...) -> Signature { returns(.vec3, parameters) }
    static func vec4(_ parameters: GenericType...) -> Signature { returns(.vec4, parameters) }
    static func ivec2(_ parameters: GenericType...) -> Signature { returns(.ivec2, parameters) }
    static func exactly(_ result: ShaderType, _ parameters: ShaderType...) -> Signature {
      returns(.exactly(result), parameters.map { .exactly($0) })
    }

    /// Returns the overloads of a function with this signature, one for each count of components or columns.
    func overloads(of builtin: Builtin) -> [Overload] {
      counts.map { count in
        Overload(
          builtin: builtin, parameters: parameters.map { $0.type(count) }, result: result.type(count),
          shapes: parameters.map { $0.shape(count) })
      }
    }

    private var counts: ClosedRange<Int> {
      var counts = 1...1
      for type in parameters + [result] {
        switch type {
        // Counts begin at 2: with one component, a broadcast scalar would repeat the overload without
        // broadcast.
        case .vector, .mat, .splat: return 2...4
        case .components: counts = 1...4
        case .exactly: break
        }
      }
      return counts
    }
  }

  /// One overload of a built-in function: its parameter and result types.
  struct Overload: Sendable {
    let builtin: Builtin
    let parameters: [ShaderType]
    let result: ShaderType
    /// The argument types after scalars are broadcast; equal to `parameters` if no scalar is broadcast.
    let shapes: [ShaderType]
  }
}
