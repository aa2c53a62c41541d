extension Builtin {
  /// One form of a built-in function: the types it takes and gives.
  struct Overload: Sendable {
    let builtin: Builtin
    let parameters: [ShaderType]
    let result: ShaderType
    /// The shapes that arguments are splat to; the same as `parameters` where there is nothing to splat.
    let shapes: [ShaderType]
  }

  /// The forms by name, `texture2D` and the like included.
  static let overloads: [String: [Overload]] = {
    var overloads: [String: [Overload]] = [:]
    for line in signatures.split(separator: "\n") {
      let words = line.split { " (),".contains($0) }.map(String.init)
      let count = line.split(separator: "(")[1].split { " (),".contains($0) }.count
      let names = words[1..<(words.count - count)]
      for name in names {
        guard let builtin = Builtin(rawValue: aliases[name] ?? name) else { continue }
        overloads[name, default: []] += expand(
          builtin, result: words[0], parameters: Array(words.suffix(count)))
      }
    }
    return overloads
  }()

  private static let aliases = ["texture2D": "texture", "texture2DProj": "textureProj"]

  /// Signatures as in the specification, names with the same one together. `F I U B`: 1…4 floats, ints, uints or
  /// bools, as many in all places of a signature. `VF VI VU VB`: 2…4 of them. `M`: a matrix. `f* i* u*`: a scalar that
  /// stands for so many. Anything else is a type.
  /// - Source: The OpenGL ES Shading Language 1.00, chapter 8, and 3.00, chapter 8.
  private static let signatures = """
    F radians degrees sin cos tan asin acos sinh cosh tanh asinh acosh atanh atan (F)
    F atan pow (F, F)
    F exp log exp2 log2 sqrt inversesqrt (F)
    F abs sign floor ceil trunc round roundEven fract (F)
    I abs sign (I)
    F mod min max (F, F)
    F mod min max (F, f*)
    I min max (I, I)
    I min max (I, i*)
    U min max (U, U)
    U min max (U, u*)
    F clamp (F, F, F)
    F clamp (F, f*, f*)
    I clamp (I, I, I)
    I clamp (I, i*, i*)
    U clamp (U, U, U)
    U clamp (U, u*, u*)
    F mix (F, F, F)
    F mix (F, F, f*)
    F mix (F, F, B)
    F step (F, F)
    F step (f*, F)
    F smoothstep (F, F, F)
    F smoothstep (f*, f*, F)
    B isnan isinf (F)
    I floatBitsToInt (F)
    U floatBitsToUint (F)
    F intBitsToFloat (I)
    F uintBitsToFloat (U)
    float length (F)
    float distance dot (F, F)
    vec3 cross (vec3, vec3)
    F normalize (F)
    F faceforward (F, F, F)
    F reflect (F, F)
    F refract (F, F, float)
    M matrixCompMult (M, M)
    mat2 outerProduct (vec2, vec2)
    mat3 outerProduct (vec3, vec3)
    mat4 outerProduct (vec4, vec4)
    M transpose inverse (M)
    float determinant (M)
    VB lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual (VF, VF)
    VB lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual (VI, VI)
    VB lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual (VU, VU)
    VB equal notEqual (VB, VB)
    bool any all (VB)
    VB not (VB)
    vec4 texture texture2D (sampler2D, vec2)
    vec4 texture texture2D (sampler2D, vec2, float)
    vec4 textureProj texture2DProj (sampler2D, vec3)
    vec4 textureProj texture2DProj (sampler2D, vec4)
    vec4 textureProj texture2DProj (sampler2D, vec3, float)
    vec4 textureProj texture2DProj (sampler2D, vec4, float)
    ivec2 textureSize (sampler2D, int)
    vec4 texelFetch (sampler2D, ivec2, int)
    vec4 getFromColor getToColor (vec2)
    """

  private static func expand(_ builtin: Builtin, result: String, parameters: [String]) -> [Overload] {
    let words = [result] + parameters
    let isScalarOnly = words.allSatisfy { ShaderType.named[$0] != nil }
    let isVectorOnly = words.contains { $0.hasPrefix("V") || $0 == "M" }
    let hasScalars = words.contains { $0.hasSuffix("*") }
    // A scalar that stands for one component is the form without a star.
    let counts = isScalarOnly ? 1...1 : isVectorOnly || hasScalars ? 2...4 : 1...4
    return counts.map { count in
      Overload(
        builtin: builtin, parameters: parameters.map { type($0, count, splat: false) },
        result: type(result, count, splat: false), shapes: parameters.map { type($0, count, splat: true) })
    }
  }

  private static func type(_ word: String, _ count: Int, splat: Bool) -> ShaderType {
    if let type = ShaderType.named[word] { return type }
    if word == "M" { return .matrix(count) }
    let letter = word.hasSuffix("*") ? word.prefix(1) : word.suffix(1)
    let scalar = Scalar.allCases.first { $0.rawValue.hasPrefix(letter.lowercased()) } ?? .float
    return word.hasSuffix("*") && !splat ? .scalar(scalar) : .components(scalar, count)
  }

  /// Functions that a shader may know from elsewhere, and why there are none here.
  static let unsupported: [String: String] = Dictionary(
    uniqueKeysWithValues: ["dFdx", "dFdy", "fwidth"].map { ($0, "every pixel is computed on its own") })
}
