/// Generates the public Swift declarations of an effect: a type if the effect is a shader, and static members
/// such as `.cube(eye: 3)`.
struct TypedEffect {
  /// A stored property of the effect's Swift type.
  private struct Property {
    let name: String
    let type: String
    let defaultValue: String
    var summary = ""
    /// The Swift expression that converts the property to an argument of the shader.
    var argument = ""
  }

  private let kind: EffectKind
  private let name: String
  /// The name of the effect in Swift; blends lose the ending `Blend`: `Multiply` for `multiply-blend`.
  private let shortName: String
  /// The name of the effect's Swift type, qualified by `Filters`, `Blends` or `Transitions`, except for
  /// filters and blends written in Swift.
  private let type: String
  private let summary: String
  private let properties: [Property]
  private let file: SourceFile

  /// Reads a file; nil if the file declares no effect.
  init?(_ file: SourceFile) throws(GeneratorError) {
    guard let effect = try Effect(file) else { return nil }
    (kind, name, self.file) = (effect.kind, effect.name, file)
    let own = file.isSwift ? String(file.name) : file.typeName
    shortName = kind == .blend && own.hasSuffix("Blend") ? String(own.dropLast("Blend".count)) : own
    if file.isSwift {
      type = kind == .transition ? "Transitions.\(own)" : own
      let sentence = file.text.firstMatch(of: /static let summary =\s+"([^"]*)"/)
      summary = sentence.map { String($0.1) } ?? ""
      properties = Self.properties(of: file, type)
    } else {
      type = "\(effect.kind.namespace).\(shortName)"
      summary = String(file.lines.first?.dropFirst(3) ?? "")
      properties = file.lines.compactMap { Self.property(of: $0, isAnimated: effect.kind != .transition) }
    }
  }

  /// Returns the Swift source of the effect's declarations.
  func declarations() throws(GeneratorError) -> String { (file.isShader ? try structure() : alias) + members }

  /// The Swift source of the effect's entry in the table `TypesOf…`, which tests read.
  var entry: String { "    (\"\(name)\", \(type)()),\n" }

  // MARK: Types

  /// The Swift source of a type alias in `Filters` or `Blends`, for a filter or blend whose type is not
  /// nested there; empty for transitions.
  private var alias: String {
    guard kind != .transition else { return "" }
    return """
      extension \(kind.namespace) {
        /// \(summary)
        public typealias \(shortName) = SegueFilters.\(type)
      }

      """
  }

  /// Returns the Swift source of a structure with the parameters of a shader as properties.
  private func structure() throws(GeneratorError) -> String {
    let keys = try ShaderKeys(of: file)
    let variables = properties.map { "    /// \($0.summary)\n    public var \($0.name): \($0.type)\n" }
    let parameters = properties.map { "\($0.name): \($0.type) = \($0.defaultValue)" }
    let assignments = properties.map { "      self.\($0.name) = \($0.name)\n" }
    let arguments = properties.map { "ShaderArgument(\"\($0.name.filter { $0 != "`" })\", \($0.argument))" }
    let source = keys.source.map { "  ///\n  /// - Source: \($0)\n" } ?? ""
    return """
      extension \(kind.namespace) {
        /// \(summary)
      \(source)  public struct \(shortName): \(kind.protocolName) {
      \(variables.joined())
          /// Makes the \(kind.rawValue).
          public init(\(parameters.joined(separator: ", "))) {
      \(assignments.joined())    }

          private static let shader = BuiltInShader(.\(file.identifier))

          private func shader(at progress: Double) -> Shader {
            Self.shader.with([\(arguments.joined(separator: ", "))], at: progress)
          }

      \(requirements(keys))
        }
      }

      """
  }

  /// Returns the Swift source of the members that the protocol of the effect's kind requires.
  private func requirements(_ keys: ShaderKeys) -> String {
    switch kind {
    case .filter:
      let rows =
        keys.convolution.map {
          "Convolution(shader: shader(at: progress), weights: Convolution.\($0)).apply(to: input, at: progress)"
        } ?? "shader(at: progress).rows(of: [input], at: progress)"
      return """
            public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
              \(rows)
            }
        """
    case .blend:
      return """
            public func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
              shader(at: progress).rows(of: [a, b], at: progress)
            }
        """
    case .transition:
      return """
            public var timing: Timing { \(keys.timing ?? "Timing()") }

            public func chain(_ operation: TransitionOperation) -> Chain {
              BuiltInTransition(shader: shader(at: 0), timing: timing, isUndone: \(keys.isUndone)).chain(operation)
            }
        """
    }
  }

  // MARK: Members

  /// The Swift source of static members for implicit member syntax, such as `.cube(eye: 3)`.
  private var members: String {
    let member = Self.lowercasedStart(of: shortName)
    let parameters = properties.map { "\($0.name): \($0.type) = \(type)().\($0.name)" }
    let function =
      properties.isEmpty
      ? ""
      : """

        /// \(summary)
        public static func \(member)(\(parameters.joined(separator: ", "))) -> \(type) {
          var made = \(type)()
      \(properties.map { "    made.\($0.name) = \($0.name)\n" }.joined())    return made
        }

      """
    return """
      extension \(kind.protocolName) where Self == \(type) {
        /// \(summary)
        public static var \(member): \(type) { \(type)() }
      \(function)}


      """
  }

  /// Returns the name of a member: `GaussianBlur` is `gaussianBlur`, `RGBDilation` is `rgbDilation`.
  private static func lowercasedStart(of name: String) -> String {
    let capitals = name.prefix { $0.isUppercase }
    if capitals.count == name.count { return name.lowercased() }
    return name.prefix(max(1, capitals.count - 1)).lowercased() + name.dropFirst(max(1, capitals.count - 1))
  }

  // MARK: Properties

  /// Returns the property for a line of GLSL that declares a uniform with a default; nil for other lines.
  private static func property(of line: Substring, isAnimated: Bool) -> Property? {
    guard
      let match = line.wholeMatch(
        of: /uniform (\w+) (\w+); \/\/ = (.*?)(?:, shown .*?)?(?: in (\S+?)(?: (.+?))?)?\s*: (.*)/)
    else { return nil }
    let (glsl, name, value) = (match.1, String(match.2), match.3)
    let range = [match.4, match.5].compactMap { $0 }.joined(separator: " ")
    let summary = match.6 + (range.isEmpty ? "" : " Range: \(range).")
    func made(_ type: String, _ value: Substring, _ argument: String) -> Property {
      Property(
        name: escaped(name), type: type, defaultValue: String(value), summary: String(summary),
        argument: argument)
    }
    let parts = value.split { "(), ".contains($0) }.dropFirst()
    switch glsl {
    case "float" where match.5 == "degrees" && !isAnimated:
      return made("Angle", value, "[Animated(\(escaped(name)).degrees)]")
    case "float":
      return made(
        isAnimated ? "Animated" : "Double", value,
        isAnimated ? "[\(escaped(name))]" : "[Animated(\(escaped(name)))]")
    case "int": return made("Int", value, "[Animated(Double(\(name)))]")
    case "bool": return made("Bool", value, escaped(name))
    case "sampler2D": return made("Bitmap?", "nil", escaped(name))
    case "vec2", "vec3", "vec4":
      let count = Int(glsl.suffix(1)) ?? 0
      let numbers = parts.count == 1 ? Array(repeating: parts.first ?? "0", count: count) : Array(parts)
      let list = (0..<count).map { "Animated(\(escaped(name))[\($0)])" }.joined(separator: ", ")
      return made("SIMD\(count)<Double>", "[\(numbers.joined(separator: ", "))]", "[\(list)]")
    default: return nil
    }
  }

  /// Returns the public stored properties of an effect written in Swift, as far as their types can be read
  /// from the source.
  private static func properties(of file: SourceFile, _ type: String) -> [Property] {
    guard let start = file.lines.firstIndex(where: { $0.contains("struct \(file.name): ") }) else {
      return []
    }
    let indentation = file.lines[start].prefix { $0 == " " }
    let body = file.lines[(start + 1)...].prefix { $0 != indentation + "}" }
    return body.compactMap { line in
      guard line.hasPrefix(indentation + "  public var "), !line.contains("{"),
        let match = line.firstMatch(of: /public var (\w+)(?:: ([^=]+?))?(?: = (.*))?$/),
        let own = match.2.map(String.init) ?? match.3.flatMap(inferredType)
      else { return nil }
      // Qualifies the name of a type that is nested in the effect.
      let words = own.replacing(/\b[A-Z]\w*/) { word in
        let declarations = ["enum", "struct"].map { "public \($0) \(word.output): " }
        let isNested = file.lines.contains { line in
          line.hasPrefix("  ") && declarations.contains { line.contains($0) }
        }
        return (isNested && !own.contains(".\(word.output)") ? "\(type)." : "") + word.output
      }
      return Property(name: escaped(String(match.1)), type: words, defaultValue: "")
    }
  }

  /// Returns the type of a default value, such as `Pixel` for `Pixel.black`; nil if the text of the value
  /// does not determine the type.
  private static func inferredType(of value: Substring) -> String? {
    if value == "true" || value == "false" { return "Bool" }
    if value.wholeMatch(of: /-?[0-9_]+/) != nil { return "Int" }
    if value.wholeMatch(of: /-?[0-9.\/ ]+/) != nil { return "Double" }
    if value.hasPrefix("Self.") { return nil }
    if let match = value.wholeMatch(of: /([A-Z]\w*)\(.*\)/) { return String(match.1) }
    return value.wholeMatch(of: /([A-Z][\w.]*)\.\w+/).map { String($0.1) }
  }

  private static func escaped(_ name: String) -> String {
    ["repeat", "in", "is", "as", "default", "where", "for"].contains(name) ? "`\(name)`" : name
  }
}
