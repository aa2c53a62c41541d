/// The functions that a host may call, by the kinds of shaders.
package enum EntryPoint {
  /// What a host calls.
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// `vec4 transition(vec2 uv)` after the GL Transition Specification, version 1.
    case transition
    /// `void main()`, which leaves the pixel's color in an output.
    case fragment
    /// `vec4 effect(vec2 uv)`: a filter that reads its picture anywhere.
    case effect
    /// `vec4 effect(vec4 color)`: a filter that knows no pixel but the one it changes.
    case pointEffect
    /// `vec4 blend(vec4 base, vec4 overlay)`: a blend that knows one pixel of each picture.
    case blend

    /// The name of the function.
    var function: String {
      switch self {
      case .transition: "transition"
      case .fragment: "main"
      case .effect, .pointEffect: "effect"
      case .blend: "blend"
      }
    }

    /// What messages call such a shader.
    var noun: String {
      switch self {
      case .transition: "a transition"
      case .fragment: "a fragment shader"
      case .effect, .pointEffect: "an effect"
      case .blend: "a blend"
      }
    }

    /// What it may take and give, as it is written; the first one is what messages show.
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

    /// How many pixels it is given: of a pointwise shader one of each picture, the one at its own place.
    var pixelCount: Int {
      switch self {
      case .transition, .fragment, .effect: 0
      case .pointEffect: 1
      case .blend: 2
      }
    }
    /// Whether it knows no pixels but those it is given.
    var isPointwise: Bool { pixelCount > 0 }
  }

  /// A form of the function that a host calls.
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

  /// The kind that a shader's functions make it; nil where it has none of those that hosts call.
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
