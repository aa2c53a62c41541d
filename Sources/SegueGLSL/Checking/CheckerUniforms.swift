/// Checks of uniforms: parameters, values of the host, and uniform blocks.
extension Checker {
  /// The declaration of a uniform, whose comment describes the parameter.
  private struct Line {
    let syntax: VariablesSyntax
    let index: Int
  }

  mutating func uniform(_ syntax: VariablesSyntax, _ index: Int) throws(Recovery) {
    let declarator = syntax.declarators[index]
    let initial = try declarator.initial.map { (initial) throws(Recovery) in try expression(initial) }
    let type = try type(syntax.type, declarator.sizes, counts: initial?.type.arrayCounts ?? [])
    if let builtIn = host.builtIns.first(where: { $0.name == declarator.name }) {
      guard type == builtIn.type else {
        throw error("'\(declarator.name)' of \(kind.noun) is a \(builtIn.type)", at: declarator.offset)
      }
      return
    }
    let defaults = try initial.map { (initial) throws(Recovery) in
      try self.defaults(initial, of: declarator, type)
    }
    let value = try value(
      of: declarator.name, type, Line(syntax: syntax, index: index), defaults, at: declarator.offset)
    declare(declarator, value)
  }

  /// Declares the uniforms of a block; if the block has an instance name, the uniforms are members of the
  /// instance, such as `light.color`.
  mutating func block(_ syntax: BlockSyntax) {
    guard let instance = syntax.instance else {
      for member in syntax.members {
        for index in member.declarators.indices { globalVariable(member, index) }
      }
      return
    }
    do throws(Recovery) {
      let structure = try structure(of: syntax)
      guard instance.sizes.isEmpty else {
        let type = try array(of: .structure(structure), instance.sizes, at: instance.offset)
        return declare(instance, try value(of: instance.name, type, nil, nil, at: instance.offset))
      }
      var members: [Expression] = []
      for member in syntax.members {
        for (index, declarator) in member.declarators.enumerated() {
          members.append(
            try value(
              of: "\(instance.name).\(declarator.name)", structure.fields[members.count].type,
              Line(syntax: member, index: index), nil, at: declarator.offset))
        }
      }
      declare(instance, node(.structure(members), .structure(structure), instance.offset))
    } catch {
      scopes[scopes.count - 1][instance.name] = (.invalid, instance.offset)
    }
  }

  /// Returns the anonymous structure of a block.
  private mutating func structure(of block: BlockSyntax) throws(Recovery) -> Structure {
    var fields: [Structure.Field] = []
    for member in block.members {
      for declarator in member.declarators {
        fields.append(try field(member, declarator, after: fields, of: "block"))
      }
    }
    structureCount += 1
    let structure = Structure(id: structureCount - 1, name: block.name, fields: fields)
    try checkSize(.structure(structure), at: block.offset)
    return structure
  }

  /// Returns the components of an initial value, which must be constant.
  private mutating func defaults(
    _ value: Expression, of declarator: Declarator, _ type: ShaderType
  ) throws(Recovery) -> [Literal] {
    if type.holdsSampler { throw error("a texture has no initial value", at: declarator.offset) }
    let value = try converted(value, to: type, "initialize '\(declarator.name)'")
    guard let literals = folder.components(of: value) else {
      throw error("the initial value of '\(declarator.name)' must be a constant", at: declarator.offset)
    }
    return literals
  }

  /// Declares a uniform's name: as the variable of a parameter or, for a structure or an array of structures,
  /// as a variable whose initial value is composed of the members' variables.
  private mutating func declare(_ declarator: Declarator, _ value: Expression) {
    if case .variable(let id) = value.kind {
      return declare(declarator.name, .variable(id), at: declarator.offset)
    }
    let id = addVariable(declarator.name, value.type, .global, isConstant: true, at: declarator.offset)
    declare(declarator.name, .variable(id), at: declarator.offset)
    globals.append(GlobalVariable(variable: id, initial: value))
    members[id] = value.variables
  }

  /// Makes the expression for a uniform, with its default.
  ///
  /// Each member of a structure is a parameter: `lights[0].color`.
  private mutating func value(
    of name: String, _ type: ShaderType, _ line: Line?, _ defaults: [Literal]?, at offset: Int
  ) throws(Recovery) -> Expression {
    var first = 0
    /// Returns the expression for one part of the uniform, with its share of the default's components; a
    /// comment describes only the whole uniform.
    func part(_ checker: inout Checker, _ name: String, _ type: ShaderType) throws(Recovery) -> Expression {
      let range = first..<first + type.componentCount
      first = range.upperBound
      return try checker.value(of: name, type, nil, defaults.map { Array($0[range]) }, at: offset)
    }
    switch type {
    case .structure(let structure):
      var parts: [Expression] = []
      for field in structure.fields { parts.append(try part(&self, "\(name).\(field.name)", field.type)) }
      return node(.structure(parts), type, offset)
    case .array(let element, let count) where element.scalar == nil:
      var parts: [Expression] = []
      for index in 0..<count { parts.append(try part(&self, "\(name)[\(index)]", element)) }
      return node(.array(parts), type, offset)
    case .void: throw error("a uniform of type '\(type)' is not supported", at: offset)
    case .scalar, .vector, .matrix, .sampler, .array:
      return node(.variable(try parameter(name, type, line, defaults, at: offset)), type, offset)
    }
  }

  /// Declares the variable of one parameter; a vertex shader uses the variable of its fragment shader.
  private mutating func parameter(
    _ name: String, _ type: ShaderType, _ line: Line?, _ defaults: [Literal]?, at offset: Int
  ) throws(Recovery) -> Variable.ID {
    if vertex != nil, let known = parameters.first(where: { $0.name == name }) {
      guard known.type == type else {
        throw error("'\(name)' is '\(known.type)' in the fragment shader", at: offset)
      }
      return known.variable
    }
    let id = addVariable(name, type, .uniform, isConstant: true, at: offset)
    var comment = ParameterComment(defaultValue: zeros(of: type))
    if let line { comment = try parameterComment(line.syntax, line.index, type) }
    if !comment.hasDefault,
      let known = host.parameters.first(where: { $0.name == name && $0.type == type })
    {
      parameters.append(known.parameter(id, at: location(offset)))
      return id
    }
    let hostValue = hostValue(of: name).flatMap { $0.fits(type) ? $0 : nil }
    parameters.append(
      ShaderParameter(
        variable: id, name: name, type: type, defaultValue: defaults ?? comment.defaultValue,
        shownValue: comment.shownValue, hasDefault: comment.hasDefault || defaults != nil,
        range: comment.range,
        unit: comment.unit, summary: comment.summary, location: location(offset),
        hostValue: comment.hasDefault ? nil : hostValue,
        unset: comment.isFirstPicture ? .firstPicture : .error))
    return id
  }

  /// Returns the host's value for a uniform name; `u_tex0Resolution` is the size of the picture `u_tex0`.
  private func hostValue(of name: String) -> HostValue? {
    if let known = host.uniforms[name] { return known }
    let picture = String(name.dropLast("Resolution".count))
    let isSize = host.knowsSizesOfPictures && name.hasSuffix("Resolution") && textures.contains(picture)
    return isSize ? .pictureSize(picture) : nil
  }

  /// Declares the uniforms of the host or header that the source does not declare.
  mutating func declareParameters(except own: Set<String>) {
    for parameter in host.parameters where !own.contains(parameter.name) {
      let id = addVariable(parameter.name, parameter.type, .uniform, isConstant: true, at: 0)
      scopes[0][parameter.name] = (.variable(id), nil)
      parameters.append(parameter.parameter(id, at: location(0)))
    }
  }

  /// Orders the parameters: samplers of the frame's pictures first; cube maps, and samplers for which Segue
  /// has no input, last.
  mutating func orderSamplers() {
    let first = (host.pictures + host.order).compactMap { name in
      parameters.firstIndex { $0.name == name && $0.type == .sampler2D }
    }
    let others = parameters.indices.filter { !first.contains($0) }.map { parameters[$0] }
    func isLate(_ parameter: ShaderParameter) -> Bool {
      parameter.type == .samplerCube || parameter.type.isSampler && host.isNoInput(parameter.name)
    }
    parameters = first.map { parameters[$0] } + others.filter { !isLate($0) } + others.filter(isLate)
  }

  /// Makes a rendered pass, with its size expressions checked.
  mutating func pass(_ syntax: PassSyntax) -> ShaderPass {
    ShaderPass(
      target: syntax.target.flatMap { target in parameters.first { $0.name == target }?.variable },
      width: syntax.width.flatMap { size($0) }, height: syntax.height.flatMap { size($0) },
      isKept: syntax.isKept, hasFloats: syntax.hasFloats)
  }

  /// Parses a size expression of an ISF header, in which `$` marks names.
  private mutating func size(_ text: String) -> Expression? {
    let text = text.replacing("$WIDTH", with: "RENDERSIZE.x").replacing("$HEIGHT", with: "RENDERSIZE.y")
    let source = SourceText(text.replacing("$", with: ""), file: sink.source.file)
    var parser = Parser(Lexer(source).tokens.map(\.placeless), sink)
    do throws(Recovery) {
      let value = try expression(try parser.expression())
      return try converted(value, to: .float, "be the size of a pass")
    } catch {
      return nil
    }
  }
}

extension Expression {
  /// The variables that occur in a uniform's expression.
  fileprivate var variables: [Variable.ID] {
    switch kind {
    case .variable(let id): [id]
    case .structure(let parts), .array(let parts): parts.flatMap(\.variables)
    default: []
    }
  }
}
