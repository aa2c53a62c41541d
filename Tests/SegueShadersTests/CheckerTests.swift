import SegueShaders
import Testing

/// The form of the typed tree that the checker writes, as far as whoever lowers it relies on it.
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

  @Test func conversionsAndSplatsAreSpelledOut() throws {
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
      Issue.record("a literal is converted at once")
    }
  }

  /// Whichever value of a choice can become what the other is does.
  @Test func theValuesOfAChoiceHaveOneType() throws {
    for (text, isFirst) in [("c ? i : 1.5", true), ("c ? 1.5 : i", false)] {
      let choice = try initial("bool c; int i; float x = \(text)")
      guard case .select(_, let a, let b) = choice.kind, case .convert(let inner) = (isFirst ? a : b).kind
      else {
        Issue.record("no choice with a conversion: \(text)")
        continue
      }
      #expect(choice.type == .float && a.type == .float && b.type == .float && inner.type == .int)
    }
  }

  @Test func builtInsGetTheShapeOfTheResult() throws {
    guard case .builtin(let builtin, let arguments) = try initial("vec2 v = clamp(vec2(1), 0, 1.0)").kind
    else {
      Issue.record("no clamp")
      return
    }
    #expect(builtin.name == "clamp")
    #expect(arguments.map(\.type) == Array(repeating: .vector(.float, 2), count: 3))
  }

  @Test func lvaluesArePaths() throws {
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

  @Test func variablesHaveTheirStorage() throws {
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

  @Test func expressionsKnowTheirPlace() throws {
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
}
