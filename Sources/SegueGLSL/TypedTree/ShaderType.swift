/// The type of one component.
package enum Scalar: String, Hashable, Sendable, CaseIterable {
  case float, int, uint, bool
}

/// A supported type of the shading language.
package indirect enum ShaderType: Hashable, Sendable {
  /// The type of a function without a result.
  case void
  /// `float`, `int`, `uint` or `bool`.
  case scalar(Scalar)
  /// `vec`, `ivec`, `uvec` or `bvec` of 2…4 components.
  case vector(Scalar, Int)
  /// A matrix of floats: 2…4 columns, each a vector of 2…4 rows.
  case matrix(columns: Int, rows: Int)
  /// An array of at least one element.
  case array(ShaderType, Int)
  /// A structure declared by the shader.
  case structure(Structure)
  /// A picture that can be sampled; only uniforms and `in` parameters have this type.
  case sampler(Sampler)

  /// The coordinates by which a picture is read.
  package enum Sampler: String, Hashable, Sendable, CaseIterable {
    /// A position in the picture.
    case plane = "sampler2D"
    /// A direction from the center of a cube.
    case cube = "samplerCube"
  }
}

extension ShaderType: CustomStringConvertible {
  /// The name in the language: `ivec3`, `float[4]`.
  package var description: String {
    switch self {
    case .void: "void"
    case .scalar(let scalar): scalar.rawValue
    case .vector(.float, let count): "vec\(count)"
    case .vector(let scalar, let count): "\(scalar.rawValue.prefix(1))vec\(count)"
    case .matrix(let columns, let rows): columns == rows ? "mat\(columns)" : "mat\(columns)x\(rows)"
    case .array(let element, let count):
      // The outermost size comes first.
      if case .array = element, let inner = "\(element)".firstIndex(of: "[") {
        "\("\(element)"[..<inner])[\(count)]\("\(element)"[inner...])"
      } else {
        "\(element)[\(count)]"
      }
    case .structure(let structure): structure.name
    case .sampler(let sampler): sampler.rawValue
    }
  }

  /// The types with a keyword.
  package static let named: [String: ShaderType] = {
    var types: [ShaderType] = [.void] + matrices + Sampler.allCases.map { .sampler($0) }
    for scalar in Scalar.allCases {
      types += (1...4).map { .components(scalar, $0) }
    }
    var named = Dictionary(uniqueKeysWithValues: types.map { ($0.description, $0) })
    for side in 2...4 { named["mat\(side)x\(side)"] = .matrix(columns: side, rows: side) }
    return named
  }()

  /// All matrices.
  static let matrices = (2...4).flatMap { columns in
    (2...4).map { ShaderType.matrix(columns: columns, rows: $0) }
  }

  package static let sampler2D = ShaderType.sampler(.plane)
  package static let samplerCube = ShaderType.sampler(.cube)
  package static let float = ShaderType.scalar(.float)
  package static let int = ShaderType.scalar(.int)
  package static let uint = ShaderType.scalar(.uint)
  package static let bool = ShaderType.scalar(.bool)

  /// Returns the type of `count` components: a scalar for one, else a vector.
  package static func components(_ scalar: Scalar, _ count: Int) -> ShaderType {
    count == 1 ? .scalar(scalar) : .vector(scalar, count)
  }

  /// The component type of a scalar, vector or matrix; nil for other types.
  package var scalar: Scalar? {
    switch self {
    case .scalar(let scalar), .vector(let scalar, _): scalar
    case .matrix: .float
    case .void, .array, .structure, .sampler: nil
    }
  }

  /// Returns the type with another component type; unchanged if it has none.
  package func with(_ scalar: Scalar) -> ShaderType {
    switch self {
    case .scalar: .scalar(scalar)
    case .vector(_, let count): .vector(scalar, count)
    case .void, .matrix, .array, .structure, .sampler: self
    }
  }

  /// Whether the type is a sampler.
  package var isSampler: Bool { if case .sampler = self { true } else { false } }

  /// Whether the type is or contains a sampler.
  package var holdsSampler: Bool {
    switch self {
    case .sampler: true
    case .array(let element, _): element.holdsSampler
    case .structure(let structure): structure.fields.contains { $0.type.holdsSampler }
    case .void, .scalar, .vector, .matrix: false
    }
  }

  /// The number of scalars in a value, through arrays and structures; 0 for `void` and samplers.
  package var componentCount: Int {
    switch self {
    case .void, .sampler: 0
    case .scalar: 1
    case .vector(_, let count): count
    case .matrix(let columns, let rows): columns * rows
    case .array(let element, let count): element.componentCount * count
    case .structure(let structure): structure.fields.reduce(0) { $0 + $1.type.componentCount }
    }
  }
}
