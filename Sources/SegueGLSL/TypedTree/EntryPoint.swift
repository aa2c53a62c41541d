/// The functions that hosts call, by kinds of shaders.
package enum EntryPoint {
  /// The kind of a shader.
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// `vec4 transition(vec2 uv)`, as in the GL Transition Specification, version 1.
    case transition
    /// `void main()`, which leaves the pixel's color in an output.
    case fragment
    /// `vec4 effect(vec2 uv)`: a filter that reads its picture at any position.
    case effect
    /// `vec4 effect(vec4 color)`: a filter that computes each pixel from the pixel at the same position only.
    case pointEffect
    /// `vec4 blend(vec4 base, vec4 overlay)`: a blend of pixels at one position.
    case blend

    /// The name of the function that the host calls.
    var function: String {
      switch self {
      case .transition: "transition"
      case .fragment: "main"
      case .effect, .pointEffect: "effect"
      case .blend: "blend"
      }
    }

    /// The noun for a shader of this kind in messages.
    var noun: String {
      switch self {
      case .transition: "a transition"
      case .fragment: "a fragment shader"
      case .effect, .pointEffect: "an effect"
      case .blend: "a blend"
      }
    }

    /// The accepted signatures, which error messages list.
    var forms: [Form] {
      switch self {
      case .transition: [Form("vec4 transition(vec2 uv)", [.vec2])]
      case .fragment: [Form("void main()", [], .void)]
      case .effect: [Form("vec4 effect(vec2 uv)", [.vec2])]
      case .pointEffect:
        [Form("vec4 effect(vec4 color)", [.vec4]), Form("vec4 effect(vec4 color, vec2 uv)", [.vec4, .vec2])]
      case .blend:
        [
          Form("vec4 blend(vec4 base, vec4 overlay)", [.vec4, .vec4]),
          Form("vec3 blend(vec3 base, vec3 overlay)", [.vec3, .vec3], .vec3),
          Form("vec4 blend(vec4 base, vec4 overlay, vec2 uv)", [.vec4, .vec4, .vec2]),
        ]
      }
    }

    /// The number of pixels passed to the function: for a pointwise shader one pixel of each picture, else 0.
    package var pixelCount: Int {
      switch self {
      case .transition, .fragment, .effect: 0
      case .pointEffect: 1
      case .blend: 2
      }
    }
    /// Whether the function reads only the pixels passed as arguments.
    package var isPointwise: Bool { pixelCount > 0 }
  }

  /// A signature that a function of this kind may have.
  struct Form {
    let text: String
    let parameters: [ShaderType]
    let result: ShaderType

    init(_ text: String, _ parameters: [ShaderType], _ result: ShaderType = .vec4) {
      self.text = text
      self.parameters = parameters
      self.result = result
    }
  }

  /// Returns the kind of a shader with these functions; nil without an entry point.
  static func kind(of functions: [FunctionSyntax]) -> Kind? {
    let named = Dictionary(functions.map { ($0.name, $0) }) { first, _ in first }
    if named["main"] != nil { return .fragment }
    if named["transition"] != nil { return .transition }
    if let effect = named["effect"] {
      return effect.parameters.first?.type.name == "vec2" ? .effect : .pointEffect
    }
    return named["blend"].map { _ in .blend }
  }
}

extension ShaderType {
  static let vec2 = ShaderType.vector(.float, 2)
  static let vec3 = ShaderType.vector(.float, 3)
  static let vec4 = ShaderType.vector(.float, 4)
}
