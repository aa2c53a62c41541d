extension Checker {
  /// Checks the vertex shader that belongs to the checked fragment shader; returns nil after errors.
  ///
  /// Both shaders share uniforms; the vertex shader writes the fragment shader's inputs. `comments` and
  /// `sink` belong to the vertex shader's source.
  mutating func vertexStage(
    _ declarations: [DeclarationSyntax], comments: [Comment], _ sink: DiagnosticSink
  ) -> VertexStage? {
    let fragment = (sink: self.sink, comments: self.comments, parameters: parameters.count)
    let names = (scopes: scopes, functions: functionsByName, globals: globals)
    defer {
      (self.sink, self.comments) = (fragment.sink, fragment.comments)
      (scopes, functionsByName, globals) = (names.scopes, names.functions, names.globals)
      for index in fragment.parameters..<parameters.count { parameters[index].isInVertexShader = true }
      vertex = nil
    }
    self.comments = comments
    (self.sink, scopes, functionsByName, globals) = (sink, [scopes[0], [:]], [:], [])
    vertex = Vertex(first: functions.count)
    // Vertex positions are ignored: the picture fills the frame.
    declareHost("gl_Position", .vec4, .output)
    for name in host.vertexInputs { _ = vertexOutput(name, .vec2, at: 0) }
    checkAll(declarations)
    guard let entry = functionsByName["main"]?.first(where: { functions[$0].parameters.isEmpty }), let vertex
    else {
      sink.error("there is no 'void main()'", at: 0)
      return nil
    }
    return sink.hasErrors
      ? nil
      : VertexStage(
        source: sink.source, entryPoint: entry, globals: globals, attributes: vertex.attributes,
        outputs: vertex.outputs)
  }

  /// Declares a vertex attribute: a vector with a value for each corner of the frame.
  mutating func vertexAttribute(_ syntax: VariablesSyntax, _ declarator: Declarator) throws(Recovery) {
    let type = try type(syntax.type, declarator.sizes)
    guard case .vector(.float, _) = type else {
      throw error("an attribute of type '\(type)' is not supported: use a vec", at: declarator.offset)
    }
    let id = addVariable(declarator.name, type, .global, isConstant: true, at: declarator.offset)
    declare(declarator.name, .variable(id), at: declarator.offset)
    vertex?.attributes.append(id)
  }

  /// Declares an output, which the fragment shader reads as the input of equal name.
  mutating func vertexOutput(_ syntax: VariablesSyntax, _ declarator: Declarator) throws(Recovery) {
    let type = try type(syntax.type, declarator.sizes)
    if try isHostPosition(declarator, type) { return }
    let id = vertexOutput(declarator.name, type, at: declarator.offset)
    guard let input = inputs.first(where: { variables[$0].name == declarator.name }) else { return }
    guard variables[input].type == type else {
      throw error(
        "'\(declarator.name)' is '\(variables[input].type)' in the fragment shader", at: declarator.offset)
    }
    vertex?.outputs[input] = id
  }

  private mutating func vertexOutput(_ name: String, _ type: ShaderType, at offset: Int) -> Variable.ID {
    let id = addVariable(name, type, .global, isConstant: false, at: offset)
    declare(name, .variable(id), at: offset)
    return id
  }

  /// The declarations found in a vertex shader.
  struct Vertex {
    /// The ID of the first function of the vertex shader.
    let first: Function.ID
    var attributes: [Variable.ID] = []
    var outputs: [Variable.ID: Variable.ID] = [:]
  }
}
