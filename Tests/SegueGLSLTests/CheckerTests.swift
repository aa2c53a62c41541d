import SegueGLSL
import Testing

/// The properties of the typed tree on which lowering relies.
@Suite struct CheckerTests {
  private func initial(_ text: String, _ declarations: String = "") throws -> Expression {
    let shader = try checked("\(declarations)\nvoid main() { \(text); }")
    let last = try #require(shader.functions[shader.entryPoint].body.last)
    switch last.kind {
    case .declare(_, let value): return try #require(value)
    case .expression(let value): return value
    default: throw ReferenceEvaluator.Failure.malformed("no expression")
    }
  }

  @Test func implicitConversionsAreExplicitInTheTree() throws {
    guard case .binary(.multiply, let a, let b) = try initial("int i; vec3 v = vec3(1) * i").kind else {
      Issue.record("no product")
      return
    }
    #expect(a.type == .vector(.float, 3) && b.type == .vector(.float, 3))
    guard case .splat(let scalar) = b.kind, case .convert(let inner) = scalar.kind else {
      Issue.record("no conversion")
      return
    }
    #expect(scalar.type == .float && inner.type == .int)
    if case .literal(.float(1)) = try initial("float x = 1").kind {
    } else {
      Issue.record("a literal must be converted at once")
    }
  }

  /// Either result operand of ?: is converted to the type of the other one, if possible.
  @Test func theValuesOfAChoiceHaveOneType() throws {
    for (text, isFirst) in [("c ? i : 1.5", true), ("c ? 1.5 : i", false)] {
      let choice = try initial("bool c; int i; float x = \(text)")
      guard case .select(_, let a, let b) = choice.kind, case .convert(let inner) = (isFirst ? a : b).kind
      else {
        Issue.record("not ?: with a conversion: \(text)")
        continue
      }
      #expect(choice.type == .float && a.type == .float && b.type == .float && inner.type == .int)
    }
  }

  @Test func argumentsOfBuiltInsHaveTheTypeOfTheResult() throws {
    guard case .builtin(let builtin, let arguments) = try initial("vec2 v = clamp(vec2(1), 0, 1.0)").kind
    else {
      Issue.record("no clamp")
      return
    }
    #expect(builtin.name == "clamp")
    #expect(arguments.map(\.type) == Array(repeating: .vector(.float, 2), count: 3))
  }

  @Test func assignedValuesHaveAPath() throws {
    let text = "S s[2]; int i; s[i].v.zy.x += 2.0"
    guard case .update(let place, .add, let value) = try initial(text, "struct S { int a; vec3 v; };").kind
    else {
      Issue.record("no update")
      return
    }
    #expect(place.type == .float && value.type == .float && place.path.count == 3)
    guard case .element = place.path[0], case .field(1) = place.path[1], case .swizzle([2]) = place.path[2]
    else {
      Issue.record("\(place.path)")
      return
    }
  }

  @Test func constantIndicesOfVectorsAreSwizzles() throws {
    if case .swizzle(_, [1]) = try initial("const int I = 1; vec2 v; float x = v[I]").kind {
    } else {
      Issue.record("no swizzle")
    }
  }

  @Test func variablesHaveAStorageClass() throws {
    let shader = try checked(samples[1])
    func storage(_ name: String) -> Variable.Storage? { shader.variables.first { $0.name == name }?.storage }
    #expect(
      storage("color") == .output && storage("textureCoordinate") == .input && storage("mode") == .uniform)
    #expect(
      storage("gl_FragCoord") == .host(.fragCoord) && storage("scene") == .local
        && storage("at") == .parameter)
    #expect(shader.inputs.map { shader.variables[$0].name } == ["textureCoordinate"])
    #expect(shader.output.map { shader.variables[$0].name } == "color")
    #expect(shader.parameters.map(\.name) == ["inputImageTexture", "mode", "matrix"])
    #expect(shader.variables.indices.allSatisfy { shader.variables[$0].id == $0 })
    #expect(shader.functions.indices.allSatisfy { shader.functions[$0].id == $0 })
  }

  @Test func expressionsHaveALocation() throws {
    let shader = try checked("void main() {\n  float a = 1.0 +\n    2.0;\n}")
    guard case .declare(let id, let value?) = shader.functions[0].body[0].kind else {
      Issue.record("no declaration")
      return
    }
    #expect(shader.variables[id].location == SourcePosition(line: 2, column: 9))
    #expect(value.location == SourcePosition(line: 2, column: 17))
    guard case .binary(.add, _, let right) = value.kind else { return }
    #expect(right.location == SourcePosition(line: 3, column: 5))
  }

  /// Signatures in the notation of the specification, and functions of extensions.
  ///
  /// - Source: The OpenGL ES Shading Language 3.00, chapter 8, and 1.00 for `texture2D` and `textureCube`;
  ///   EXT_shader_texture_lod and ARB_shader_texture_lod.
  private static let functions = """
    genType radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh(genType)
    genType exp log exp2 log2 sqrt inversesqrt abs sign floor trunc round roundEven ceil fract(genType)
    genType normalize dFdx dFdy fwidth(genType)
    genType atan pow mod min max step reflect(genType, genType)
    genType mod min max(genType, float)
    genType clamp mix smoothstep faceforward(genType, genType, genType)
    genType clamp(genType, float, float)
    genType mix refract(genType, genType, float)
    genType mix(genType, genType, genBType)
    genType step(float, genType)
    genType smoothstep(float, float, genType)
    genIType abs sign(genIType)
    genIType min max(genIType, genIType)
    genIType min max(genIType, int)
    genIType clamp(genIType, genIType, genIType)
    genIType clamp(genIType, int, int)
    genUType min max(genUType, genUType)
    genUType min max(genUType, uint)
    genUType clamp(genUType, genUType, genUType)
    genUType clamp(genUType, uint, uint)
    genBType isnan isinf(genType)
    genIType floatBitsToInt(genType)
    genUType floatBitsToUint(genType)
    genType intBitsToFloat(genIType)
    genType uintBitsToFloat(genUType)
    float length(genType)
    float distance dot(genType, genType)
    vec3 cross(vec3, vec3)
    float determinant(mat)
    mat inverse(mat)
    bvec lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual(vec, vec)
    bvec lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual(ivec, ivec)
    bvec lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual(uvec, uvec)
    bvec equal notEqual(bvec, bvec)
    bool any all(bvec)
    bvec not(bvec)
    ivec2 textureSize(sampler2D, int)
    ivec2 textureSize(samplerCube, int)
    vec4 texture texture2D(sampler2D, vec2)
    vec4 texture texture2D(sampler2D, vec2, float)
    vec4 texture textureCube(samplerCube, vec3)
    vec4 texture textureCube(samplerCube, vec3, float)
    vec4 textureProj texture2DProj(sampler2D, vec3)
    vec4 textureProj texture2DProj(sampler2D, vec3, float)
    vec4 textureProj texture2DProj(sampler2D, vec4)
    vec4 textureProj texture2DProj(sampler2D, vec4, float)
    vec4 textureLod texture2DLod texture2DLodEXT(sampler2D, vec2, float)
    vec4 textureLod textureCubeLod textureCubeLodEXT(samplerCube, vec3, float)
    vec4 textureOffset(sampler2D, vec2, ivec2)
    vec4 textureLodOffset(sampler2D, vec2, float, ivec2)
    vec4 texelFetch(sampler2D, ivec2, int)
    vec4 textureGrad texture2DGradEXT texture2DGradARB(sampler2D, vec2, vec2, vec2)
    """

  /// Type of a word with a number of components; nil if there is none.
  private func type(_ word: String, of count: Int) -> ShaderType? {
    let kinds: [String: Scalar] = [
      "genType": .float, "genIType": .int, "genUType": .uint, "genBType": .bool, "vec": .float, "ivec": .int,
      "uvec": .uint, "bvec": .bool,
    ]
    if let scalar = kinds[word] {
      return word.hasPrefix("gen") || count > 1 ? .components(scalar, count) : nil
    }
    if word == "mat" { return count > 1 ? .matrix(columns: count, rows: count) : nil }
    return ShaderType.named[word]
  }

  @Test("Built-in functions have the types of the specification") func functionsHaveTheirTypes()
    throws
  {
    var forms: [(name: String, parameters: [ShaderType], result: ShaderType)] = []
    for line in Self.functions.split(separator: "\n") {
      let parts = line.dropLast().split(separator: "(")
      let words = parts[0].split(separator: " ")
      for count in 1...4 {
        let types = parts[1].split(separator: ", ").map { type(String($0), of: count) }
        guard let result = type(String(words[0]), of: count), !types.contains(nil) else { continue }
        forms += words.dropFirst().map { (String($0), types.compactMap { $0 }, result) }
      }
    }
    for columns in 2...4 {
      for rows in 2...4 {
        let matrix = ShaderType.matrix(columns: columns, rows: rows)
        forms += [
          ("matrixCompMult", [matrix, matrix], matrix),
          ("transpose", [matrix], .matrix(columns: rows, rows: columns)),
          ("outerProduct", [.vector(.float, rows), .vector(.float, columns)], matrix),
        ]
      }
    }
    let declarations = Set(forms.flatMap(\.parameters)).map {
      "\($0.isSampler ? "uniform " : "")\($0) a_\($0);"
    }
    let calls = forms.map { form in
      "\(form.name)(\(form.parameters.map { "a_\($0)" }.joined(separator: ", ")));"
    }
    let shader = try checked(
      "\(declarations.joined(separator: "\n"))\nvoid main() {\n\(calls.joined(separator: "\n"))\n}")
    let statements = shader.functions[shader.entryPoint].body
    #expect(statements.count == forms.count)
    for (form, statement) in zip(forms, statements) {
      guard case .expression(let call) = statement.kind, case .builtin(let builtin, let arguments) = call.kind
      else {
        Issue.record("no call of \(form.name)")
        continue
      }
      let areAsGiven = arguments.allSatisfy { argument in
        switch argument.kind {
        case .variable: true
        case .splat(let inner): if case .variable = inner.kind { true } else { false }
        default: false
        }
      }
      #expect(builtin.name == form.name && call.type == form.result && areAsGiven, "\(form)")
    }
  }
}
